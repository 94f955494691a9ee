import 'server-only';
import type { Sql } from 'postgres';
import { FINANCE_ROLES, type AdminRole } from './roles';

const list = (roles: readonly AdminRole[]) => `(${roles.map((role) => `'${role}'`).join(', ')})`;

/**
 * CTE `acting`: one row if the administrator's session lives and the account has one of the roles, none otherwise. It
 * locks both, after what the statement locked before it reads `acting`: a request that was authorised before the
 * account was closed, and waited for a lock meanwhile, changes nothing.
 * @param admin, session SQL of the ids
 */
export const ACTING_ADMIN = (admin: string, session: string, roles: readonly AdminRole[]): string => `
     may_act as (select a.id from admins a
                  where a.id = ${admin} and a.deactivated_at is null and a.role in ${list(roles)} for share),
     acting  as (select s.id from admin_sessions s join may_act a on a.id = s.admin_id
                  where s.id = ${session} and s.expires_at > now() for share of s)`;
/** Days for which an administrator who lost the right to confirm still counts as a second one. */
export const SECOND_ADMIN_DAYS = 7;

/**
 * Condition: somebody else could take the second step, now or at any time since the first one, and in any case in the last
 * SECOND_ADMIN_DAYS. Otherwise an owner could be alone for a moment by changing the roles of the others. An
 * installation may have one administrator, who then takes both steps.
 * @param admin, since SQL of the administrator and of the time of the first step
 * @param roles those that may take the second step
 */
export const HAS_SECOND_ADMIN = (admin: string, since: string, roles = FINANCE_ROLES): string => `(
  exists (select from admins a where a.id <> ${admin} and a.deactivated_at is null and a.password_hash is not null and a.role in ${list(roles)})
  or exists (select from audit_log l where l.action = 'admin.changed' and l.subject <> ${admin}::text
                and l.at > least(${since}, now() - interval '${SECOND_ADMIN_DAYS} days')
                and l.before->>'role' in ${list(roles)} and (l.before->>'active')::boolean))`;

/**
 * Sets role and state of an administrator, ends the sessions of a deactivated one, and writes the audit log entry.
 * $1 administrator, $2 role, $3 active, $4 acting owner, $5 name of the acting owner. All active owners are locked in
 * the order of their ids, so of two owners who demote each other at once the second finds that the first one may not
 * act any more. Who was invited and has no password yet is no active owner. The verdict is 'role' for an actor who is no active owner, and 'last_owner' if none would be left.
 */
export const EDIT_ADMIN = `
with locked  as (select a.* from admins a
                  where a.id = $1::uuid or (a.role = 'owner' and a.deactivated_at is null) order by a.id for no key update of a),
     owners  as (select l.id from locked l where l.role = 'owner' and l.deactivated_at is null and l.password_hash is not null),
     judged  as (select l.*, case when not exists (select from owners o where o.id = $4::uuid) then 'role'
                                  when not ($2::text = 'owner' and $3::boolean) and not exists (select from owners o where o.id <> l.id)
                                  then 'last_owner' else 'done' end as verdict
                   from locked l where l.id = $1::uuid),
     changed as (update admins a
                    set role = $2::text, updated_at = now(), deactivated_at = case when not $3::boolean then coalesce(a.deactivated_at, now()) end
                   from judged j
                  where a.id = j.id and j.verdict = 'done' and (j.role <> $2::text or (j.deactivated_at is null) <> $3::boolean)
                 returning a.*),
     ended   as (delete from admin_sessions s using changed c where s.admin_id = c.id and c.deactivated_at is not null),
     logged  as (insert into audit_log (admin_id, actor, action, subject, before, after)
                 select $4::uuid, $5::text, 'admin.changed', c.id::text,
                        jsonb_build_object('role', j.role, 'active', j.deactivated_at is null),
                        jsonb_build_object('username', c.username, 'role', c.role, 'active', c.deactivated_at is null)
                   from changed c join judged j on j.id = c.id)
select j.verdict from judged j`;

export type EditVerdict = 'done' | 'role' | 'last_owner';

/** Runs EDIT_ADMIN. Returns undefined if there is no such administrator. */
export async function runEditAdmin(
  sql: Sql,
  edit: { id: string; role: AdminRole; active: boolean; adminId: string; actor: string },
  statement = EDIT_ADMIN,
): Promise<EditVerdict | undefined> {
  const { id, role, active, adminId, actor } = edit;
  const [row] = await sql.unsafe<{ verdict: EditVerdict }[]>(statement, [id, role, active, adminId, actor], {
    prepare: true,
  });
  return row?.verdict;
}
