/**
 * SQL conditions on holds, by the database clock. A hold is live during its window and ended afterwards, even if its
 * seats have not been released yet.
 */

/** @param billing alias of a row of `billings` @param state SQL of its state, for statements that change it */
export const isLiveHold = (billing: string, state = `${billing}.state`) =>
  `(${state} = 'held' and ${billing}.hold_expires_at > now())`;

/** @param billing alias of a row of `billings` */
export const isEndedHold = (billing: string) => `(${billing}.state = 'held' and ${billing}.hold_expires_at <= now())`;
