import { boundariesSchema, type Boundaries } from './schema';

/** A source that has not answered after this, in milliseconds, counts as failed. */
const PATIENCE_MS = 10_000;

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
  const response = await fetcher(source, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) return null;
  return boundariesSchema.parse(await response.json());
}
