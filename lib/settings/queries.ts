import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import {
  defaultSettings,
  SETTINGS_GROUPS,
  settingsSchemas,
  type Account,
  type Settings,
  type SettingsGroup,
} from './schema';
import { HAS_SECOND_OWNER } from './statements';

/** Returns the settings of a group; the defaults if it was never saved. */
export async function readSettings<G extends SettingsGroup>(group: G, connection: Sql = sql()): Promise<Settings[G]> {
  const [row] = await connection<{ value: unknown }[]>`select value from settings where "group" = ${group}`;
  return row ? (settingsSchemas[group].parse(row.value) as Settings[G]) : defaultSettings(group);
}

/** Returns the settings of a group, how often they were saved, and when last; null if never. */
export async function readSavedSettings<G extends SettingsGroup>(
  group: G,
): Promise<{ value: Settings[G]; revision: number; savedAt: Date | null }> {
  const [row] = await sql()<{ value: unknown; revision: number; saved_ms: number }[]>`
    select value, revision, floor(extract(epoch from updated_at) * 1000)::float8 as saved_ms
      from settings where "group" = ${group}`;
  if (!row) return { value: defaultSettings(group), revision: 0, savedAt: null };
  const value = settingsSchemas[group].parse(row.value) as Settings[G];
  return { value, revision: row.revision, savedAt: new Date(row.saved_ms) };
}

/** Settings with the version that a change names; null if they were never saved. */
type VersionedSettings = { [G in SettingsGroup]: { value: Settings[G]; version: string | null } };

/** Returns all settings for the administration. */
export async function readAllSettings(_scope: AdminScope): Promise<VersionedSettings> {
  const rows = await sql()<{ group: string; value: unknown; version: string }[]>`
    select "group", value, updated_at::text as version from settings`;
  const saved = new Map(rows.map((row) => [row.group, row]));
  const groups = SETTINGS_GROUPS.map((group) => {
    const row = saved.get(group);
    return [group, { value: settingsSchemas[group].parse(row?.value ?? {}), version: row?.version ?? null }];
  });
  return Object.fromEntries(groups) as VersionedSettings;
}

/** A change of the account that waits for a second owner. */
type AccountChange = {
  version: string;
  account: Account;
  /** The owner who proposed it; null if there is no such administrator any more. */
  by: string | null;
  /** Whether the acting owner may confirm it. */
  mayConfirm: boolean;
};

/** Returns the change of the account that waits; null if none does. */
export async function readAccountChange({ adminId }: AdminScope): Promise<AccountChange | null> {
  const [row] = await sql()<AccountChange[]>`
    select c.updated_at::text as version, c.value as account, a.username as by,
           (c.value->>'by')::uuid <> ${adminId} or not ${raw(HAS_SECOND_OWNER(`'${adminId}'::uuid`, 'c.updated_at'))} as "mayConfirm"
      from settings c left join admins a on a.id = (c.value->>'by')::uuid where c."group" = 'account_change'`;
  return row ?? null;
}
