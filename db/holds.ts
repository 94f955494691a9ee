import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { textOf, type Columns } from './conditions';
import { billings } from './schema';

/*
 * Conditions on holds, by the database clock. A hold is live during its window and ended afterwards, even if its seats
 * have not been released yet.
 */

type Hold = Columns<'state' | 'holdExpiresAt'>;

/** @param billing a billing, or an alias @param state its state, for statements that change it */
export const liveHold = (billing: Hold, state: SQL = sql`${billing.state}`): SQL =>
  sql`(${state} = 'held' and ${billing.holdExpiresAt} > now())`;

/** @param billing a billing, or an alias */
export const endedHold = (billing: Hold): SQL => sql`(${billing.state} = 'held' and ${billing.holdExpiresAt} <= now())`;

/** The same conditions for statements that are strings. @param billing alias of a row of `billings` */
export const isLiveHold = (billing: string, state = `${billing}.state`): string =>
  textOf(liveHold(alias(billings, billing), sql.raw(state)));
export const isEndedHold = (billing: string): string => textOf(endedHold(alias(billings, billing)));
