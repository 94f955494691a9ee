const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns a time in its largest whole unit, rounded down, for the text `timeLeft` in common.json: days from two days on,
 * hours from two hours on, otherwise minutes.
 * @param leftMs milliseconds; below 0 counts as 0
 */
export function timeLeft(leftMs: number): { unit: 'days' | 'hours' | 'minutes'; count: number } {
  if (leftMs >= 2 * DAY_MS) return { unit: 'days', count: Math.floor(leftMs / DAY_MS) };
  if (leftMs >= 2 * HOUR_MS) return { unit: 'hours', count: Math.floor(leftMs / HOUR_MS) };
  return { unit: 'minutes', count: Math.max(0, Math.floor(leftMs / MINUTE_MS)) };
}
