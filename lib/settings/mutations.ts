import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { HttpError } from '@/lib/core/errors';
import type { AccountDecision, Settings, SettingsGroup } from './schema';
import { DECIDE_ACCOUNT_CHANGE, SAVE_SETTINGS } from './statements';

/**
 * Saves a group of settings with an audit log entry, in one statement.
 * @param version as read; null if the group was never saved
 * @returns the new version, and whether another account waits for a second owner; null if somebody else saved the group
 * since. Throws HttpError 401 if the session ended meanwhile
 */
export async function saveSettings<G extends SettingsGroup>(
  { adminId, username, sessionId }: AdminScope,
  { group, value, version }: { group: G; value: Settings[G]; version: string | null },
  connection: Sql = sql(),
): Promise<{ version: string; waits: boolean } | null> {
  const parameters = [group, JSON.stringify(value), version, adminId, username, sessionId];
  const [row] = await connection.unsafe<{ verdict: 'done' | 'changed' | 'ended'; version: string; waits: boolean }[]>(
    SAVE_SETTINGS,
    parameters,
    { prepare: true },
  );
  if (row!.verdict === 'ended') throw new HttpError(401, 'admin.session_ended');
  return row!.verdict === 'done' ? { version: row!.version, waits: row!.waits } : null;
}

/**
 * Confirms or discards the change of the account that waits, with an audit log entry, in one statement.
 * @returns 'changed' if it is another change or gone, 'second_owner' if the acting owner proposed it and another owner can
 * confirm it. Throws HttpError 401 if the session ended meanwhile
 */
export async function decideAccountChange(
  { adminId, username, sessionId }: AdminScope,
  { version, decision }: AccountDecision,
  connection: Sql = sql(),
): Promise<'done' | 'changed' | 'second_owner'> {
  const [row] = await connection.unsafe<{ verdict: 'done' | 'changed' | 'second_owner' | 'ended' }[]>(
    DECIDE_ACCOUNT_CHANGE,
    [version, decision, adminId, username, sessionId],
    { prepare: true },
  );
  if (row!.verdict === 'ended') throw new HttpError(401, 'admin.session_ended');
  return row!.verdict;
}
