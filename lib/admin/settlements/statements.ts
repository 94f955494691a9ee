import 'server-only';
import type { Sql } from 'postgres';
import { IS_UNANSWERED } from '@/lib/payment/statements';

type By = { adminId: string; actor: string; id: string };

/**
 * Marks a difference as explained, and writes its audit entry. Parameters: administrator, username, difference, reason.
 * Of two at once the second finds it 'gone'.
 */
export const EXPLAIN_DIFFERENCE = `
with difference as (select d.* from settlement_differences d where d.id = $3::uuid for no key update of d),
     explained  as (update settlement_differences d set reason = $4::text, explained_by = $1::uuid, explained_at = now()
                      from difference g where d.id = g.id and g.explained_at is null returning d.*),
     audited    as (insert into audit_log (admin_id, actor, action, subject, after)
                    select $1::uuid, $2::text, 'settlement.explained', coalesce(e.billing_id, e.id)::text,
                           jsonb_strip_nulls(jsonb_build_object('reference', b.reference, 'kind', e.kind, 'transaction', e.entity_id,
                             'amount_paise', coalesce(e.reported_paise, e.expected_paise), 'reason', e.reason))
                      from explained e left join billings b on b.id = e.billing_id)
select case when g.explained_at is null then 'done' else 'gone' end as verdict from difference g`;

/** Runs EXPLAIN_DIFFERENCE. Returns undefined if there is no such difference. */
export async function runExplainDifference(
  sql: Sql,
  { adminId, actor, id, reason }: By & { reason: string },
  statement = EXPLAIN_DIFFERENCE,
): Promise<'done' | 'gone' | undefined> {
  const [row] = await sql.unsafe<{ verdict: 'done' | 'gone' }[]>(statement, [adminId, actor, id, reason], {
    prepare: true,
  });
  return row?.verdict;
}

/**
 * Makes a payment due about which the job does not ask any more, and writes its audit entry. Parameters: administrator,
 * username, payment.
 */
const CHECK_AGAIN = `
with payment as (select p.*, ${IS_UNANSWERED('p')} as is_unanswered from payments p where p.id = $3::uuid for no key update of p),
     checked as (update payments p set next_check_at = now() from payment g where p.id = g.id and g.is_unanswered returning p.*),
     audited as (insert into audit_log (admin_id, actor, action, subject, after)
                 select $1::uuid, $2::text, 'payment.checked', c.billing_id::text,
                        jsonb_build_object('reference', b.reference, 'amount_paise', c.amount_paise)
                   from checked c join billings b on b.id = c.billing_id)
select case when g.is_unanswered then 'done' else 'gone' end as verdict from payment g`;

/** Runs CHECK_AGAIN. Returns undefined if there is no such payment. */
export async function runCheckAgain(sql: Sql, { adminId, actor, id }: By): Promise<'done' | 'gone' | undefined> {
  const [row] = await sql.unsafe<{ verdict: 'done' | 'gone' }[]>(CHECK_AGAIN, [adminId, actor, id], { prepare: true });
  return row?.verdict;
}
