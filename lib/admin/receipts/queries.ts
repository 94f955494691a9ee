import 'server-only';
import { sql } from '@/db/client';
import { OUTSTANDING } from '@/db/balance';
import { raw } from '@/db/fragments';
import { stateList, statesThat } from '@/db/schema/billing-states';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { mayName } from '@/lib/admin/bank-statements/adoption-references';
import type { ReceiptAdoption } from './schema';

/** Money can belong to these. */
const VERIFIED = `b.state in (${stateList(statesThat(({ verified }) => verified === 'yes'))})`;

/** Receipts that wait for their confirmation, in paise. */
const WAITING = `coalesce((select sum(w.amount_paise + w.tds_paise) from bank_receipts w
  where w.billing_id = b.id and w.state = 'recorded'), 0)`;

/** The columns of a ReceiptAdoption, of the billing `b`. */
export const ADOPTION_COLUMNS = `b.reference, b.sponsor->>'company' as company, ${OUTSTANDING('b')}::float8 as "outstandingPaise",
  ${WAITING}::float8 as "waitingPaise", b.version`;

/** Returns the verified adoptions with these references. */
export async function byReference(references: readonly string[]): Promise<Map<string, ReceiptAdoption>> {
  const rows = await withQueryDeadline(
    sql()<ReceiptAdoption[]>`
      select ${raw(ADOPTION_COLUMNS)} from billings b where b.reference = any(${[...references]}) and ${raw(VERIFIED)}`,
  );
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Adoptions that a search shows. */
const FOUND = 10;

/**
 * Returns the adoptions that somebody means: the one with this reference, else those whose reference or company contains
 * the text, pledges first. Throws DeadlineError like withQueryDeadline.
 */
export async function findReceiptAdoptions(_scope: AdminScope, typed: string): Promise<ReceiptAdoption[]> {
  const text = typed.trim();
  const named = await byReference([text, ...mayName(text)]);
  if (named.size > 0) return [...named.values()].slice(0, 1);
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const pattern = text.replace(/[\\%_]/g, '\\$&');
  return withQueryDeadline(
    sql()<ReceiptAdoption[]>`
      select ${raw(ADOPTION_COLUMNS)} from billing_search_index k join billings b on b.id = k.billing_id
       where k.search_text like '%' || search_key(${pattern}) || '%' and ${raw(VERIFIED)}
       order by b.state <> 'pledged', b.created_at desc, b.id limit ${FOUND}`,
  );
}
