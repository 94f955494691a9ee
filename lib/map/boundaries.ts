import { boundariesSchema, type Boundaries } from './schema';

/** The boundary file that comes with the product (R-REG-19). */
export const LOCAL_BOUNDARIES = '/geo/mp-districts.geojson';

/** A source that has not answered after this, in milliseconds, counts as failed. */
const PATIENCE_MS = 10_000;

/**
 * Where boundaries are looked for, in order (R-REG-20, A-49): the local file, then the public address if there is one; the
 * other way round when `first` is 'remote'.
 */
export function boundarySources(remote: string | undefined, first: string | undefined): string[] {
  const address = remote?.trim();
  if (!address) return [LOCAL_BOUNDARIES];
  return first === 'remote' ? [address, LOCAL_BOUNDARIES] : [LOCAL_BOUNDARIES, address];
}

/**
 * The first source that gives a valid boundary file. A source that cannot be reached, refuses, or gives something else is passed over.
 * @returns null when no source does (R-REG-13)
 */
export async function loadBoundaries(
  sources: readonly string[],
  fetcher: (address: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Boundaries | null> {
  for (const source of sources) {
    const boundaries = await loadFrom(source, fetcher).catch(() => null);
    if (boundaries) return boundaries;
  }
  return null;
}

async function loadFrom(source: string, fetcher: (address: string, init: RequestInit) => Promise<Response>) {
  const response = await fetcher(source, { signal: AbortSignal.timeout(PATIENCE_MS), credentials: 'omit' });
  if (!response.ok) return null;
  return boundariesSchema.parse(await response.json());
}
