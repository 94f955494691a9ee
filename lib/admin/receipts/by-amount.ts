import 'server-only';
import { sql } from 'drizzle-orm';
import { outstanding } from '@/db/balance';
import { db } from '@/db/client';
import { bankReceipts, billings } from '@/db/schema';
import type { StatementLine } from '@/lib/admin/bank-statements/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { companyName, companyNamer, EMPTY_STARTS, nameStart, nameStarts, type CompanyName } from './company-names';
import { byId } from './queries';
import type { ReceiptAdoption } from './schema';

/** The pledge that a line is for. */
type Chosen = { line: number; id: string; by: 'company' | 'amount' };
/** How many pledges of a company, or of all others (null), miss the same amount, with one of them. */
type Missing = { paise: number; company: CompanyName | null; pledges: number; id: string };

/**
 * Returns by the lines' amounts (paise) the pledges that miss exactly this much, apart those of each company that a line of the
 * amount may name. Receipts that wait for their confirmation count as arrived.
 */
async function pledgesByAmount(lines: readonly StatementLine[]): Promise<Map<number, Missing[]>> {
  const mayNames = lines.flatMap(({ amountPaise: paise, payer, text }) =>
    nameStarts(payer, text).map((start) => ({ paise, start })),
  );
  // 'offset 0': the start of a name is found once, not wherever it is named.
  const rows = await withQueryDeadline(
    db().execute<Omit<Missing, 'company'> & { company: string | null }>(sql`
      with waiting as (select ${bankReceipts.billingId}, sum(${bankReceipts.amountPaise} + ${bankReceipts.tdsPaise}) as paise
                         from ${bankReceipts} where ${bankReceipts.state} = 'recorded' group by 1),
           pledged as (select ${billings.id}, ${billings.sponsor}->>'company' as company,
                              (${outstanding(billings)} - coalesce(w.paise, 0))::bigint as paise
                         from ${billings} left join waiting w on w.billing_id = ${billings.id} where ${billings.state} = 'pledged'),
           missing as (select *, ${nameStart(sql`company`)} as start from pledged
                        where paise = any(${sql.param(lines.map(({ amountPaise }) => amountPaise))}::bigint[]) offset 0),
           named   as (select * from jsonb_to_recordset(${JSON.stringify(mayNames)}::jsonb) as n(paise bigint, start text))
      select m.paise, count(*)::int as pledges, min(m.id::text) as id,
             case when m.start = any(${sql.param(EMPTY_STARTS)}::text[]) or (m.paise, m.start) in (select n.paise, n.start from named n)
                  then m.company end as company
        from missing m group by m.paise, 4`),
  );
  const missing = rows.map(({ company, ...row }) => ({
    ...row,
    company: company === null ? null : companyName(company),
  }));
  return groupBy(missing, ({ paise }) => paise);
}

/**
 * Returns by line the pledge that misses exactly its amount: the only one of a company that it names; else the only one of
 * all, if no other line has this amount. None for lines that could mean the same one.
 */
export async function byAmount(
  lines: readonly StatementLine[],
): Promise<Map<number, { adoption: ReceiptAdoption; by: Chosen['by'] }>> {
  if (lines.length === 0) return new Map();
  const missing = await pledgesByAmount(lines);
  const isSingle = new Set(singles(lines));
  const chosen = lines.flatMap(({ line, amountPaise, payer, text }): Chosen[] => {
    const pledges = missing.get(amountPaise) ?? [];
    const isNamed = companyNamer(payer, text);
    const named = onlyOf(pledges.filter(({ company }) => company !== null && isNamed(company)));
    if (named) return [{ line, id: named, by: 'company' }];
    const only = isSingle.has(amountPaise) ? onlyOf(pledges) : undefined;
    return only ? [{ line, id: only, by: 'amount' }] : [];
  });
  const linesById = groupBy(chosen, ({ id }) => id);
  const adoptions = await byId([...linesById.keys()]);
  return new Map(
    [...linesById].flatMap(([id, [only, ...others]]) => {
      const adoption = adoptions.get(id);
      return only && others.length === 0 && adoption ? [[only.line, { adoption, by: only.by }]] : [];
    }),
  );
}

/** Returns the id of the pledge, if it is the only one. */
const onlyOf = ([first, ...others]: readonly Missing[]) =>
  first?.pledges === 1 && others.length === 0 ? first.id : undefined;

/** Returns the amounts that occur once. */
function singles(lines: readonly StatementLine[]): number[] {
  const credited = new Map<number, number>();
  for (const { amountPaise } of lines) credited.set(amountPaise, (credited.get(amountPaise) ?? 0) + 1);
  return [...credited].flatMap(([amount, count]) => (count === 1 ? amount : []));
}
