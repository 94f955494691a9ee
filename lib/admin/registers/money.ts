import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isExact, isRefundDue, refundable } from '@/db/balance';
import { unpreparedDb } from '@/db/client';
import { hasPart, hasState, likeText } from '@/db/conditions';
import { dayInIndia } from '@/db/days';
import {
  bankReceipts,
  billings,
  billingSearchIndex,
  papers,
  payeeAccounts,
  paymentRefunds,
  payments,
  refunds,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { PaperKind } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { adoptionsOf } from '@/lib/admin/companies/statements';
import { searchWords } from '@/lib/admin/users-and-billings/rules';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { readFrom, type Place } from '@/lib/platform/keyset';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { ReceiptFilter, ReceiptRow, RefundFilter, RefundRow, StateSum } from './schema';

const all = (conditions: readonly (SQL | undefined)[]) => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
};

/** Columns of the entries that a register reads, by their names in SQL. */
type Entries = Record<'id' | 'billingId' | 'day' | 'reference', SQL> & { payer?: SQL };

/** Conditions on entries of money: words of the adoption, the payer or the bank's reference, and days. */
function entriesThat(
  of: Entries,
  { q, from, to, companyId }: Pick<ReceiptFilter, 'q' | 'from' | 'to' | 'companyId'>,
): SQL[] {
  const words = searchWords(q ?? '').map(
    (word) => sql`(
      ${of.billingId} in (select ${billingSearchIndex.billingId} from ${billingSearchIndex}
                           where ${billingSearchIndex.searchText} like '%' || search_key(${likeText(word)}) || '%')
      or ${of.reference} = upper(${word}) or ${of.reference} = ${word} ${of.payer ? sql`or ${hasPart(of.payer, word)}` : sql.empty()})`,
  );
  return [
    ...words,
    ...(companyId === undefined ? [] : [sql`${of.billingId} in ${adoptionsOf(companyId)}`]),
    ...(from === undefined ? [] : [sql`${of.day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${of.day} <= ${to}::date`]),
    ...(from === undefined && to === undefined ? [] : [sql`${of.day} < 'infinity'`]),
  ];
}

function beyond(of: Entries, { before, after }: Place): SQL | undefined {
  const start = before ?? after;
  if (start === undefined) return undefined;
  const [day, id] = start.split('_') as [string, string];
  return sql`(${of.day}, ${of.id}) ${sql.raw(after === undefined ? '<' : '>')} (${day}::date, ${id}::uuid)`;
}

/** Where the page that follows an entry begins, or the one before it. */
export const placeOf = ({ day, id }: { day: string | null; id: string }): string => `${day ?? 'infinity'}_${id}`;

const orderOf = (day: SQL, id: SQL, { after }: Place) => {
  const dir = sql.raw(after === undefined ? 'desc' : 'asc');
  return sql`${day} ${dir}, ${id} ${dir}`;
};

/** The adoption and the newest paper of the entries of `entry`. */
const joinedWith = (kind: PaperKind): SQL => sql`
  left join ${billings} on ${billings.id} = entry.billing_id
  left join lateral (select ${papers.id}, ${papers.serial} from ${papers}
                      where ${papers.kind} = ${sql.raw(`'${kind}'`)} and ${papers.source} = entry.id::text
                      order by ${papers.revision} desc limit 1) paper on true`;

const LISTED = sql.join(
  Object.entries(LISTED_ADOPTION).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
  sql`, `,
);
const SHOWN = sql`${LISTED}, paper.id as "paperId", paper.serial`;

const BANK: Entries = {
  id: sql`${bankReceipts.id}`,
  billingId: sql`${bankReceipts.billingId}`,
  day: sql`${bankReceipts.creditedOn}`,
  reference: sql`${bankReceipts.reference}`,
  payer: sql`${bankReceipts.payer}`,
};
const ONLINE: Entries = {
  id: sql`${payments.id}`,
  billingId: sql`${payments.billingId}`,
  day: dayInIndia(payments.settledAt),
  reference: sql`${payments.transactionId}`,
};

const paymentState = sql`case when ${payments.isTest} then 'test' else 'confirmed' end`;

/** The condition on bank receipts, and on online payments; null if none of them matches. */
function receiptsThat(filter: ReceiptFilter): { bank: SQL[] | null; online: SQL[] | null } {
  const { way, state } = filter;
  const hasBank = way !== 'gateway' && state !== 'test';
  const hasOnline = way !== 'bank' && (state === undefined || state === 'confirmed' || state === 'test');
  return {
    bank: hasBank
      ? [
          ...entriesThat(BANK, filter),
          ...(state === undefined ? [] : [sql`${bankReceipts.state} = ${sql.raw(`'${state}'`)}`]),
        ]
      : null,
    online: hasOnline
      ? [
          isExact(payments),
          ...entriesThat(ONLINE, filter),
          ...(state === undefined ? [] : [sql`${payments.isTest} = ${state === 'test'}`]),
        ]
      : null,
  };
}

const unionOf = (parts: readonly (SQL | null)[]) =>
  sql.join(
    parts.filter((part) => part !== null),
    sql` union all `,
  );

const isNothing = ({ bank, online }: ReturnType<typeof receiptsThat>) => bank === null && online === null;

/** Reads entries of money received from a place on, the nearest first. */
async function readReceipts(filter: ReceiptFilter, place: Place, limit: number): Promise<ReceiptRow[]> {
  const which = receiptsThat(filter);
  if (isNothing(which)) return [];
  const { bank, online } = which;
  const entries = unionOf([
    bank &&
      sql`(select ${bankReceipts.id}, ${bankReceipts.creditedOn} as day, ${bankReceipts.billingId}, ${bankReceipts.mode}, ${bankReceipts.reference} as bank_reference,
                  ${bankReceipts.payer}, ${bankReceipts.amountPaise}, ${bankReceipts.tdsPaise}, ${bankReceipts.state}
             from ${bankReceipts} where ${all([...bank, beyond(BANK, place)])} order by ${orderOf(BANK.day, BANK.id, place)} limit ${limit})`,
    online &&
      sql`(select ${payments.id}, ${ONLINE.day} as day, ${payments.billingId}, ${payments.method} as mode, ${payments.transactionId} as bank_reference,
                  '' as payer, ${payments.amountPaise}, 0::bigint as tds_paise, ${paymentState} as state
             from ${payments} where ${all([...online, beyond(ONLINE, place)])} order by ${orderOf(ONLINE.day, ONLINE.id, place)} limit ${limit})`,
  ]);
  const order = orderOf(sql`entry.day`, sql`entry.id`, place);
  return withQueryDeadline(
    unpreparedDb().execute<ReceiptRow>(sql`
      with entry as materialized (select * from (${entries}) entry order by ${order} limit ${limit})
      select entry.id, entry.day::text as day, entry.mode, entry.bank_reference as "bankReference", entry.payer, entry.amount_paise as "amountPaise",
             entry.tds_paise as "tdsPaise", entry.state, ${SHOWN}
        from entry ${joinedWith('receipt')} order by ${order}`),
  );
}

/**
 * Returns a page of the money received, the newest day first.
 * @throws DeadlineError if the database does not respond in time
 */
export const listReceipts = (_: AdminScope, filter: ReceiptFilter, place: Place, size = PAGE_SIZE) =>
  readFrom(place, size, (limit) => readReceipts(filter, place, limit));

/** Yields all entries of money received of a filter, in batches. */
export const receiptBatches = (_: AdminScope, filter: ReceiptFilter, size: number) =>
  inBatches(size, (place) => readReceipts(filter, place, size));

/** Returns the sums of the money received by state, of all pages. */
export async function sumReceipts(_: AdminScope, filter: ReceiptFilter): Promise<StateSum<ReceiptRow['state']>[]> {
  const which = receiptsThat(filter);
  if (isNothing(which)) return [];
  const { bank, online } = which;
  const sums = unionOf([
    bank &&
      sql`select ${bankReceipts.state} as state, count(*)::int as count, sum(${bankReceipts.amountPaise})::bigint as amount, sum(${bankReceipts.tdsPaise})::bigint as tds
            from ${bankReceipts} where ${all(bank)} group by 1`,
    online &&
      sql`select ${paymentState} as state, count(*)::int as count, sum(${payments.amountPaise})::bigint as amount, 0 as tds from ${payments} where ${all(online)} group by 1`,
  ]);
  return sumsOf(sums);
}

async function* inBatches<Row extends { day: string | null; id: string }>(
  size: number,
  read: (place: Place) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let before: string | undefined; ;) {
    const rows = await read({ before });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    before = placeOf(rows.at(-1)!);
  }
}

/** Adds up sums (state, count, amount, tds). */
const sumsOf = <State extends string>(sums: SQLWrapper): Promise<StateSum<State>[]> =>
  withQueryDeadline(
    unpreparedDb().execute<StateSum<State>>(sql`
      select state, sum(count)::int as count, sum(amount)::bigint as "amountPaise", sum(tds)::bigint as "tdsPaise" from (${sums}) part group by 1`),
  );

/** The states of the gateway's refunds in the words of the register. */
const ONLINE_STATE = sql`case when ${payments.isTest} then 'test' else
  case ${paymentRefunds.state} when 'due' then 'sending' when 'processed' then 'done' else ${paymentRefunds.state} end end`;

/** The day in India on which a gateway paid money back, or was to begin. */
const onlineDay = sql`coalesce(${dayInIndia(paymentRefunds.processedAt)}, ${dayInIndia(paymentRefunds.dueAt)})`;

/**
 * All refunds of whatever state: transfers, those of a gateway, and what is owed and nobody has begun. A refund of a gateway that
 * counts is in `refunds`, too, with the same id.
 */
const REFUNDS = sql`
  select ${refunds.id}, ${refunds.billingId}, ${refunds.paidOn} as day, ${refunds.mode}, ${refunds.reference} as bank_reference, ${refunds.amountPaise},
         'INR' as currency, null as reason, ${refunds.remark} as note, ${refunds.state},
         ${refunds.payeeAccountId} as account_id
    from ${refunds} where ${refunds.mode} <> 'gateway'
  union all
  select ${paymentRefunds.id}, ${paymentRefunds.billingId}, ${onlineDay}, 'gateway', coalesce(${paymentRefunds.bankReference}, ${paymentRefunds.refundRef}, ''),
         ${paymentRefunds.amountPaise}, ${payments.capturedCurrency}, ${paymentRefunds.reason}, '', ${ONLINE_STATE}, null
    from ${paymentRefunds} join ${payments} on ${payments.id} = ${paymentRefunds.paymentId}
  union all
  select ${billings.id}, ${billings.id}, 'infinity', null, '', ${refundable(billings)}::bigint, 'INR',
         case when ${hasState(billings, ADOPTED_STATES)} then 'excess' when ${billings.state} = 'cancelled' then 'cancelled' else 'paid_too_late' end, '', 'owed', null
    from ${billings} where ${isRefundDue(billings)} and ${refundable(billings)} > 0`;

/** Whether money of `entry` is still to be paid back by a transfer: what a transfer failed to pay back is owed anew. */
const GOES_TO_BANK = sql`(entry.state in ('owed', 'recorded') or (entry.state = 'failed' and entry.mode = 'gateway'))`;

/** The account that a refund was paid to by a file, or is to be paid to: the confirmed one of its adoption, else the one that waits. */
const ACCOUNT = sql`case
  when entry.account_id is not null then entry.account_id
  when ${GOES_TO_BANK} then (
    select account.id from ${payeeAccounts} account where account.billing_id = entry.billing_id and account.state <> 'ended'
     order by account.state = 'confirmed' desc limit 1) end`;

const REFUND: Entries = {
  id: sql`entry.id`,
  billingId: sql`entry.billing_id`,
  day: sql`entry.day`,
  reference: sql`entry.bank_reference`,
};

const refundsThat = (filter: RefundFilter): SQL[] => [
  ...entriesThat(REFUND, filter),
  ...(filter.state === undefined ? [] : [sql`entry.state = ${filter.state}`]),
  ...(filter.way === undefined ? [] : [sql`(entry.mode = 'gateway') = ${filter.way === 'gateway'}`]),
];

/** Reads refunds from a place on, the nearest first. */
function readRefunds(filter: RefundFilter, place: Place, limit: number): Promise<RefundRow[]> {
  const order = orderOf(REFUND.day, REFUND.id, place);
  return withQueryDeadline(
    unpreparedDb().execute<RefundRow>(sql`
      with entry as materialized (
        select entry.* from (${REFUNDS}) entry where ${all([...refundsThat(filter), beyond(REFUND, place)])} order by ${order} limit ${limit})
      select entry.id, nullif(entry.day, 'infinity')::text as day, entry.mode, entry.bank_reference as "bankReference", entry.amount_paise as "amountPaise",
             entry.currency, entry.reason, entry.note, entry.state, ${GOES_TO_BANK} as "goesToBank",
             right(${payeeAccounts.accountNumber}, 4) as "accountEnding", ${payeeAccounts.confirmedAt} is not null as "isAccountConfirmed", ${SHOWN}
        from entry ${joinedWith('credit_note')} left join ${payeeAccounts} on ${payeeAccounts.id} = ${ACCOUNT} order by ${order}`),
  );
}

/**
 * Returns a page of the refunds: those that are owed, then the newest day first.
 * @throws DeadlineError if the database does not respond in time
 */
export const listRefunds = (_: AdminScope, filter: RefundFilter, place: Place, size = PAGE_SIZE) =>
  readFrom(place, size, (limit) => readRefunds(filter, place, limit));

/** Yields all refunds of a filter, in batches. */
export const refundBatches = (_: AdminScope, filter: RefundFilter, size: number) =>
  inBatches(size, (place) => readRefunds(filter, place, size));

/** Returns the sums of the refunds in INR by state, of all pages; `count` includes those in other currencies. */
export const sumRefunds = (_: AdminScope, filter: RefundFilter): Promise<StateSum<RefundRow['state']>[]> =>
  sumsOf(sql`
    select entry.state, count(*)::int as count, coalesce(sum(entry.amount_paise) filter (where entry.currency = 'INR'), 0)::bigint as amount, 0 as tds
      from (${REFUNDS}) entry where ${all(refundsThat(filter))} group by 1`);
