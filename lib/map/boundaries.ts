import { readBoundaries, type Boundaries } from './schema';

/** Timeout of a source, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Returns the first valid boundary file. Sources that are unreachable, respond with an error, or return something else
 * are skipped.
 * @returns null if all sources fail
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
  return readBoundaries(await response.json()) ?? null;
}
