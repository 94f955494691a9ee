import 'server-only';
import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { refundDue } from '@/db/balance';
import { db } from '@/db/client';
import { bankCredits, bankReceipts, billings, institutes, refunds, releases, settlementItems } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import type { StatementLine } from '@/lib/admin/bank-statements/schema';
import { readFunds } from '@/lib/funds/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { placeOf } from '@/lib/platform/place-of';
import { readSettings } from '@/lib/settings/queries';
import { byAmount } from './by-amount';
import { orderKeysIn } from './order-numbers';
import { ADOPTION, byBeginning, byOrderNumber, byReference, byToldTransfer } from './queries';
import {
  missingPaise,
  type Debit,
  type DebitOrder,
  type DebitRelease,
  type Proposal,
  type ReceiptAdoption,
} from './schema';

/** The lines as the statements read them. */
function linesTable(lines: readonly StatementLine[]): SQL {
  const rows = lines.map(({ line, date, amountPaise, bankReference, mode, payerBank, mayName }) => ({
    line,
    date,
    mode: mode ?? 'NEFT',
    reference: bankReference,
    bank: payerBank,
    paise: amountPaise,
    names: mayName,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as l(line int, date date, mode text, reference text, bank text, paise bigint, names text[])`;
}

type KnownCredit = { state: 'recorded' | 'part' | 'differs'; adoptions: ReceiptAdoption[] };

/**
 * Returns the recorded credits by line: those with its reference under any spelling and mode, and cheques with its number,
 * day and amount whose bank the line does not name.
 */
async function knownCredits(lines: readonly StatementLine[]): Promise<Map<number, KnownCredit>> {
  const found = await withQueryDeadline(
    db().execute<{ line: number; creditId: string; state: KnownCredit['state'] }>(sql`
      with keyed as (select l.*, credit_key(l.mode, l.reference, l.bank, l.date) as key from ${linesTable(lines)} where l.reference is not null),
           found as (select k.line, k.paise, k.date, ${bankCredits}.* from keyed k join ${bankCredits} on ${bankCredits.key} = k.key
                      where ${bankCredits.partsPaise} > 0
                      union all
                     select k.line, k.paise, k.date, ${bankCredits}.* from keyed k join ${bankCredits}
                         on ${bankCredits.creditedOn} = k.date and ${bankCredits.amountPaise} = k.paise
                        and ${bankCredits.key} like split_part(k.key, ' ', 1) || ' _% ' || k.date
                      where ${bankCredits.partsPaise} > 0 and k.mode in ('cheque', 'demand_draft') and k.bank = '')
      select f.line, f.id as "creditId", case when f.amount_paise <> f.paise or f.credited_on <> f.date then 'differs'
                                              when f.parts_paise < f.amount_paise then 'part' else 'recorded' end as state
        from found f`),
  );
  const parts = await partsOf(found.map(({ creditId }) => creditId));
  return new Map(
    found.map(({ line, creditId, state }) => [
      line,
      { state, adoptions: parts.filter((part) => part.creditId === creditId).map(({ adoption }) => adoption) },
    ]),
  );
}

/** Returns the adoptions of credits, each once, in the order of their references. */
const partsOf = (creditIds: readonly string[]) =>
  withQueryDeadline(
    db()
      .selectDistinctOn([bankReceipts.creditId, billings.reference], {
        creditId: bankReceipts.creditId,
        adoption: ADOPTION,
      })
      .from(bankReceipts)
      .innerJoin(billings, eq(billings.id, bankReceipts.billingId))
      .where(and(inArray(bankReceipts.creditId, [...creditIds]), ne(bankReceipts.state, 'rejected')))
      .orderBy(bankReceipts.creditId, billings.reference),
  );

/** Days between the gateway's settlement and the credit of the bank. */
const SETTLED_WITHIN_DAYS = 10;

/** Returns the lines with a transfer of the payment gateway: with the UTR of a settlement report, or naming the gateway. */
async function gatewayLines(lines: readonly StatementLine[]): Promise<Set<number>> {
  const { utr, day } = settlementItems;
  const rows = await withQueryDeadline(
    db().execute<{ line: number }>(sql`
      with lines as (select l.line, l.date, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)} where l.reference is not null),
           sent  as (select distinct credit_key('NEFT', ${utr}, '', null) as key from ${settlementItems}
                      where ${utr} is not null and ${day} between (select min(date) from lines) - ${SETTLED_WITHIN_DAYS}::int
                                                              and (select max(date) from lines) + ${SETTLED_WITHIN_DAYS}::int)
      select l.line from lines l join sent s using (key)`),
  );
  const named = lines.filter(({ text, mayName }) => /\brazorpay/i.test(text) && mayName.length === 0);
  return new Set([...rows, ...named].map(({ line }) => line));
}

/**
 * Returns by line the adoptions whose refund came back: the refund with its reference and amount, or of the adoption that
 * it names; without one, the adoptions that it names.
 */
async function returnedRefunds(lines: readonly StatementLine[]): Promise<Map<number, ReceiptAdoption[]>> {
  if (lines.length === 0) return new Map();
  const rows = await withQueryDeadline(
    db().execute<{ line: number; reference: string }>(sql`
      with lines as (select l.*, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)})
      select distinct l.line, ${billings.reference}
        from lines l join ${refunds} on ${refunds.amountPaise} = l.paise and ${refunds.state} in ('recorded', 'done')
                     join ${billings} on ${billings.id} = ${refunds.billingId}
       where l.key = credit_key('NEFT', ${refunds.reference}, '', null) or ${billings.reference} = any(l.names)`),
  );
  const refunded = groupBy(rows, ({ line }) => line);
  const namesOf = ({ line, mayName }: StatementLine) =>
    refunded.get(line)?.map(({ reference }) => reference) ?? mayName;
  const adoptions = await byReference(lines.flatMap(namesOf));
  return new Map(lines.map((line) => [line.line, namesOf(line).flatMap((name) => adoptions.get(name) ?? [])]));
}

/** Returns by line the only adoption that it names by the beginning of its reference. */
async function begunAdoptions(lines: readonly StatementLine[]): Promise<Map<number, ReceiptAdoption[]>> {
  const adoptions = await byBeginning([
    ...new Set(lines.flatMap(({ mayBegin }) => mayBegin.map((each) => each.beginning))),
  ]);
  const begun = lines.map(({ line, amountPaise, mayBegin }): [number, ReceiptAdoption[]] => {
    const found = mayBegin.flatMap(({ beginning, isSure }) => {
      const adoption = adoptions.get(beginning);
      return adoption && (isSure || missingPaise(adoption) === amountPaise) ? [adoption] : [];
    });
    return [line, [...new Map(found.map((adoption) => [adoption.reference, adoption])).values()]];
  });
  return new Map(begun.filter(([, found]) => found.length === 1));
}

/**
 * Proposes adoptions for each credit of a bank statement: those that its text names, or the only one whose reference it has the
 * beginning of; else the one whose sponsor told of a transfer with its reference; else the pledges with an order number that it
 * names, none chosen if several have the same; else the only pledge that misses exactly this amount of a company that it
 * names; else the only one of all, if no other line could mean it. Credits that are recorded already, and the gateway's own
 * transfers, are marked, and so are payments of ours that came back and money of another account, which belong to no
 * adoption. Writes nothing. Throws DeadlineError like withQueryDeadline.
 * @param accounts of the statement, if it has several
 */
export async function matchAdoptions(
  _scope: AdminScope,
  lines: readonly StatementLine[],
  accounts: readonly string[] = [],
): Promise<Proposal[]> {
  const [known, gateway, returned, isOther] = await Promise.all([
    knownCredits(lines),
    gatewayLines(lines),
    returnedRefunds(lines.filter(({ kind }) => kind === 'returned')),
    otherAccounts(accounts),
  ]);
  const isNobodys = (line: StatementLine) => line.kind !== null || line.counterLine !== null || isOther(line);
  const fresh = lines.filter((line) => !known.has(line.line) && !gateway.has(line.line) && !isNobodys(line));
  const named = await byReference(fresh.flatMap((line) => line.mayName));
  const wholeOf = (line: StatementLine) => line.mayName.flatMap((name) => named.get(name) ?? []);
  const begunByLine = await begunAdoptions(fresh.filter((line) => wholeOf(line).length === 0));
  const namesOf = (line: StatementLine) => begunByLine.get(line.line) ?? wholeOf(line);
  const unnamed = fresh.filter((line) => namesOf(line).length === 0);
  const noticesByReference = await byToldTransfer(unnamed.flatMap(({ bankReference }) => bankReference ?? []));
  const toldOf = ({ bankReference }: StatementLine) => noticesByReference.get(bankReference ?? '') ?? [];
  const untold = unnamed.filter((line) => toldOf(line).length === 0);
  const keysOf = new Map(untold.map((line) => [line.line, orderKeysIn(line.text)]));
  const ordered = await byOrderNumber(new Set([...keysOf.values()].flatMap((keys) => [...keys])));
  const ordersOf = ({ line }: StatementLine) => [...(keysOf.get(line) ?? [])].flatMap((key) => ordered.get(key) ?? []);
  const isAmbiguous = ({ line }: StatementLine) =>
    [...keysOf.get(line)!].some((key) => (ordered.get(key)?.length ?? 0) > 1);
  const exact = await byAmount(untold.filter((line) => ordersOf(line).length === 0));
  const otherwise = [
    ...fresh.flatMap(namesOf),
    ...[...noticesByReference.values()].flat(),
    ...untold.flatMap(ordersOf),
  ];
  const isMeant = new Set(otherwise.map(({ reference }) => reference));
  const propose = (line: StatementLine): Pick<Proposal, 'state' | 'adoptions' | 'by'> => {
    const recorded = known.get(line.line);
    if (recorded) return { ...recorded, by: null };
    if (gateway.has(line.line)) return { state: 'gateway', adoptions: [], by: null };
    if (isOther(line)) return { state: 'other_account', adoptions: [], by: null };
    if (line.kind === 'returned') return { state: 'returned', adoptions: returned.get(line.line) ?? [], by: null };
    if (isNobodys(line)) return { state: line.kind ?? 'taken_back', adoptions: [], by: null };
    const names = namesOf(line);
    if (names.length > 0) return { state: 'new', adoptions: names, by: 'reference' };
    const tellers = toldOf(line);
    if (tellers.length > 0) return { state: 'new', adoptions: tellers, by: 'told' };
    const orders = ordersOf(line);
    if (orders.length > 0) return { state: 'new', adoptions: orders, by: isAmbiguous(line) ? 'orders' : 'order' };
    const only = exact.get(line.line);
    if (!only || isMeant.has(only.adoption.reference)) return { state: 'new', adoptions: [], by: null };
    return { state: 'new', adoptions: [only.adoption], by: only.by };
  };
  return lines.map((line) => {
    const { mayName: _names, mayBegin: _beginnings, side: _side, kind: _kind, ...shown } = line;
    return { ...shown, ...propose(line) };
  });
}

/**
 * Proposes what each debit of a bank statement is: a refund that is recorded, by its reference and amount; else one that is
 * due, by the adoption that it names or by the only one that is owed exactly this amount; or a transfer to an institute
 * (releasesOf). Throws like matchAdoptions.
 * @param accounts of the statement, if it has several
 */
export async function matchRefunds(
  scope: AdminScope,
  lines: readonly StatementLine[],
  accounts: readonly string[] = [],
): Promise<Debit[]> {
  const isOther = await otherAccounts(accounts);
  const due = refundDue(billings);
  const rows = await withQueryDeadline(
    db().execute<{ line: number } & NonNullable<Debit['refund']>>(sql`
      with lines    as (select l.*, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)}),
           recorded as (select distinct on (l.line) l.line, ${refunds.billingId}, ${refunds.state}
                          from ${refunds} join lines l on l.paise = ${refunds.amountPaise} and l.key = credit_key('NEFT', ${refunds.reference}, '', null)
                         where ${refunds.state} in ('recorded', 'done') order by l.line, ${refunds.recordedAt}),
           due      as (select ${billings.id}, ${billings.reference}, ${due} as paise, count(*) over (partition by ${due}) as others
                          from ${billings} where ${due} > 0),
           owed     as (select distinct on (l.line) l.line, d.id as billing_id, 'due' as state
                          from lines l join due d on d.paise = l.paise and (d.reference = any(l.names) or d.others = 1)
                         where not exists (select from recorded r where r.line = l.line) order by l.line, d.reference = any(l.names) desc, d.id)
      select f.line, ${billings.reference}, ${billings.sponsor}->>'company' as company, f.state
        from (select * from recorded union all select * from owed) f join ${billings} on ${billings.id} = f.billing_id`),
  );
  const found = new Map(rows.map(({ line, ...refund }) => [line, refund]));
  const isReturn = (line: StatementLine) => line.kind === 'returned' && !isOther(line);
  const orders = await ordersOf(
    lines.filter((line) => line.kind === null && line.counterLine === null && !isOther(line)),
  );
  const receipts = await receiptsTakenBack(lines.filter(isReturn));
  const transfers = await releasesOf(
    scope,
    lines.filter(
      (line) =>
        line.kind === null &&
        line.counterLine === null &&
        !isOther(line) &&
        !found.has(line.line) &&
        !orders.has(line.line),
    ),
  );
  return lines.map((each) => {
    const { line, date, amountPaise, text, bankReference, account, counterLine, mode, kind } = each;
    return {
      line,
      date,
      amountPaise,
      text,
      bankReference,
      account,
      counterLine,
      mode,
      isReturn: isReturn(each),
      refund: kind === 'returned' || isOther(each) || orders.has(line) ? null : (found.get(line) ?? null),
      receipt: receipts.get(line) ?? null,
      release: transfers.get(line) ?? null,
      order: orders.get(line) ?? null,
    };
  });
}

/**
 * Returns which lines of a statement with several accounts are of another one than that which sponsors pay to: the one of the
 * settings, or the first of the statement if they name none of these.
 */
async function otherAccounts(accounts: readonly string[]): Promise<(line: StatementLine) => boolean> {
  if (accounts.length < 2) return () => false;
  const { accountNumber } = await readSettings('body');
  const own = accounts.find((end) => accountNumber.endsWith(end)) ?? accounts[0];
  return ({ account }) => account !== null && account !== own;
}

/**
 * Returns by line the recorded receipt that a debit takes back: with its amount, and with its reference, the number of its
 * cheque or the adoption that it names; the latest, if it is one adoption's.
 */
async function receiptsTakenBack(lines: readonly StatementLine[]): Promise<Map<number, NonNullable<Debit['receipt']>>> {
  if (lines.length === 0) return new Map();
  const rows = await withQueryDeadline(
    db().execute<{ line: number; reference: string; company: string }>(sql`
      with lines as (select l.*, credit_key(l.mode, l.reference, l.bank, l.date) as key from ${linesTable(lines)})
      select l.line, min(${billings.reference}) as reference, min(${billings.sponsor}->>'company') as company
        from lines l
        join ${bankCredits} on ${bankCredits.amountPaise} = l.paise and ${bankCredits.creditedOn} <= l.date
        join ${bankReceipts} on ${bankReceipts.creditId} = ${bankCredits.id} and ${bankReceipts.state} in ('recorded', 'confirmed')
        join ${billings} on ${billings.id} = ${bankReceipts.billingId}
       where ${bankCredits.key} = l.key or split_part(${bankCredits.key}, ' ', 1) = split_part(l.key, ' ', 1)
          or ${billings.reference} = any(l.names)
       group by l.line having count(distinct ${billings.id}) = 1`),
  );
  return new Map(rows.map(({ line, ...receipt }) => [line, receipt]));
}

/**
 * Returns by line the payment of a file for the bank that a debit is: one that is ordered, with its amount, whose reference the line
 * names; else the only one with this amount, if the line is the only one, too.
 */
async function ordersOf(lines: readonly StatementLine[]): Promise<Map<number, DebitOrder>> {
  if (lines.length === 0) return new Map();
  const orders = await withQueryDeadline(
    db().execute<DebitOrder & { paise: number }>(sql`
      select ${releases.reference} as reference, ${releases.amountPaise} as paise, ${institutes.name} || ', ' || ${institutes.city} as payee
        from ${releases} join ${institutes} on ${institutes.id} = ${releases.instituteId} where ${releases.state} = 'ordered'
      union all
      select ${refunds.reference}, ${refunds.amountPaise}, ${billings.sponsor}->>'company'
        from ${refunds} join ${billings} on ${billings.id} = ${refunds.billingId} where ${refunds.state} = 'ordered'`),
  );
  const found = new Map<number, DebitOrder>();
  const take = (line: StatementLine, { reference, payee }: DebitOrder) => found.set(line.line, { reference, payee });
  const isTaken = ({ reference }: DebitOrder) => [...found.values()].some((order) => order.reference === reference);
  for (const line of lines) {
    const text = `${line.text} ${line.bankReference ?? ''}`.toUpperCase().replace(/[^A-Z0-9]+/g, '');
    const named = orders.find(({ reference, paise }) => paise === line.amountPaise && text.includes(reference));
    if (named && !isTaken(named)) take(line, named);
  }
  for (const line of lines.filter(({ line: number }) => !found.has(number))) {
    const isSame = ({ amountPaise, line: number }: StatementLine) =>
      amountPaise === line.amountPaise && !found.has(number);
    const open = orders.filter((order) => order.paise === line.amountPaise && !isTaken(order));
    if (open.length === 1 && lines.filter(isSame).length === 1) take(line, open[0]!);
  }
  return found;
}

/** Words of institutes' names that say nothing of which one it is. */
const GENERIC = new Set([
  ...['GOVERNMENT', 'GOVT', 'COLLEGE', 'POLYTECHNIC', 'INSTITUTE', 'INSTITUTES', 'TECHNOLOGY', 'ENGINEERING', 'SCHOOL'],
  ...[
    'INDUSTRIAL',
    'TRAINING',
    'SCIENCE',
    'WOMEN',
    'UNIVERSITY',
    'PRIVATE',
    'CENTRE',
    'TECHNICAL',
    'NEFT',
    'RTGS',
    'IMPS',
  ],
]);

/** Returns the words of a name that may tell it from others. */
const wordsOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 3 && !GENERIC.has(word));

/**
 * Returns by line the transfer to an institute that a debit is: one that is recorded, with its reference and amount; else one to
 * record, if exactly this amount can be passed on to one institute only, and the text has a word of its name or city that no other
 * institute with money to pass on has.
 */
async function releasesOf(scope: AdminScope, lines: readonly StatementLine[]): Promise<Map<number, DebitRelease>> {
  if (lines.length === 0) return new Map();
  const [recorded, funds] = await Promise.all([
    withQueryDeadline(
      db().execute<{ line: number; id: string; name: string; city: string; state: 'recorded' | 'confirmed' }>(sql`
        with lines as (select l.*, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)})
        select l.line, ${institutes.id}, ${institutes.name}, ${institutes.city}, ${releases.state}
          from lines l
          join ${releases} on ${releases.amountPaise} = l.paise and ${releases.kind} = 'passed_on'
           and credit_key('NEFT', ${releases.reference}, '', null) = l.key and ${releases.state} in ('recorded', 'confirmed')
          join ${institutes} on ${institutes.id} = ${releases.instituteId}`),
    ),
    readFunds(scope),
  ]);
  const known = new Map(
    recorded.map(({ line, id, name, city, state }): [number, DebitRelease] => [
      line,
      { instituteId: id, institute: placeOf(name, city), state },
    ]),
  );
  const words = funds.map(({ name, city }) => new Set(wordsOf(`${name} ${city}`)));
  const isOwn = (word: string) => words.filter((own) => own.has(word)).length === 1;
  for (const { line, amountPaise, text } of lines) {
    const [only, ...others] = funds.flatMap((institute, at) =>
      institute.passablePaise === amountPaise ? [{ ...institute, words: words[at]! }] : [],
    );
    if (known.has(line) || !only || others.length > 0) continue;
    if (wordsOf(text).some((word) => only.words.has(word) && isOwn(word)))
      known.set(line, { instituteId: only.id, institute: placeOf(only.name, only.city), state: 'due' });
  }
  return known;
}
