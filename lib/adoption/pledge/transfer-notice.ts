import 'server-only';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { outstanding } from '@/db/balance';
import { todayInIndia } from '@/db/days';
import { db } from '@/db/client';
import { qualified } from '@/db/conditions';
import { bankReceipts, billings, transferNotices } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { TRANSFERS_TOLD } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { isTdsPossible } from '@/lib/adoption/core/money-schema';
import type { TransferNotice } from '@/lib/adoption/core/page-schema';

const perAdoption = limiter('transfers_told', TRANSFERS_TOLD);

/** The key of a bank reference under any spelling and mode. @param reference a text */
export const utrKey = (reference: SQL | typeof transferNotices.utr): SQL =>
  sql`credit_key('NEFT', ${reference}, '', null)`;

/**
 * Condition: the transfer of a notice is still to come, for a pledge of which money is missing.
 * @param received states of a receipt with its reference that end that
 */
export function isToCome(received: readonly ('recorded' | 'confirmed')[]): SQL<boolean> {
  const receipt = alias(bankReceipts, 'told_receipt');
  const states = sql.raw(received.map((state) => `'${state}'`).join(', '));
  return qualified(sql`(${billings.state} = 'pledged' and ${outstanding(billings)} > 0
    and not exists (select from ${bankReceipts} ${receipt}
                     where ${receipt.billingId} = ${billings.id} and ${receipt.state} in (${states})
                       and credit_key(${receipt.mode}, ${receipt.reference}, ${receipt.payerBank}, ${receipt.creditedOn})
                         = ${utrKey(transferNotices.utr)}))`);
}

/** The result of tellTransfer; the field that is refused, if it is one. */
type TellResult =
  | { ok: true }
  | { ok: false; code: 'own_adoption.not_found' | 'own_adoption.nothing_to_pay' }
  | { ok: false; code: 'adoption.date_in_future'; field: 'paid_on' }
  | { ok: false; code: 'adoption.tds_range'; field: 'tds_withheld' }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Records that the sponsor has transferred money for a pledge, with the event and the next version of the adoption. It
 * replaces what was told before; the same again writes nothing. No money counts before an administrator has recorded it.
 * @param notice as parsed by transferNoticeSchema
 * @returns 'own_adoption.nothing_to_pay' unless money of a pledge is missing
 */
export async function tellTransfer(
  scope: AdoptionScope,
  billingId: string,
  { utr, amount, paid_on: paidOn, tds_withheld: tdsPaise, payer }: TransferNotice,
): Promise<TellResult> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope));
  const amountPaise = amount ?? null;
  const { utr: told, amountPaise: toldAmount, paidOn: toldDay, tdsPaise: toldTds, payer: toldPayer } = transferNotices;
  const [adoption] = await db()
    .select({
      state: billings.state,
      outstandingPaise: outstanding(billings),
      isFuture: sql<boolean>`${paidOn}::date > ${todayInIndia}`,
      isTold: sql<boolean>`coalesce(${told} = ${utr} and ${toldAmount} is not distinct from ${amountPaise}::bigint and ${toldDay} = ${paidOn} and ${toldTds} = ${tdsPaise} and ${toldPayer} = ${payer}, false)`,
    })
    .from(billings)
    .leftJoin(transferNotices, eq(transferNotices.billingId, billings.id))
    .where(isOwn);
  if (!adoption) return { ok: false, code: 'own_adoption.not_found' };
  const { state, outstandingPaise, isFuture, isTold } = adoption;
  if (state !== 'pledged' || outstandingPaise === 0) return { ok: false, code: 'own_adoption.nothing_to_pay' };
  if (isFuture) return { ok: false, code: 'adoption.date_in_future', field: 'paid_on' };
  if (!isTdsPossible(amountPaise ?? outstandingPaise - tdsPaise, tdsPaise))
    return { ok: false, code: 'adoption.tds_range', field: 'tds_withheld' };
  if (isTold) return { ok: true };
  const allowed = await perAdoption.consume(billingId);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  return transaction(async (tx): Promise<TellResult> => {
    const [current] = await tx
      .select({ id: billings.id })
      .from(billings)
      .where(and(isOwn, eq(billings.state, 'pledged'), sql`${outstanding(billings)} > 0`))
      .for('no key update');
    // It was settled or ended meanwhile.
    if (!current) return { ok: false, code: 'own_adoption.nothing_to_pay' };
    const notice = { utr, amountPaise, paidOn, tdsPaise, payer };
    await tx
      .insert(transferNotices)
      .values({ billingId, ...notice })
      .onConflictDoUpdate({ target: transferNotices.billingId, set: { ...notice, toldAt: sql`now()` } });
    const detail = { bank_reference: utr, amount_paise: amountPaise, paid_on: paidOn, tds_paise: tdsPaise };
    await recordEvent(tx, scope, billingId, 'transfer_told', detail);
    return { ok: true };
  });
}

/** Deletes what was told about adoptions that are settled or have ended. @returns the number of deleted rows */
export async function purgeTransferNotices(): Promise<number> {
  const isOver = sql`${billings.state} <> 'pledged' or ${outstanding(billings)} = 0`;
  const over = db().select({ id: billings.id }).from(billings).where(isOver);
  const { count } = await db()
    .delete(transferNotices)
    .where(sql`${transferNotices.billingId} in ${over}`);
  return count;
}
