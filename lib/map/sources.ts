/** The boundary file that comes with the product (R-REG-19). */
export const LOCAL_BOUNDARIES = '/geo/mp-districts.geojson';

/**
 * Where boundaries are looked for, in order (R-REG-20, A-49): the local file, then the public address if there is one; the
 * other way round when `first` is 'remote'.
 */
export function boundarySources(remote: string | undefined, first: string | undefined): string[] {
  const address = remote?.trim();
  if (!address) return [LOCAL_BOUNDARIES];
  return first === 'remote' ? [address, LOCAL_BOUNDARIES] : [LOCAL_BOUNDARIES, address];
}

/** Where this product looks for them. */
export const BOUNDARY_SOURCES = boundarySources(
  process.env.NEXT_PUBLIC_DISTRICTS_URL,
  process.env.NEXT_PUBLIC_DISTRICTS_FIRST,
);
