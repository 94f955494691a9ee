const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Seconds for which seats are held for payment. */
export const HOLD_SECONDS = 15 * MINUTE;

/**
 * Waiting time after unpaid holds (security 56). After `free` unpaid holds in a row, the next one is possible `seconds`
 * after the end of the last. The time doubles with each further one, up to `maxSeconds`. Holds older than `days` do not
 * count, nor do the first `forgiven` ones whose payment the bank or the gateway refused or did not make.
 */
export const HOLD_WAIT = { free: 3, forgiven: 3, seconds: 15 * MINUTE, maxSeconds: DAY, days: 30 };
