import { sql, type SQL } from 'drizzle-orm';
import { qualified, type Columns } from './conditions';
import { payments } from './schema';

/**
 * Condition: an online payment of a billing is open: begun, and neither captured nor failed.
 * @param billing the table or an alias of it
 * @param also a further condition on `payments`, such as isAtBank
 */
export const hasOpenPayment = (billing: Columns<'id'>, also: SQL = sql`true`): SQL<boolean> =>
  qualified(sql<boolean>`exists (select from ${payments}
    where ${payments.billingId} = ${billing.id} and ${payments.status} = 'started' and ${also})`);

/** Its sponsor has paid, and the gateway waits for the bank. */
export const isAtBank: SQL = sql`${payments.isAtBank}`;
