import { beforeEach, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { readUser } from '@/lib/admin/users-and-billings/queries';
import { EMAIL_CHANGE_DAYS } from '@/lib/platform/limits';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { readOwnData } from '@/lib/operation/privacy/own-data';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { emptyAuditLog, tamper } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { messagesTo } from '@/testing/db/outbox';
import { POST, PUT } from '@/app/api/admin/users/[userId]/email/route';
import { handOver } from '@/lib/company/people/hand-over';
import { changeEmail, sendNewEmailCode } from './credentials';
import { decideAccountEmail, purgeEmailChanges } from './lost-mailbox';
import { logIn } from './mutations';

const { url, dataDir } = useTestDatabase();
let first: AdminAccount;
let second: AdminAccount;
let account: SponsorAccount;
let email = '';

beforeEach(async () => {
  await emptyAuditLog();
  await sql()`update admins set deactivated_at = now()`;
  await sql()`update users set email_change = null`;
  [first, second, account] = [await makeAdmin(), await makeAdmin(), await makeSponsorAccount()];
  ({ email } = makeRegistration());
});

const REASON = 'Called the company';
type Answer = { status: number; body: { waits?: boolean; code?: string } };
const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() }) as Answer;
const contextOf = ({ userId }: SponsorAccount) => ({ params: Promise.resolve({ userId }) });
const propose = async (admin = first, to = email, of = account) =>
  answerOf(await PUT(asAdmin(admin, { method: 'PUT', body: { email: to, reason: REASON } }), contextOf(of)));
const decide = async (admin: AdminAccount, version: string, decision: 'confirm' | 'discard' = 'confirm') =>
  answerOf(await POST(asAdmin(admin, { body: { version, decision } }), contextOf(account)));
const change = async (admin = second) => (await readUser(admin.scope, account.userId))!.email_change;
const versionOf = async () => (await change())!.version;
const emailOf = async ({ userId }: SponsorAccount) =>
  (await sql()<{ email: string }[]>`select email from users where id = ${userId}`)[0]!.email;
const sessionsOf = ({ userId }: SponsorAccount) => sql()`select id from sessions where user_id = ${userId}`;
const told = async (kind: string) => {
  const rows = await sql()<{ recipient: string }[]>`select recipient from outbound_messages where kind = ${kind}`;
  return rows.map(({ recipient }) => recipient).filter((recipient) => [account.email, email].includes(recipient));
};
const logged = async () => {
  const rows = await sql()<{ action: string; actor: string }[]>`
    select action, actor from audit_log where subject = ${account.userId} and action like 'user.email%' order by id`;
  return rows.map(({ action, actor }) => [action, actor]);
};
const attentionOf = async (kind: 'email_waits' | 'email_changed') =>
  listAttention(first.scope, { kind }, { page: 1, size: 9 });

describe('another e-mail address of an account', () => {
  test('security 172: waits for a second owner, and the present address is told at once', async () => {
    expect(await propose()).toMatchObject({ status: 200, body: { waits: true } });
    expect(await emailOf(account)).toBe(account.email);
    expect(await sessionsOf(account)).toHaveLength(1);
    expect(await told('account_email_proposed')).toEqual([account.email]);
    expect(await told('account_email_changed')).toEqual([]);
    const { version, ...waiting } = (await change())!;
    expect(waiting).toEqual({ email, reason: REASON, by: first.username, may_confirm: true });
    expect((await change(first))!.may_confirm).toBe(false);
    expect(await countAttention(first.scope)).toMatchObject({ email_waits: 1, email_changed: 0 });
    const { company_name: company } = (await readUser(first.scope, account.userId))!;
    expect(await attentionOf('email_waits')).toMatchObject([
      { id: account.userId, company, about: account.email, note: email, by: first.username },
    ]);
    expect(await decide(first, version)).toMatchObject({ status: 409, body: { code: 'admin.second_owner' } });
    expect(await emailOf(account)).toBe(account.email);

    expect(await decide(second, version)).toMatchObject({ status: 200 });
    expect(await emailOf(account)).toBe(email);
    expect(await sessionsOf(account)).toEqual([]);
    expect((await told('account_email_changed')).sort()).toEqual([account.email, email].sort());
    expect(await logIn(email, account.password, '198.51.100.7')).toMatchObject({ ok: true });
    expect(await change()).toBeNull();
    expect(await countAttention(first.scope)).toMatchObject({ email_waits: 0, email_changed: 1 });
    expect(await attentionOf('email_changed')).toMatchObject([{ company, about: first.username, by: second.username }]);
    expect(await logged()).toEqual([
      ['user.email_proposed', first.username],
      ['user.email_confirmed', second.username],
    ]);
    const entries = await sql()`select before, after from audit_log where subject = ${account.userId}`;
    for (const address of [account.email, email]) expect(JSON.stringify(entries)).not.toContain(address);
  });

  test('a withdrawn change is gone; one that was replaced is not confirmed by the version before', async () => {
    await propose();
    const version = await versionOf();
    const { email: other } = makeRegistration();
    expect(await propose(second, other)).toMatchObject({ body: { waits: true } });
    const meanwhile = { status: 409, body: { code: 'admin.email_changed_meanwhile' } };
    expect(await decide(second, version)).toMatchObject(meanwhile);
    // Whoever replaced it proposed it.
    const newest = await versionOf();
    expect(await decide(second, newest)).toMatchObject({ body: { code: 'admin.second_owner' } });
    expect(await decide(second, newest, 'discard')).toMatchObject({ status: 200 });
    expect(await decide(first, newest)).toMatchObject(meanwhile);
    expect(await emailOf(account)).toBe(account.email);
    expect(await sessionsOf(account)).toHaveLength(1);
    expect((await logged()).at(-1)).toEqual(['user.email_discarded', second.username]);
  });

  test('a change that nobody answers ends by itself, with an entry in the log; the present address stays', async () => {
    await propose();
    const version = await versionOf();
    const age = (days: number) =>
      sql()`update users set email_change = email_change || jsonb_build_object('at', now() - ${days}::int * interval '1 day')
             where id = ${account.userId}`;
    await age(EMAIL_CHANGE_DAYS - 1);
    expect(await purgeEmailChanges()).toBe(0);
    expect(await change()).not.toBeNull();
    await age(EMAIL_CHANGE_DAYS + 1);
    expect(await purgeEmailChanges()).toBe(1);
    expect(await change()).toBeNull();
    expect(await countAttention(first.scope)).toMatchObject({ email_waits: 0 });
    expect(await decide(second, version)).toMatchObject({ body: { code: 'admin.email_changed_meanwhile' } });
    expect(await emailOf(account)).toBe(account.email);
    expect((await logged()).at(-1)).toEqual(['user.email_discarded', 'program']);
    expect(await purgeEmailChanges()).toBe(0);
  });

  test('an address that another account has is refused when it is proposed, and when it was taken meanwhile', async () => {
    const other = await makeSponsorAccount();
    const taken = { status: 409, body: { code: 'auth.email_taken' } };
    expect(await propose(first, other.email.toUpperCase())).toMatchObject(taken);
    expect(await change()).toBeNull();
    await propose();
    const version = await versionOf();
    await makeSponsorAccount({ email });
    expect(await decide(second, version)).toMatchObject(taken);
    expect(await emailOf(account)).toBe(account.email);
    expect(await versionOf()).toBe(version);
  });

  test('security 172: an owner who deactivates the other one is not alone; who was alone all the time is', async () => {
    expect((await editAdmin(first.scope, { id: second.adminId, role: 'owner', active: false })).ok).toBe(true);
    expect(await propose()).toMatchObject({ body: { waits: true } });
    expect(await decide(first, (await change(first))!.version)).toMatchObject({ status: 409 });
    await sql()`update admins set deactivated_at = now() where id = ${first.adminId}`;

    const alone = await makeAdmin();
    await tamper(`update audit_log set at = now() - interval '8 days' where action = 'admin.changed'`);
    await makeAdmin({ role: 'finance' });
    expect(await propose(alone)).toMatchObject({ status: 200, body: { waits: false } });
    expect(await emailOf(account)).toBe(email);
    expect(await change(alone)).toBeNull();
    expect((await logged()).at(-1)).toEqual(['user.email_changed', alone.username]);
    expect(await attentionOf('email_changed')).toMatchObject([{ about: null, by: alone.username }]);
  });

  test('the owner of the account withdraws it by another address, a hand-over or the deletion', async () => {
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    const withdrawals: [string, () => Promise<unknown>][] = [
      [
        'another address',
        async () => {
          const { email: own } = makeRegistration();
          expect(await sendNewEmailCode(account.scope, own, '198.51.100.9', 'en')).toEqual({ ok: true });
          const { code } = (await messagesTo(dataDir, own)).at(-1)!;
          return changeEmail(account.scope, { email: own, otp: code! }, 'en');
        },
      ],
      [
        'a hand-over',
        async () => {
          const colleague = await makeSponsorAccount({}, { of: account, role: 'pay' });
          return handOver(account.scope, colleague.userId, account.password, '198.51.100.10', 'en');
        },
      ],
    ];
    for (const [how, withdraw] of withdrawals) {
      expect((await propose()).body.waits, how).toBe(true);
      const version = await versionOf();
      expect(await withdraw(), how).toEqual({ ok: true });
      expect(await change(), how).toBeNull();
      expect(await decide(second, version), how).toMatchObject({ body: { code: 'admin.email_changed_meanwhile' } });
      expect(await emailOf(account), how).not.toBe(email);
    }
    const left = await makeSponsorAccount();
    await propose(first, email, left);
    expect(await deleteAccount(left.scope, left.password, '198.51.100.11', 'en')).toEqual({ ok: true });
    const [row] = await sql()`select email_change, users::text as text from users where id = ${left.userId}`;
    expect(row!.email_change).toBeNull();
    expect(row!.text).not.toContain(email);
  });

  test('a colleague whose account is proposed another address is withdrawn as well by a hand-over', async () => {
    const colleague = await makeSponsorAccount({}, { of: account, role: 'pay' });
    await propose(first, email, colleague);
    expect(await handOver(account.scope, colleague.userId, account.password, '198.51.100.12', 'en')).toEqual({
      ok: true,
    });
    expect(await sql()`select id from users where email_change is not null`).toEqual([]);
  });

  test('own data has the address that waits, and neither the administrator nor the reason', async () => {
    await propose();
    const data = await readOwnData(account.scope, 'en');
    const [{ email_change: waiting }] = data.sections.find(({ name }) => name === 'account')!.entries as [
      { email_change: object },
    ];
    expect(waiting).toEqual({ email, at: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain(REASON);
  });
});

describe('security 172: at the same time', () => {
  const decideTogether = (decisions: ('confirm' | 'discard')[], version: string, by: AdminAccount[]) =>
    Promise.all(
      decisions.map((decision, at) =>
        decideAccountEmail(by[at % by.length]!.scope, account.userId, { version, decision }).then((outcome) =>
          outcome.ok ? 'done' : outcome.code,
        ),
      ),
    );

  test('of twenty confirmations of two second owners one changes the address, and both addresses are told once', async () => {
    const third = await makeAdmin();
    await propose();
    const version = await versionOf();
    const outcomes = await decideTogether(Array<'confirm'>(20).fill('confirm'), version, [second, third]);
    expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('admin.email_changed_meanwhile'), 'done']);
    expect(await emailOf(account)).toBe(email);
    expect((await told('account_email_changed')).sort()).toEqual([account.email, email].sort());
    expect(await logged()).toHaveLength(2);
  });

  test('of ten confirmations and ten withdrawals one succeeds', async () => {
    await propose();
    const decisions = Array.from({ length: 20 }, (_, at) => (at % 2 ? 'confirm' : 'discard'));
    const outcomes = await decideTogether(decisions, await versionOf(), [second]);
    expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('admin.email_changed_meanwhile'), 'done']);
    expect(await emailOf(account)).toBe((await logged()).at(-1)![0] === 'user.email_confirmed' ? email : account.email);
  });

  test('the proposer confirms beside withdrawals and never succeeds', async () => {
    await propose();
    const version = await versionOf();
    const outcomes = await decideTogether(Array<'confirm'>(10).fill('confirm'), version, [first]);
    expect(outcomes).toEqual(Array<string>(10).fill('admin.second_owner'));
    expect(await emailOf(account)).toBe(account.email);
  });

  /** Runs works that wait for the account, in this order, until it is let go. */
  async function behindTheAccount<T>(
    works: (() => Promise<T>)[],
    meanwhile: () => Promise<unknown> = async () => null,
  ) {
    const blocker = connect(url, { max: 1 }).sql;
    const reserved = await blocker.reserve();
    await reserved`begin`;
    await reserved`select from users where id = ${account.userId} for update`;
    const running: Promise<T>[] = [];
    for (const work of works) {
      running.push(work());
      await waitForLocks(sql(), running.length, 'for no key update');
    }
    await meanwhile();
    await reserved`commit`;
    const outcomes = await Promise.all(running);
    reserved.release();
    await blocker.end();
    return outcomes;
  }

  test('a confirmation that waits while the change is replaced confirms neither', async () => {
    await propose();
    const version = await versionOf();
    const { email: other } = makeRegistration();
    const [replaced, confirmed] = await behindTheAccount([() => propose(first, other), () => decide(second, version)]);
    expect(replaced).toMatchObject({ status: 200, body: { waits: true } });
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'admin.email_changed_meanwhile' } });
    expect(await emailOf(account)).toBe(account.email);
    expect((await change())!.email).toBe(other);
  });

  test('two owners propose two addresses at once: the second one waits for the first owner', async () => {
    const { email: other } = makeRegistration();
    await behindTheAccount([() => propose(first, other), () => propose(second)]);
    expect(await change(first)).toMatchObject({ email, by: second.username, may_confirm: true });
    expect(await decide(second, await versionOf())).toMatchObject({ body: { code: 'admin.second_owner' } });
    expect(await decide(first, await versionOf())).toMatchObject({ status: 200 });
    expect(await emailOf(account)).toBe(email);
  });

  test.each(['account closed', 'role changed', 'session ended'] as const)(
    'security 157: %s while the request waited: nothing is proposed or confirmed',
    async (ending) => {
      await propose(second);
      const version = await versionOf();
      const { adminId } = first;
      const { email: other } = makeRegistration();
      const end = () =>
        ending === 'session ended'
          ? sql()`delete from admin_sessions where admin_id = ${adminId}`
          : editAdmin(second.scope, {
              id: adminId,
              role: ending === 'role changed' ? 'finance' : 'owner',
              active: ending !== 'account closed',
            });
      const outcomes = await behindTheAccount([() => propose(first, other), () => decide(first, version)], end);
      const ended = { status: 401, body: { code: 'admin.session_ended' } };
      expect(outcomes).toMatchObject([ended, ended]);
      expect(await emailOf(account)).toBe(account.email);
      expect(await versionOf()).toBe(version);
    },
  );

  test('control: without the conditions one owner changes the address alone', async () => {
    const noOther = ['"other_admin"."password_hash" is not null', 'false'] as const;
    expect(await withoutGuards([noOther], () => propose())).toMatchObject({ body: { waits: false } });
    expect(await emailOf(account)).toBe(email);
    const { email: next } = makeRegistration();
    await propose(first, next);
    const version = await versionOf();
    expect(await withoutGuards([noOther], () => decide(first, version))).toMatchObject({ status: 200 });
    expect(await emailOf(account)).toBe(next);
  });

  test('control: without the lock of the account a change is confirmed more than once', async () => {
    await propose();
    const version = await versionOf();
    const confirm = () => decideTogether(Array<'confirm'>(10).fill('confirm'), version, [second]);
    const outcomes = await withoutGuards([[/ for no key update$/, '']], confirm);
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(1);
  });
});
