import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { admins, settings } from '@/db/schema';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { hasSecondAdmin } from '@/lib/accounts/administrators/statements';
import {
  ACCOUNT_CHANGE,
  defaultSettings,
  SETTINGS_GROUPS,
  settingsSchemas,
  type Account,
  type Settings,
  type SettingsGroup,
} from './schema';

/** The version of a row. A change of a value sets a later one than the transaction began at. */
export const versionOf = sql<string>`${settings.updatedAt}::text`;

/** Returns the settings of a group; the defaults if it was never saved. */
export async function readSettings<G extends SettingsGroup>(group: G, database: Database = db()): Promise<Settings[G]> {
  const [row] = await database.select({ value: settings.value }).from(settings).where(eq(settings.group, group));
  return row ? (settingsSchemas[group].parse(row.value) as Settings[G]) : defaultSettings(group);
}

/** Returns the settings of a group, how often they were saved, and when last; null if never. */
export async function readSavedSettings<G extends SettingsGroup>(
  group: G,
): Promise<{ value: Settings[G]; revision: number; savedAt: Date | null }> {
  const [row] = await db().select().from(settings).where(eq(settings.group, group));
  if (!row) return { value: defaultSettings(group), revision: 0, savedAt: null };
  const value = settingsSchemas[group].parse(row.value) as Settings[G];
  return { value, revision: row.revision, savedAt: row.updatedAt };
}

/** Settings with the version that a change names; null if they were never saved. */
export type VersionedSettings = { [G in SettingsGroup]: { value: Settings[G]; version: string | null } };

/** Returns all settings for the administration. */
export async function readAllSettings(_scope: AdminScope): Promise<VersionedSettings> {
  const rows = await db().select({ group: settings.group, value: settings.value, version: versionOf }).from(settings);
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
  const proposer = sql`(${settings.value}->>'by')::uuid`;
  const hasSecondOwner = hasSecondAdmin(sql`${adminId}::uuid`, settings.updatedAt, OWNER_ROLES);
  const [row] = await db()
    .select({
      version: versionOf,
      account: sql<Account>`${settings.value}`,
      by: admins.username,
      mayConfirm: sql<boolean>`${proposer} <> ${adminId} or not ${hasSecondOwner}`,
    })
    .from(settings)
    .leftJoin(admins, eq(admins.id, proposer))
    .where(eq(settings.group, ACCOUNT_CHANGE));
  return row ?? null;
}
