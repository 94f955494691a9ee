import 'server-only';
import type { ISql, Sql } from 'postgres';
import { TODAY } from '@/db/balance';
import { addedReceipt, givenReceipt, IS_NOTHING_LEFT } from '@/db/credits';

/**
 * Records what is left of a credit as a receipt without an adoption, and its audit entry. Parameters: administrator,
 * username, reason, and the values of the receipt as JSON. Its row has the verdict: 'done' or a refusal.
 */
export const RECORD_UNMATCHED = `
with ${givenReceipt('$4::text::jsonb')}
     judged  as (select case when g."creditedOn" > ${TODAY} then 'date_in_future'
                             when ${IS_NOTHING_LEFT} then 'reference_used' else 'done' end as verdict
                   from given g),${addedReceipt('null', '$1::uuid', true)}
     audited as (insert into audit_log (admin_id, actor, action, subject, after)
                 select $1::uuid, $2::text, 'receipt.recorded', a.id::text,
                        jsonb_build_object('mode', a.mode, 'bank_reference', a.reference, 'amount_paise', a.amount_paise, 'tds_paise', a.tds_paise,
                                           'credited_on', a.credited_on, 'payer', a.payer, 'reason', $3::text)
                   from added a)
select j.verdict, a.id from judged j left join added a on true`;

/**
 * Rejects a receipt that belongs to no adoption, and writes its audit entry. Parameters: administrator, username, reason,
 * receipt. The lock returns the newest row, so of two concurrent steps on a receipt the second one finds it 'gone'.
 */
export const REJECT_UNMATCHED = `
with receipt as (select r.* from bank_receipts r where r.id = $4::uuid for no key update of r),
     judged  as (select r.*, case when r.state = 'recorded' and r.billing_id is null then 'done' else 'gone' end as verdict from receipt r),
     rejected as (update bank_receipts r set state = 'rejected' from judged j where r.id = j.id and j.verdict = 'done' returning r.*),
     audited as (insert into audit_log (admin_id, actor, action, subject, before, after)
                 select $1::uuid, $2::text, 'receipt.rejected', j.id::text, jsonb_build_object('state', j.state),
                        jsonb_build_object('state', r.state, 'mode', r.mode, 'bank_reference', r.reference, 'amount_paise', r.amount_paise,
                                           'tds_paise', r.tds_paise, 'payer', r.payer, 'reason', $3::text)
                   from judged j join rejected r on r.id = j.id)
select j.verdict from judged j`;

/** Runs REJECT_UNMATCHED. Returns undefined if there is no such receipt. */
export async function runRejectUnmatched(
  sql: Sql,
  { adminId, actor, reason, id }: { adminId: string; actor: string; reason: string; id: string },
  statement = REJECT_UNMATCHED,
): Promise<'done' | 'gone' | undefined> {
  const [row] = await sql.unsafe<{ verdict: 'done' | 'gone' }[]>(statement, [adminId, actor, reason, id], {
    prepare: true,
  });
  return row?.verdict;
}

export type RecordedRow = { verdict: 'done' | 'date_in_future' | 'reference_used'; id: string | null };

/** Runs RECORD_UNMATCHED. */
export async function runRecordUnmatched(
  sql: ISql,
  { adminId, actor, reason, values }: { adminId: string; actor: string; reason: string; values: object },
  statement = RECORD_UNMATCHED,
): Promise<RecordedRow> {
  const [row] = await sql.unsafe<RecordedRow[]>(statement, [adminId, actor, reason, JSON.stringify(values)], {
    prepare: true,
  });
  return row!;
}
