import { sql } from '@/db/client';

let made = 0;

/** Returns an IP address of a network from which the tests of the file have sent nothing yet. */
export const newNetwork = () => `10.${(++made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;

/**
 * Ends the pauses between two codes. Locks the rows in one order, so that tests that do it several times at once run into
 * no deadlock.
 */
export const endPauses = () => sql()`
  update rate_limits set expire = now() where key in (
    select key from rate_limits where key like 'otp_pause:%' order by key for update)`;
