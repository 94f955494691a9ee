import { beforeEach, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { emptyAuditLog, tamper } from '@/testing/db/audit';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { BODY_WITH_ACCOUNT, insertAccountChange } from '@/testing/db/settings';
import { POST } from '@/app/api/admin/account-change/route';
import { PUT } from '@/app/api/admin/settings/[group]/route';
import { readAccountChange, readAllSettings, readSettings } from './queries';
import type { Settings } from './schema';
import { decideAccountChange } from './mutations';

const { url } = useTestDatabase();
const { db: database } = useClient(20);
let first: AdminAccount;
let second: AdminAccount;

beforeEach(async () => {
  await sql()`delete from settings`;
  await emptyAuditLog();
  await sql()`update admins set deactivated_at = now()`;
  [first, second] = [await makeAdmin(), await makeAdmin()];
});

const OTHER = { ...BODY_WITH_ACCOUNT, accountNumber: '11112222333344', ifsc: 'HDFC0000001' };
const put = async (admin: AdminAccount, value: Settings['body']) => {
  const { version } = (await readAllSettings(first.scope)).body;
  const answer = await PUT(asAdmin(admin, { method: 'PUT', body: { version, value } }), {
    params: Promise.resolve({ group: 'body' }),
  });
  return { status: answer.status, body: (await answer.json()) as { waits?: boolean; code?: string } };
};
const decide = async (admin: AdminAccount, version: string, decision: string) => {
  const answer = await POST(asAdmin(admin, { body: { version, decision } }), { params: Promise.resolve({}) });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
};
const change = async (admin = second) => (await readAccountChange(admin.scope))!;
const printed = async () => (await readSettings('body')).accountNumber;
const logged = async () => {
  const rows = await sql()<{ action: string; actor: string; after: Record<string, string> }[]>`
    select action, actor, after from audit_log where action like 'settings.account%' order by id`;
  return rows.map((row) => [row.action, row.actor, row.after.accountNumber]);
};

describe('another bank account on papers', () => {
  test('security 156: waits for a second owner; the rest is saved at once', async () => {
    expect(await put(first, BODY_WITH_ACCOUNT)).toMatchObject({ status: 200, body: { waits: false } });
    expect(await put(first, { ...OTHER, signatory: 'Asha Rao' })).toMatchObject({ status: 200, body: { waits: true } });
    expect(await readSettings('body')).toEqual({ ...BODY_WITH_ACCOUNT, signatory: 'Asha Rao' });
    const { version, ...waiting } = await change();
    expect(waiting).toMatchObject({
      by: first.username,
      mayConfirm: true,
      account: { accountNumber: OTHER.accountNumber },
    });
    expect((await change(first)).mayConfirm).toBe(false);
    expect(await countAttention(first.scope)).toMatchObject({ account_waits: 1, account_changed: 0 });
    expect((await listAttention(first.scope, { kind: 'account_waits' }, { page: 1, size: 9 }))[0]).toMatchObject({
      by: first.username,
      note: OTHER.accountNumber,
    });
    expect(await decide(first, version, 'confirm')).toMatchObject({
      status: 409,
      body: { code: 'settings.second_owner' },
    });
    expect(await printed()).toBe(BODY_WITH_ACCOUNT.accountNumber);

    expect(await decide(second, version, 'confirm')).toMatchObject({ status: 200 });
    expect(await readSettings('body')).toEqual({ ...OTHER, signatory: 'Asha Rao' });
    expect(await countAttention(first.scope)).toMatchObject({ account_waits: 0, account_changed: 1 });
    const [row] = await listAttention(first.scope, { kind: 'account_changed' }, { page: 1, size: 9 });
    expect(row).toMatchObject({ about: first.username, by: second.username, note: OTHER.accountNumber });
    expect(await logged()).toEqual([
      ['settings.account_proposed', first.username, OTHER.accountNumber],
      ['settings.account_confirmed', second.username, OTHER.accountNumber],
    ]);
  });

  test('every field of the account waits, and so does taking the account away', async () => {
    await put(first, BODY_WITH_ACCOUNT);
    for (const other of [
      { legalName: 'Other Trust' },
      { accountName: 'Other Trust' },
      { accountNumber: '' },
      { ifsc: '' },
      { bankName: 'Other Bank' },
    ])
      expect((await put(first, { ...BODY_WITH_ACCOUNT, ...other })).body.waits).toBe(true);
    expect(await readSettings('body')).toEqual(BODY_WITH_ACCOUNT);
  });

  test('a discarded change is gone; one that was replaced is not confirmed by the version before', async () => {
    await put(first, BODY_WITH_ACCOUNT);
    await put(first, { ...BODY_WITH_ACCOUNT, bankName: 'Branch in Indore' });
    const { version } = await change();
    await put(first, OTHER);
    expect(await decide(second, version, 'confirm')).toMatchObject({
      status: 409,
      body: { code: 'settings.account_changed_meanwhile' },
    });
    expect(await printed()).toBe(BODY_WITH_ACCOUNT.accountNumber);
    const newest = (await change()).version;
    expect((await decide(first, newest, 'discard')).status).toBe(200);
    expect((await decide(second, newest, 'confirm')).status).toBe(409);
    expect(await readAccountChange(second.scope)).toBeNull();
    expect((await logged()).at(-1)).toEqual(['settings.account_discarded', first.username, OTHER.accountNumber]);
  });

  test('security 156: an owner who deactivates the other one is not alone; who was alone all the time is', async () => {
    await put(first, BODY_WITH_ACCOUNT);
    expect((await editAdmin(first.scope, { id: second.adminId, role: 'owner', active: false })).ok).toBe(true);
    expect((await put(first, OTHER)).body.waits).toBe(true);
    expect((await decide(first, (await change(first)).version, 'confirm')).status).toBe(409);
    await sql()`update admins set deactivated_at = now() where id = ${first.adminId}`;

    const alone = await makeAdmin();
    await tamper(`update audit_log set at = now() - interval '8 days' where action = 'admin.changed'`);
    await makeAdmin({ role: 'finance' });
    expect((await put(alone, OTHER)).body.waits).toBe(false);
    expect(await printed()).toBe(OTHER.accountNumber);
    expect(await readAccountChange(alone.scope)).toBeNull();
    expect((await logged()).at(-1)).toEqual(['settings.account_changed', alone.username, OTHER.accountNumber]);
    expect((await countAttention(alone.scope)).account_changed).toBeGreaterThan(0);
  });

  test('of ten confirmations and ten discards at once, one succeeds', async () => {
    const version = await insertAccountChange(first.adminId);
    const decisions = Array.from({ length: 20 }, (_, at) =>
      decideAccountChange(second.scope, { version, decision: at % 2 ? 'confirm' : 'discard' }, database),
    );
    expect((await Promise.all(decisions)).toSorted()).toEqual([...Array<string>(19).fill('changed'), 'done']);
    expect(await logged()).toHaveLength(1);
  });

  test('security 156: without the conditions one owner changes the account alone', async () => {
    await put(first, BODY_WITH_ACCOUNT);
    const noOther = ['"other_admin"."password_hash" is not null', 'false'] as const;
    expect(await withoutGuards([noOther], () => put(first, OTHER))).toMatchObject({ body: { waits: false } });
    expect(await printed()).toBe(OTHER.accountNumber);
    const waiting = await insertAccountChange(first.adminId);
    expect(await withoutGuards([noOther], () => decide(first, waiting, 'confirm'))).toMatchObject({ status: 200 });
    expect(await printed()).toBe('99998888777');
  });
});

describe('security 157: a request that waited while the account of its administrator was closed', () => {
  const ENDINGS = {
    'account closed': ({ adminId }: AdminAccount) =>
      editAdmin(second.scope, { id: adminId, role: 'owner', active: false }),
    'role changed': ({ adminId }: AdminAccount) =>
      editAdmin(second.scope, { id: adminId, role: 'finance', active: true }),
    'session ended': ({ adminId }: AdminAccount) => sql()`delete from admin_sessions where admin_id = ${adminId}`,
  };
  test.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])('settings: %s', async (ending) => {
    const waiting = await insertAccountChange(second.adminId);
    const blocker = connect(url, { max: 1 }).sql;
    const reserved = await blocker.reserve();
    await reserved`begin`;
    await reserved`select from settings where "group" in ('body', 'account_change') for update`;
    const answers = Promise.all([
      put(first, { ...BODY_WITH_ACCOUNT, signatory: 'Asha Rao' }),
      decide(first, waiting, 'confirm'),
    ]);
    await waitForLocks(sql(), 2, 'settings');
    await ENDINGS[ending](first);
    await reserved`commit`;
    const ended = { status: 401, body: { code: 'admin.session_ended' } };
    expect(await answers).toMatchObject([ended, ended]);
    reserved.release();
    await blocker.end();
    expect(await readSettings('body')).toEqual(BODY_WITH_ACCOUNT);
  });
});
