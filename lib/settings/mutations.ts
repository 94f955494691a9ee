import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { Settings, SettingsGroup } from './schema';

/** Fields of a value for the audit log: lists and objects as text. @param value SQL of a jsonb object */
const plainFields = (value: string) => `
  (select jsonb_object_agg(f.key, case when jsonb_typeof(f.value) in ('array', 'object') then to_jsonb(f.value::text) else f.value end)
     from jsonb_each(${value}) f)`;

/**
 * Saves a group of settings with its audit entry. $1 group, $2 value, $3 version that was read (null: never saved), $4
 * and $5 administrator. A statement that waited for another one compares the version with the newest row. No row:
 * somebody saved the group since.
 */
export const SAVE_SETTINGS = `
with old     as (select s.value from settings s where s."group" = $1::text),
     saved   as (insert into settings as s ("group", value) values ($1::text, $2::text::jsonb)
                     on conflict ("group") do update set value = excluded.value, revision = s.revision + 1, updated_at = clock_timestamp()
                  where s.updated_at::text = $3::text
                 returning s.value, s.updated_at),
     audited as (insert into audit_log (admin_id, actor, action, before, after)
                 select $4::uuid, $5::text, 'settings.changed',
                        (select jsonb_build_object('group', $1::text) || ${plainFields('o.value')} from old o),
                        jsonb_build_object('group', $1::text) || ${plainFields('n.value')} from saved n)
select updated_at::text as version from saved`;

/**
 * Saves a group of settings with an audit log entry, in one statement.
 * @param version as read; null if the group was never saved
 * @returns the new version; null if somebody else saved the group since
 */
export async function saveSettings<G extends SettingsGroup>(
  scope: AdminScope,
  { group, value, version }: { group: G; value: Settings[G]; version: string | null },
  connection: Sql = sql(),
): Promise<string | null> {
  const { adminId, actor } = actorColumns(scope);
  const parameters = [group, JSON.stringify(value), version, adminId, actor];
  const [row] = await connection.unsafe<{ version: string }[]>(SAVE_SETTINGS, parameters, { prepare: true });
  return row?.version ?? null;
}
