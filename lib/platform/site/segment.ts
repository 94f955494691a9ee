/** Longer than any name of a place or a course type. */
const MAX_LENGTH = 200;

/**
 * Decodes a path segment from Next.js once and trims it.
 * @returns null for invalid segments: malformed, empty or too long text, or a NUL character, which Postgres cannot
 * store
 */
export function readSegment(segment: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(segment).trim();
  } catch {
    return null;
  }
  return text === '' || text.length > MAX_LENGTH || text.includes('\0') ? null : text;
}
