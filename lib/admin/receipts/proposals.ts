import 'server-only';
import { sql } from '@/db/client';
import { OUTSTANDING, REFUND_DUE } from '@/db/balance';
import { raw } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { ADOPTION_COLUMNS, byReference } from './queries';
import type { Debit, Proposal, ReceiptAdoption, StatementLine } from './schema';

/** The lines as the statements read them. */
const linesTable = (lines: readonly StatementLine[]) => sql()`
  jsonb_to_recordset(${JSON.stringify(
    lines.map(({ line, date, amountPaise, bankReference, mode, payerBank, mayName }) => ({
      ...{
        line,
        date,
        mode: mode ?? 'NEFT',
        reference: bankReference,
        bank: payerBank,
        paise: amountPaise,
        names: mayName,
      },
    })),
  )}::text::jsonb) as l(line int, date date, mode text, reference text, bank text, paise bigint, names text[])`;

type KnownCredit = { state: 'recorded' | 'part' | 'differs'; adoptions: ReceiptAdoption[] };

/**
 * Returns the recorded credits by line: those with its reference under any spelling and mode, and cheques with its number,
 * day and amount whose bank the line does not name.
 */
async function knownCredits(lines: readonly StatementLine[]): Promise<Map<number, KnownCredit>> {
  const rows = await withQueryDeadline(
    sql()<({ line: number } & KnownCredit)[]>`
      with keyed as (select l.*, credit_key(l.mode, l.reference, l.bank, l.date) as key from ${linesTable(lines)} where l.reference is not null),
           found as (select k.line, k.paise, k.date, c.* from keyed k join bank_credits c on c.key = k.key where c.parts_paise > 0
                      union all
                     select k.line, k.paise, k.date, c.* from keyed k join bank_credits c
                         on c.credited_on = k.date and c.amount_paise = k.paise and c.key like split_part(k.key, ' ', 1) || ' _% ' || k.date
                      where c.parts_paise > 0 and k.mode in ('cheque', 'demand_draft') and k.bank = '')
      select f.line, case when f.amount_paise <> f.paise or f.credited_on <> f.date then 'differs'
                          when f.parts_paise < f.amount_paise then 'part' else 'recorded' end as state,
             coalesce((select jsonb_agg(to_jsonb(a)) from (select distinct on (b.reference) ${raw(ADOPTION_COLUMNS)}
                         from bank_receipts r join billings b on b.id = r.billing_id where r.credit_id = f.id and r.state <> 'rejected') a), '[]') as adoptions
        from found f`,
  );
  return new Map(rows.map(({ line, ...known }) => [line, known]));
}

/** Days between the gateway's settlement and the credit of the bank. */
const SETTLED_WITHIN_DAYS = 10;

/** Returns the lines with a transfer of the payment gateway: with the UTR of a settlement report, or naming the gateway. */
async function gatewayLines(lines: readonly StatementLine[]): Promise<Set<number>> {
  const rows = await withQueryDeadline(
    sql()<{ line: number }[]>`
      with lines as (select l.line, l.date, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)} where l.reference is not null),
           sent  as (select distinct credit_key('NEFT', i.utr, '', null) as key from settlement_items i
                      where i.utr is not null and i.day between (select min(date) from lines) - ${SETTLED_WITHIN_DAYS}::int
                                                            and (select max(date) from lines) + ${SETTLED_WITHIN_DAYS}::int)
      select l.line from lines l join sent s using (key)`,
  );
  const named = lines.filter(({ text, mayName }) => /\brazorpay/i.test(text) && mayName.length === 0);
  return new Set([...rows, ...named].map(({ line }) => line));
}

/**
 * Returns by amount (paise) the pledge that misses exactly this much, if it is the only one. Receipts that wait for
 * their confirmation count as arrived.
 */
async function byAmount(amounts: readonly number[]): Promise<Map<number, ReceiptAdoption>> {
  const rows = await withQueryDeadline(
    sql()<(ReceiptAdoption & { missing: number })[]>`
      with waiting as (select billing_id, sum(amount_paise + tds_paise) as paise from bank_receipts
                        where state = 'recorded' and billing_id is not null group by billing_id),
           missing as (select b.id, ${raw(OUTSTANDING('b'))} - coalesce(w.paise, 0) as paise
                         from billings b left join waiting w on w.billing_id = b.id where b.state = 'pledged'),
           single  as (select paise, (array_agg(id))[1] as id from missing where paise = any(${[...amounts]}::bigint[])
                        group by paise having count(*) = 1)
      select ${raw(ADOPTION_COLUMNS)}, o.paise::float8 as missing from single o join billings b on b.id = o.id`,
  );
  return new Map(rows.map(({ missing, ...adoption }) => [missing, adoption]));
}

/** Returns the amounts that occur once. */
function singles(lines: readonly StatementLine[]): number[] {
  const credited = new Map<number, number>();
  for (const { amountPaise } of lines) credited.set(amountPaise, (credited.get(amountPaise) ?? 0) + 1);
  return [...credited].flatMap(([amount, count]) => (count === 1 ? amount : []));
}

/**
 * Proposes adoptions for each credit of a bank statement: those that its text names, else the only pledge that misses
 * exactly this amount, if no other line could mean it. Credits that are recorded already, and the gateway's own transfers,
 * are marked. Writes nothing. Throws DeadlineError like withQueryDeadline.
 */
export async function proposeAdoptions(_scope: AdminScope, lines: readonly StatementLine[]): Promise<Proposal[]> {
  const [known, gateway] = await Promise.all([knownCredits(lines), gatewayLines(lines)]);
  const fresh = lines.filter(({ line }) => !known.has(line) && !gateway.has(line));
  const named = await byReference(fresh.flatMap((line) => line.mayName));
  const namesOf = (line: StatementLine) => line.mayName.flatMap((name) => named.get(name) ?? []);
  const exact = await byAmount(singles(fresh.filter((line) => namesOf(line).length === 0)));
  const propose = (line: StatementLine): Pick<Proposal, 'state' | 'adoptions' | 'by'> => {
    const recorded = known.get(line.line);
    if (recorded) return { ...recorded, by: null };
    if (gateway.has(line.line)) return { state: 'gateway', adoptions: [], by: null };
    const names = namesOf(line);
    if (names.length > 0) return { state: 'new', adoptions: names, by: 'reference' };
    const only = exact.get(line.amountPaise);
    if (!only || named.has(only.reference)) return { state: 'new', adoptions: [], by: null };
    return { state: 'new', adoptions: [only], by: 'amount' };
  };
  return lines.map((line) => {
    const { mayName: _names, side: _side, ...shown } = line;
    return { ...shown, ...propose(line) };
  });
}

/**
 * Proposes what each debit of a bank statement is: a refund that is recorded, by its reference and amount; else one that is
 * due, by the adoption that it names or by the only one that is owed exactly this amount. Throws like proposeAdoptions.
 */
export async function proposeRefunds(_scope: AdminScope, lines: readonly StatementLine[]): Promise<Debit[]> {
  const rows = await withQueryDeadline(
    sql()<{ line: number; refund: NonNullable<Debit['refund']> }[]>`
      with lines    as (select l.*, credit_key('NEFT', l.reference, '', null) as key from ${linesTable(lines)}),
           recorded as (select distinct on (l.line) l.line, r.billing_id, r.state
                          from refunds r join lines l on l.paise = r.amount_paise and l.key = credit_key('NEFT', r.reference, '', null)
                         where r.state in ('recorded', 'done') order by l.line, r.recorded_at),
           due      as (select b.id, b.reference, ${raw(REFUND_DUE('b'))} as paise, count(*) over (partition by ${raw(REFUND_DUE('b'))}) as others
                          from billings b where ${raw(REFUND_DUE('b'))} > 0),
           owed     as (select distinct on (l.line) l.line, d.id as billing_id, 'due' as state
                          from lines l join due d on d.paise = l.paise and (d.reference = any(l.names) or d.others = 1)
                         where not exists (select from recorded r where r.line = l.line) order by l.line, d.reference = any(l.names) desc, d.id)
      select f.line, jsonb_build_object('reference', b.reference, 'company', b.sponsor->>'company', 'state', f.state) as refund
        from (select * from recorded union all select * from owed) f join billings b on b.id = f.billing_id`,
  );
  const found = new Map(rows.map(({ line, refund }) => [line, refund]));
  return lines.map(({ line, date, amountPaise, text, bankReference }) => ({
    ...{ line, date, amountPaise, text, bankReference },
    refund: found.get(line) ?? null,
  }));
}
