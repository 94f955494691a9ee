import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import { db, sql } from '@/db/client';
import { THIS_YEAR, todayInIndia } from '@/db/days';

/** Returns the present day, YYYY-MM-DD, and financial year in India. */
export async function readToday(): Promise<{ today: string; year: string }> {
  const [row] = await db().execute<{ today: string; year: string }>(
    part`select ${todayInIndia}::text as today, ${THIS_YEAR} as year`,
  );
  return row!;
}

let made = 0;

/** Returns a new bank reference. */
export const newReference = (): string => `UTR${String(++made).padStart(12, '0')}`;

/**
 * Inserts a confirmed bank receipt of an adoption, which counts as received; the state of the adoption stays.
 * @param on the day of credit, YYYY-MM-DD
 */
export async function receive(
  billingId: string,
  amountPaise: number,
  { on, tdsPaise = 0 }: { on: string; tdsPaise?: number },
): Promise<void> {
  const by = randomUUID();
  await sql()`
    insert into bank_receipts (billing_id, mode, state, credited_on, amount_paise, tds_paise, reference, payer, recorded_by, confirmed_by, confirmed_at)
    values (${billingId}, 'NEFT', 'confirmed', ${on}, ${amountPaise}, ${tdsPaise}, ${newReference()}, 'Works', ${by}, ${by}, now())`;
  await sql()`update billings set received_paise = received_paise + ${amountPaise + tdsPaise} where id = ${billingId}`;
}

/** Inserts a confirmed transfer back to the sponsor of an adoption. @param on the day of the transfer, YYYY-MM-DD */
export async function payBack(billingId: string, amountPaise: number, on: string): Promise<void> {
  const by = randomUUID();
  await sql()`
    insert into refunds (billing_id, mode, state, paid_on, amount_paise, reference, recorded_by, confirmed_by, confirmed_at)
    values (${billingId}, 'NEFT', 'done', ${on}, ${amountPaise}, ${newReference()}, ${by}, ${by}, now())`;
  await sql()`update billings set refunded_paise = refunded_paise + ${amountPaise} where id = ${billingId}`;
}

/** Sets the seats of a line, as a reduction does, with the total of the adoption. */
export async function setSeats(billingId: string, courseId: string, seats: number): Promise<void> {
  await sql()`update billing_items set seats = ${seats} where billing_id = ${billingId} and course_id = ${courseId}`;
  await sql()`
    update billings set total_paise = (select sum(seats * price_paise) from billing_items where billing_id = ${billingId})
     where id = ${billingId}`;
}
