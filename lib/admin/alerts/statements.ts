import 'server-only';
import type { Sql } from 'postgres';

/**
 * Marks an alert as looked at, and writes its audit entry, which names no contact: it is kept for good. Parameters:
 * administrator, username, alert, reason. Of two at once the second finds it 'gone'.
 */
export const LOOK_AT_ALERT = `
with alert   as (select a.* from alerts a where a.id = $3::uuid for no key update of a),
     looked  as (update alerts a set reason = $4::text, looked_at_by = $1::uuid, looked_at = now()
                   from alert g where a.id = g.id and g.looked_at is null returning a.*),
     audited as (insert into audit_log (admin_id, actor, action, subject, after)
                 select $1::uuid, $2::text, 'alert.looked_at', coalesce(l.billing_id, l.id)::text,
                        jsonb_strip_nulls(jsonb_build_object('reference', b.reference, 'kind', l.kind, 'reason', l.reason))
                   from looked l left join billings b on b.id = l.billing_id)
select case when g.looked_at is null then 'done' else 'gone' end as verdict from alert g`;

type Look = { adminId: string; actor: string; id: string; reason: string };

/** Runs LOOK_AT_ALERT. Returns undefined if there is no such alert. */
export async function runLookAtAlert(
  sql: Sql,
  { adminId, actor, id, reason }: Look,
  statement = LOOK_AT_ALERT,
): Promise<'done' | 'gone' | undefined> {
  const [row] = await sql.unsafe<{ verdict: 'done' | 'gone' }[]>(statement, [adminId, actor, id, reason], {
    prepare: true,
  });
  return row?.verdict;
}
