import 'server-only';
import { sql } from '@/db/client';
import { OUTSTANDING } from '@/db/balance';
import { raw } from '@/db/fragments';
import { stateList, statesThat } from '@/db/schema/billing-states';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { BANK_MODES } from '@/lib/admin/adoptions/schema';
import { withQueryDeadline } from '@/lib/core/deadline';
import { mayName } from './rules';
import type { Proposal, ReceiptAdoption, StatementLine } from './schema';

/** Money can belong to these. */
const VERIFIED = `b.state in (${stateList(statesThat(({ verified }) => verified === 'yes'))})`;

const COLUMNS = `b.reference, b.sponsor->>'company' as company, ${OUTSTANDING('b')}::float8 as "outstandingPaise", b.version`;

/** Returns the verified adoptions with these references. */
async function byReference(references: readonly string[]): Promise<Map<string, ReceiptAdoption>> {
  const rows = await withQueryDeadline(
    sql()<ReceiptAdoption[]>`
      select ${raw(COLUMNS)} from billings b where b.reference = any(${[...references]}) and ${raw(VERIFIED)}`,
  );
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Returns the adoption that somebody's typed reference means, or null. Throws DeadlineError like withQueryDeadline. */
export async function findReceiptAdoption(_scope: AdminScope, typed: string): Promise<ReceiptAdoption | null> {
  const found = await byReference([typed.trim(), ...mayName(typed)]);
  return found.values().next().value ?? null;
}

type Known = { bankReference: string } & (ReceiptAdoption | { [Key in keyof ReceiptAdoption]: null });

/** Returns the recorded receipts with these bank references, in any mode, and their adoptions. */
async function knownReceipts(references: readonly string[]): Promise<Map<string, ReceiptAdoption | null>> {
  const rows = await withQueryDeadline(
    sql()<Known[]>`
      select r.reference as "bankReference", ${raw(COLUMNS)}
        from bank_receipts r left join billings b on b.id = r.billing_id
       where r.mode = any(${[...BANK_MODES]}) and r.reference = any(${[...references]}) and r.state <> 'rejected'`,
  );
  return new Map(
    rows.map(({ bankReference, ...adoption }) => [bankReference, adoption.reference === null ? null : adoption]),
  );
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
      select ${raw(COLUMNS)}, o.paise::float8 as missing from single o join billings b on b.id = o.id`,
  );
  return new Map(rows.map(({ missing, ...adoption }) => [missing, adoption]));
}

/**
 * Proposes an adoption for each credit of a bank statement: the one that its text names, else the only pledge that
 * misses exactly this amount, if no other line could mean it. Credits that are recorded already are marked. Writes
 * nothing. Throws DeadlineError like withQueryDeadline.
 */
export async function proposeAdoptions(_scope: AdminScope, lines: readonly StatementLine[]): Promise<Proposal[]> {
  const known = await knownReceipts(lines.flatMap(({ bankReference }) => bankReference ?? []));
  const isKnown = ({ bankReference }: StatementLine) => bankReference !== null && known.has(bankReference);
  const fresh = lines.filter((line) => !isKnown(line));
  const named = await byReference(fresh.flatMap((line) => line.mayName));
  const namesOf = (line: StatementLine) => line.mayName.flatMap((name) => named.get(name) ?? []);
  const unnamed = fresh.filter((line) => namesOf(line).length === 0);
  const credited = new Map<number, number>();
  for (const { amountPaise } of unnamed) credited.set(amountPaise, (credited.get(amountPaise) ?? 0) + 1);
  const once = [...credited].flatMap(([amount, count]) => (count === 1 ? amount : []));
  const exact = await byAmount(once);
  const propose = (line: StatementLine): Pick<Proposal, 'isKnown' | 'adoption' | 'by'> => {
    if (isKnown(line)) return { isKnown: true, adoption: known.get(line.bankReference!)!, by: null };
    const names = namesOf(line);
    if (names.length === 1) return { isKnown: false, adoption: names[0]!, by: 'reference' };
    const only = names.length === 0 ? exact.get(line.amountPaise) : undefined;
    if (!only || named.has(only.reference)) return { isKnown: false, adoption: null, by: null };
    return { isKnown: false, adoption: only, by: 'amount' };
  };
  return lines.map((line) => {
    const { mayName: _, ...shown } = line;
    return { ...shown, ...propose(line) };
  });
}
