import 'server-only';
import { OWNER_ROLES } from '@/lib/admin/accounts/roles';
import { ACTING_ADMIN, HAS_SECOND_ADMIN } from '@/lib/admin/accounts/statements';
import { ACCOUNT_FIELDS } from './schema';

/*
 * The account that the receiving body shows is changed by two owners. A change that waits is the row 'account_change' of
 * the settings: the fields, and in `by` the owner who proposed it; its version is that of the row. Whoever writes both
 * rows locks 'body' first.
 */

/** Fields of a value for the audit log: lists and objects as text. @param value SQL of a jsonb object */
const plainFields = (value: string) => `
  (select jsonb_object_agg(f.key, case when jsonb_typeof(f.value) in ('array', 'object') then to_jsonb(f.value::text) else f.value end)
     from jsonb_each(${value}) f)`;

const FIELD_NAMES = ACCOUNT_FIELDS.map((name) => `'${name}'`).join(', ');
/** The account of a receiving body. @param value SQL of its jsonb object */
const accountOf = (value: string) =>
  `(select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(${value}) f where f.key in (${FIELD_NAMES}))`;

/** Condition: somebody else is, or lately was, an owner. @param admin, since as in HAS_SECOND_ADMIN */
export const HAS_SECOND_OWNER = (admin: string, since: string) => HAS_SECOND_ADMIN(admin, since, OWNER_ROLES);

/**
 * Saves a group of settings with its audit entry. $1 group, $2 value, $3 version that was read (null: never saved), $4
 * and $5 administrator, $6 session. A statement that waited for another one compares the version with the newest row.
 * Another account of the receiving body waits for a second owner, where there is one and an account was set; the rest
 * is saved. The verdict is 'ended' for a session that has ended, and 'changed' if somebody saved the group since.
 */
export const SAVE_SETTINGS = `
with input    as (select $2::text::jsonb as value),
     old      as (select s.value from settings s where s."group" = $1::text for no key update),
     ${ACTING_ADMIN('$4::uuid', '$6::uuid', OWNER_ROLES)},
     judged   as (select i.value, o.value as before, exists (select from acting) as is_acting
                    from input i left join old o on true),
     account  as (select ${accountOf('j.before')} as before, ${accountOf('j.value')} as after, ${HAS_SECOND_OWNER('$4::uuid', 'now()')} as waits
                    from judged j
                   where $1::text = 'body' and j.before->>'accountNumber' <> '' and ${accountOf('j.before')} <> ${accountOf('j.value')}),
     saved    as (insert into settings as s ("group", value)
                  select $1::text, j.value || coalesce((select a.before from account a where a.waits), '{}') from judged j where j.is_acting
                      on conflict ("group") do update set value = excluded.value, revision = s.revision + 1, updated_at = clock_timestamp()
                   where s.updated_at::text = $3::text
                  returning s.value, s.updated_at),
     proposed as (insert into settings as s ("group", value)
                  select 'account_change', a.after || jsonb_build_object('by', $4::uuid) from account a, saved where a.waits
                      on conflict ("group") do update set value = excluded.value, revision = s.revision + 1, updated_at = clock_timestamp()),
     dropped  as (delete from settings using account a, saved where "group" = 'account_change' and not a.waits),
     audited  as (insert into audit_log (admin_id, actor, action, before, after)
                  select $4::uuid, $5::text, 'settings.changed', jsonb_build_object('group', $1::text) || ${plainFields('j.before')},
                         jsonb_build_object('group', $1::text) || ${plainFields('n.value')} from judged j, saved n
                   union all
                  select $4::uuid, $5::text, case when a.waits then 'settings.account_proposed' else 'settings.account_changed' end, a.before, a.after
                    from account a, saved)
select case when not j.is_acting then 'ended' when n.value is null then 'changed' else 'done' end as verdict,
       n.updated_at::text as version, coalesce((select a.waits from account a), false) as waits
  from judged j left join saved n on true`;

/**
 * Confirms or discards a change of the account that waits. $1 version that was read, $2 decision, $3 and $4
 * administrator, $5 session. The verdict is 'ended' for a session that has ended, 'changed' if the change is another one
 * or gone, and 'second_owner' if whoever proposed it confirms it although somebody else could.
 */
export const DECIDE_ACCOUNT_CHANGE = `
with body    as (select s.value from settings s where s."group" = 'body' for no key update),
     change  as (select s.value, s.updated_at from body b, settings s where s."group" = 'account_change' for update of s),
     ${ACTING_ADMIN('$3::uuid', '$5::uuid', OWNER_ROLES)},
     judged  as (select b.value as body, ${accountOf('b.value')} as before, ${accountOf('c.value')} as after, c.value->>'by' as by,
                        case when not exists (select from acting) then 'ended'
                             when c.updated_at::text is distinct from $1::text then 'changed'
                             when $2::text = 'confirm' and (c.value->>'by')::uuid = $3::uuid and ${HAS_SECOND_OWNER('$3::uuid', 'c.updated_at')} then 'second_owner'
                             else 'done' end as verdict
                   from (values (1)) one left join body b on true left join change c on true),
     saved   as (update settings s set value = s.value || j.after, revision = s.revision + 1, updated_at = clock_timestamp()
                   from judged j where s."group" = 'body' and j.verdict = 'done' and $2::text = 'confirm'),
     ended   as (delete from settings s using judged j where s."group" = 'account_change' and j.verdict = 'done'),
     audited as (insert into audit_log (admin_id, actor, action, before, after)
                 select $3::uuid, $4::text, case $2::text when 'confirm' then 'settings.account_confirmed' else 'settings.account_discarded' end,
                        j.before, j.after || jsonb_build_object('proposed_by', (select a.username from admins a where a.id = j.by::uuid))
                   from judged j where j.verdict = 'done')
select j.verdict from judged j`;
