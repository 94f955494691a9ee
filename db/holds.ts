/**
 * SQL conditions of a hold, by the database clock. A hold is live while its window runs, and over from then on, whether
 * its seats were given back yet or not.
 */

/** @param billing the alias of a row of `billings` @param state the SQL of its state, where the statement changes it */
export const isLiveHold = (billing: string, state = `${billing}.state`) =>
  `(${state} = 'held' and ${billing}.hold_expires_at > now())`;

/** @param billing the alias of a row of `billings` */
export const isEndedHold = (billing: string) => `(${billing}.state = 'held' and ${billing}.hold_expires_at <= now())`;
