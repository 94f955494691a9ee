import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { defaultSettings, settingsSchemas, type Settings, type SettingsGroup } from './schema';

/** Returns the settings of a group; the defaults if it was never saved. */
export async function readSettings<G extends SettingsGroup>(group: G, connection: Sql = sql()): Promise<Settings[G]> {
  const [row] = await connection<{ value: unknown }[]>`select value from settings where "group" = ${group}`;
  return row ? (settingsSchemas[group].parse(row.value) as Settings[G]) : defaultSettings(group);
}
