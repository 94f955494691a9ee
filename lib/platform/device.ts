/** Names by what a User-Agent header contains; the first match counts, since browsers also name others. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Returns browser and system of a User-Agent header, such as 'Firefox, Windows'; null if it names neither. */
export function deviceOf(userAgent: string | null): string | null {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || null;
}

/** Longer User-Agent headers are cut: their start names the browser and the system. */
const MAX_USER_AGENT = 300;

/** Returns what a session keeps of the User-Agent header of its login, for the lists of sessions. */
export const userAgentOf = ({ headers }: Request): string | null =>
  headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;

/** A live session in a list; `device` names browser and system, if known. */
export type ListedSession = { id: string; createdAt: Date; lastUsedAt: Date; device: string | null };
