/** The boundary file in public/. */
export const LOCAL_BOUNDARIES = '/geo/mp-districts.geojson';

/**
 * Returns the boundary sources in order: the local file, then the remote URL if configured; reversed if `first` is
 * 'remote'.
 */
export function boundarySources(remote: string | undefined, first: string | undefined): string[] {
  const address = remote?.trim();
  if (!address) return [LOCAL_BOUNDARIES];
  return first === 'remote' ? [address, LOCAL_BOUNDARIES] : [LOCAL_BOUNDARIES, address];
}

/** The configured boundary sources. */
export const BOUNDARY_SOURCES = boundarySources(
  process.env.NEXT_PUBLIC_DISTRICTS_URL,
  process.env.NEXT_PUBLIC_DISTRICTS_FIRST,
);
