import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { admins, settings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { hasSecondOwner, requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { AuditFields } from '@/lib/accounts/audit-log/schema';
import { versionOf } from './queries';
import { ACCOUNT_CHANGE, ACCOUNT_FIELDS, type AccountDecision, type Settings, type SettingsGroup } from './schema';

/*
 * The account that the receiving body shows is changed by two owners. A change that waits is the row ACCOUNT_CHANGE of the
 * settings: the fields, and in `by` the owner who proposed it; its version is that of the row. Whoever writes both rows
 * locks 'body' first. The session of the administrator is locked after the row that a save may wait for.
 */

type Value = Record<string, unknown>;

const newVersion = { revision: sql`${settings.revision} + 1`, updatedAt: sql`clock_timestamp()` };

/** Locks the settings of a group. */
async function lockGroup(group: string, tx: Database) {
  const [row] = await tx
    .select({ value: settings.value, updatedAt: settings.updatedAt, version: versionOf })
    .from(settings)
    .where(eq(settings.group, group))
    .for('no key update');
  return row;
}

/** The account of a receiving body. */
const accountOf = (body: Value) =>
  Object.fromEntries(ACCOUNT_FIELDS.flatMap((name) => (name in body ? [[name, body[name] as string]] : [])));

/** Fields of a value for the audit log: lists and objects as text. */
const plainFields = (group: string, value: Value): AuditFields => ({
  group,
  ...Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === 'object' && field !== null ? JSON.stringify(field) : (field as string | number | null),
    ]),
  ),
});

/**
 * Saves a group of settings with an audit log entry. Another account of the receiving body waits for a second owner, where
 * there is one and an account was set; the rest is saved.
 * @param version as read; null if the group was never saved
 * @returns the new version, and whether another account waits for a second owner; null if somebody else saved the group
 * since. Throws HttpError 401 if the session ended meanwhile
 */
export function saveSettings<G extends SettingsGroup>(
  by: AdminScope,
  { group, value, version }: { group: G; value: Settings[G]; version: string | null },
  database: Database = db(),
): Promise<{ version: string; waits: boolean } | null> {
  return transaction(async (tx) => {
    const former = await lockGroup(group, tx);
    await requireActingAdmin(by, OWNER_ROLES, tx);
    if ((former?.version ?? null) !== version) return null;
    const [accountBefore, account] = [accountOf(former?.value ?? {}), accountOf(value)];
    const isAccountChanged =
      group === 'body' &&
      Boolean(accountBefore.accountNumber) &&
      ACCOUNT_FIELDS.some((name) => accountBefore[name] !== account[name]);
    const waits = isAccountChanged && (await hasSecondOwner(by.adminId, sql`now()`, tx));
    const written = waits ? { ...value, ...accountBefore } : value;
    const returned = { value: settings.value, version: versionOf };
    const [saved] = former
      ? await tx
          .update(settings)
          .set({ value: written, ...newVersion })
          .where(eq(settings.group, group))
          .returning(returned)
      : await tx.insert(settings).values({ group, value: written }).onConflictDoNothing().returning(returned);
    if (!saved) return null;
    if (waits) await proposeAccount({ ...account, by: by.adminId }, tx);
    else if (isAccountChanged) await tx.delete(settings).where(eq(settings.group, ACCOUNT_CHANGE));
    const before = former && plainFields(group, former.value);
    await recordAction(by, { action: 'settings.changed', before, after: plainFields(group, saved.value) }, tx);
    if (isAccountChanged) {
      const action = waits ? 'settings.account_proposed' : 'settings.account_changed';
      await recordAction(by, { action, before: accountBefore, after: account }, tx);
    }
    return { version: saved.version, waits };
  }, database);
}

async function proposeAccount(value: Value, tx: Database): Promise<void> {
  await tx
    .insert(settings)
    .values({ group: ACCOUNT_CHANGE, value })
    .onConflictDoUpdate({ target: settings.group, set: { value, ...newVersion } });
}

/**
 * Confirms or discards the change of the account that waits, with an audit log entry.
 * @returns 'changed' if it is another change or gone, 'second_owner' if the acting owner proposed it and another owner can
 * confirm it. Throws HttpError 401 if the session ended meanwhile
 */
export function decideAccountChange(
  by: AdminScope,
  { version, decision }: AccountDecision,
  database: Database = db(),
): Promise<'done' | 'changed' | 'second_owner'> {
  return transaction(async (tx) => {
    const body = await lockGroup('body', tx);
    const change = body && (await lockGroup(ACCOUNT_CHANGE, tx));
    await requireActingAdmin(by, OWNER_ROLES, tx);
    if (change?.version !== version) return 'changed';
    const isConfirmed = decision === 'confirm';
    const proposer = change.value.by as string;
    if (
      isConfirmed &&
      proposer === by.adminId &&
      (await hasSecondOwner(by.adminId, sql`${change.updatedAt}::timestamptz`, tx))
    )
      return 'second_owner';
    const account = accountOf(change.value);
    if (isConfirmed)
      await tx
        .update(settings)
        .set({ value: { ...body!.value, ...account }, ...newVersion })
        .where(eq(settings.group, 'body'));
    await tx.delete(settings).where(eq(settings.group, ACCOUNT_CHANGE));
    const [owner] = await tx.select({ username: admins.username }).from(admins).where(eq(admins.id, proposer));
    const action = isConfirmed ? 'settings.account_confirmed' : 'settings.account_discarded';
    const after = { ...account, proposed_by: owner?.username ?? null };
    await recordAction(by, { action, before: accountOf(body!.value), after }, tx);
    return 'done';
  }, database);
}
