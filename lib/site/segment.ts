/** Longer than any name of a place or a course type. */
const MAX_LENGTH = 200;

/**
 * The text of a path segment as Next.js hands it over, decoded once and trimmed.
 * @returns null for what names nothing: malformed or empty text, too long a text, or a NUL character, which Postgres cannot hold
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
