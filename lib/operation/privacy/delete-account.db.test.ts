import { eq, sql as part } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings, users } from '@/db/schema';
import { LOGIN_FAILURES } from '@/lib/platform/limits';
import { ownedBy } from '@/lib/adoption/core/access';
import { createDashboardDraft, holdSeats, pledgeSeats } from '@/lib/adoption/take/mutations';
import { sponsorOf } from '@/lib/adoption/take/queries';
import { holdStatement } from '@/lib/adoption/take/take-statements';
import { sendAccessCode } from '@/lib/adoption/guests/guest-access';
import { register, logIn, updateProfile } from '@/lib/accounts/mutations';
import { sponsorOfRequest } from '@/lib/accounts/session';
import { withAccount } from '@/lib/accounts/with-account';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { settle } from '@/lib/money/settle';
import { settlePayment } from '@/lib/money/statements';
import { issueStatement } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { THIS_YEAR } from '@/db/days';
import { fullLedger, makeHold, makeSponsor, prepareAdoption, prepareHold, takeValues } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { runStatement } from '@/testing/db/statements';
import { insertAdoption } from '@/testing/db/adoptions';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { captureOf } from '@/testing/payment/capture';
import { runDeferred } from '@/testing/next/next-server';
import { deleteAccount } from './delete-account';

const { dataDir } = useTestDatabase();
const holder = usePool(1);
let clients = 0;
let clientAddress = '';
beforeEach(() => {
  clientAddress = `198.51.100.${++clients}`;
});

const remove = ({ scope, password }: SponsorAccount, given = password) =>
  deleteAccount(scope, given, clientAddress, 'en');
const oneSeat = async () => [{ course: await makeCourse(), seats: 1 }];
const confirmEmail = ({ userId }: SponsorAccount) =>
  sql()`update users set email_verified_at = now() where id = ${userId}`;
const kindOf = async ({ userId }: SponsorAccount) =>
  (await sql()<{ kind: string }[]>`select kind from users where id = ${userId}`)[0]!.kind;
const makeAdoption = async ({ userId }: SponsorAccount, state: 'completed' | 'pledged' | 'cancelled', paid = true) =>
  insertAdoption(sql(), {
    userId,
    state,
    lines: await oneSeat(),
    ...(paid && state === 'completed' && { payments: [{ status: 'captured' as const }] }),
  });

/** Everything in the database in which a text occurs, by table. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql()`select 1 from ${sql()(name)} x where position(${text} in x::text) > 0 limit 1`;
    if (row) found.push(name);
  }
  return found;
}

const mailTo = (to: string) => messagesTo(dataDir, to);

describe('deleting an account', () => {
  test('security 105: the person is in no table afterwards; adoptions, payments and the company stay', async () => {
    const given = {
      full_name: 'Kanaklata Kanaari',
      designation: 'Kanaari Head',
      email: 'kanaklata.delete@kanaari.example',
      phone_number: '9826055599',
      company_name: 'Kanaari Works',
    };
    const account = await makeSponsorAccount(given);
    await logIn(account.email, account.password, clientAddress);
    const paid = await makeAdoption(account, 'completed');
    await prepareHold(await oneSeat(), account);
    await sql()`
      insert into billing_events (billing_id, event, from_state, to_state, actor, detail)
      values (${paid.id}, 'corrected', 'completed', 'completed', 'admin', ${JSON.stringify({ email: given.email, company: given.company_name })}::text::jsonb)`;
    for (const kind of ['paid', 'papers'])
      await sql()`insert into outbound_messages (billing_id, kind, detail, sent_at)
                  values (${paid.id}, ${kind}, ${JSON.stringify({ former_email: given.email })}::text::jsonb, ${kind === 'paid' ? sql()`now()` : null})`;
    await sql()`update billings set show_company = true where id = ${paid.id}`;
    await sql()`
      insert into companies (owner_id, legal_name, csr_contact, papers_email, updated_by)
      values (${account.userId}, ${given.company_name}, ${given.full_name}, ${given.email}, ${given.email})`;
    const [year] = await db().execute<{ now: string }>(part`select ${THIS_YEAR} as now`);
    expect(await tablesWith(given.email)).toEqual(
      expect.arrayContaining([
        'billing_events',
        'billing_search_index',
        'billings',
        'companies',
        'otp_challenges',
        'outbound_messages',
        'users',
      ]),
    );

    expect(await remove(account)).toEqual({ ok: true });
    expect(await tablesWith('kanaklata.delete')).toEqual(['outbound_messages']);
    await sendDueMessages();
    expect((await mailTo(given.email)).at(-1)).toMatchObject({ subject: 'Your Seat Adoption account was deleted' });
    expect(await tablesWith('kanaklata.delete')).toEqual([]);
    for (const text of [given.full_name, given.designation, given.phone_number])
      expect(await tablesWith(text), text).toEqual([]);
    expect(await tablesWith(given.company_name)).toEqual(expect.arrayContaining(['billings', 'companies', 'users']));
    expect(await sql()`select state, show_company from billings where user_id = ${account.userId}`).toEqual([
      { state: 'completed', show_company: false },
    ]);
    expect(await sql()`select status from payments where user_id = ${account.userId}`).toEqual([
      { status: 'captured' },
    ]);
    expect(await sponsorOfRequest(asSponsor(account))).toBeNull();
    expect(await logIn(account.email, account.password, clientAddress)).toMatchObject({
      code: 'auth.invalid_credentials',
    });

    // An annual statement that is issued later names the company alone.
    const { data } = await readPaper((await issueStatement(account.userId, year!.now, {})).id);
    expect(data).toMatchObject({ sponsor: { fullName: '', email: '', company: given.company_name } });
    // A message that is queued later has no address, and is not sent.
    await sql()`insert into outbound_messages (billing_id, kind) values (${paid.id}, 'cancelled')`;
    await sendDueMessages();
    const [message] =
      await sql()`select last_error from outbound_messages where kind = 'cancelled' and billing_id = ${paid.id}`;
    expect(message).toEqual({ last_error: 'obsolete' });
    expect(await mailTo('')).toEqual([]);
  });

  test('security 105: the e-mail can register again, and the new account does not get the adoptions', async () => {
    const account = await makeSponsorAccount();
    await confirmEmail(account);
    await makeAdoption(account, 'completed');
    await remove(account);
    const fields = makeRegistration({ email: account.email, password: 'seven ducks crossed the Narmada' });
    expect(await register(fields, clientAddress)).toEqual({ ok: true });
    const opened = await logIn(fields.email, fields.password, clientAddress);
    if (!opened.ok) throw new Error(opened.code);
    const scope = (await sponsorOfRequest(asSponsor(opened)))!;
    await sql()`update users set email_verified_at = now() where id = ${scope.personId}`;
    expect(await db().select().from(billings).where(ownedBy(scope))).toEqual([]);
  });

  test('security 105: what a guest adopted with the confirmed e-mail goes along; the guest stays if there is more', async () => {
    const account = await makeSponsorAccount();
    const make = async (channel: 'email' | 'phone') => {
      const sponsor = makeSponsor({ email: account.email });
      const { subject, code, billingId } = await prepareAdoption(await oneSeat(), sponsor, channel);
      await pledgeSeats({ ...subject, draftId: billingId }, code);
      await sql()`update billings set state = 'cancelled' where id = ${billingId}`;
      return { billingId, userId: subject.userId };
    };
    const mine = await make('email');
    const elses = await make('phone');
    await confirmEmail(account);
    expect(await remove(account)).toEqual({ ok: true });
    const rows = await sql()<{ id: string; userId: string; email: string }[]>`
      select id, user_id as "userId", sponsor->>'email' as email from billings where id in (${mine.billingId}, ${elses.billingId})`;
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: mine.billingId, userId: account.userId, email: '' },
        { id: elses.billingId, userId: elses.userId, email: account.email },
      ]),
    );
    // The page of the guest's adoption cannot be opened any more: nothing is sent to nobody.
    const [page] = await sql()<{ reference: string }[]>`
      select reference from billings where id = ${mine.billingId}`;
    await sendAccessCode(page!.reference, clientAddress, 'en');
    await runDeferred();
    expect(await mailTo('')).toEqual([]);

    const alone = await makeSponsorAccount();
    const sponsor = makeSponsor({ email: alone.email });
    const { subject, code, billingId } = await prepareAdoption(await oneSeat(), sponsor);
    await pledgeSeats({ ...subject, draftId: billingId }, code);
    await sql()`update billings set state = 'cancelled' where id = ${billingId}`;
    await confirmEmail(alone);
    expect(await remove(alone)).toEqual({ ok: true });
    expect(await sql()`select 1 from users where id = ${subject.userId}`).toEqual([]);
  });

  test('security 105: nothing of the owner of an e-mail is touched by somebody who registered with it', async () => {
    const strangers = await makeSponsorAccount();
    const sponsor = makeSponsor({ email: strangers.email });
    const { subject, code, billingId } = await prepareAdoption(await oneSeat(), sponsor);
    await pledgeSeats({ ...subject, draftId: billingId }, code);
    expect(await remove(strangers)).toEqual({ ok: true });
    const [row] = await sql()`select state, sponsor->>'email' as email from billings where id = ${billingId}`;
    expect(row).toEqual({ state: 'pledged', email: strangers.email });
  });

  test('security 105: not while seats are held or unpaid, money is open, or a request is unanswered', async () => {
    const refusedAs = async (obstacle: string, prepare: (account: SponsorAccount) => Promise<unknown>) => {
      const account = await makeSponsorAccount();
      await prepare(account);
      expect(await remove(account)).toEqual({ ok: false, code: `account.${obstacle}` });
      expect(await kindOf(account)).toBe('registered');
      expect(await sponsorOfRequest(asSponsor(account))).not.toBeNull();
    };
    await refusedAs('held', async (account) => makeHold(await oneSeat(), account));
    await refusedAs('paying', async ({ userId }) =>
      insertAdoption(sql(), { userId, state: 'expired', lines: await oneSeat(), payments: [{ status: 'started' }] }),
    );
    await refusedAs('unpaid', (account) => makeAdoption(account, 'pledged'));
    await refusedAs('refund', async ({ userId }) =>
      insertAdoption(sql(), {
        userId,
        state: 'refund_due',
        lines: await oneSeat(),
        payments: [{ status: 'refund_due' }],
      }),
    );
    await refusedAs('refund', async (account) => {
      const { id } = await makeAdoption(account, 'cancelled');
      await sql()`
        insert into bank_receipts (billing_id, mode, amount_paise, reference, recorded_by, credited_on, payer)
        values (${id}, 'NEFT', 100, ${`UTR${clients}0001`}, gen_random_uuid(), '2026-11-01', 'Works')`;
    });
    await refusedAs('request', async (account) => {
      const { id } = await makeAdoption(account, 'completed');
      await sql()`insert into change_requests (billing_id, kind, reason) values (${id}, 'wish', 'One seat less')`;
    });
  });

  test('security 105: the password is compared, and wrong ones count as failed logins', async () => {
    const account = await makeSponsorAccount();
    for (let tries = 0; tries < LOGIN_FAILURES.account; tries++)
      expect(await remove(account, 'wrong')).toEqual({ ok: false, code: 'auth.password_wrong' });
    expect(await remove(account)).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(await kindOf(account)).toBe('registered');
  });
});

describe('security 105: deleting an account beside', () => {
  /** Runs work while another transaction holds its locks between a statement and its commit. */
  const beside = async <T>(hold: (held: Sql) => Promise<unknown>, work: () => Promise<T>, part: string): Promise<T> => {
    let running: Promise<T> | undefined;
    await holder.begin(async (held) => {
      await hold(held as unknown as Sql);
      running = work();
      running.catch(() => undefined);
      await waitForLocks(sql(), 1, part);
    });
    return running!;
  };

  test('a code that takes seats: the deletion waits and finds the hold', async () => {
    const account = await makeSponsorAccount();
    const lines = await oneSeat();
    const prepared = await prepareHold(lines, account);
    const answer = await beside(
      (held) => runStatement(held, holdStatement(takeValues(prepared, prepared.code))),
      () => remove(account),
      'from "otp_challenges"',
    );
    expect(answer).toEqual({ ok: false, code: 'account.held' });
    expect(await fullLedger(lines[0]!.course.id)).toMatchObject({ held: 1, holding: 1 });
  });

  test('a code of a draft that the deletion removed takes no seats', async () => {
    const account = await makeSponsorAccount();
    const lines = await oneSeat();
    const prepared = await prepareHold(lines, account);
    // Keeps the deletion from committing: it has removed codes and drafts, and waits for the row of the session.
    const [deleted, taken] = await (async () => {
      let running: [Promise<unknown>, Promise<unknown>] | undefined;
      await holder.begin(async (held) => {
        await held`select from sessions where id = ${account.scope.sessionId} for update`;
        const deleting = remove(account);
        await waitForLocks(sql(), 1, 'delete from "sessions"');
        const verifying = holdSeats(account.scope, prepared.code);
        await waitForLocks(sql(), 1);
        running = [deleting, verifying];
      });
      return Promise.all(running!);
    })();
    expect(deleted).toEqual({ ok: true });
    expect(taken).toMatchObject({ ok: false, code: 'otp.invalid' });
    expect(await fullLedger(lines[0]!.course.id)).toMatchObject({ held: 0, adopted: 0 });
  });

  test('a new adoption: the draft waits and is refused, and no draft is left of the deleted account', async () => {
    const account = await makeSponsorAccount();
    const course = await makeCourse();
    const found = await sponsorOf(account.scope);
    if (!found.ok) throw new Error(found.code);
    const request = {
      sponsor: found.sponsor,
      lines: [{ id: course.id, selectedSeats: 1 }],
      totalPaise: course.pricePaise,
    };
    let running: [Promise<unknown>, Promise<unknown>] | undefined;
    await holder.begin(async (held) => {
      await held`select from sessions where id = ${account.scope.sessionId} for update`;
      const deleting = remove(account);
      await waitForLocks(sql(), 1, 'delete from "sessions"');
      const drafting = createDashboardDraft(account.scope, request);
      drafting.catch(() => undefined);
      await waitForLocks(sql(), 1, 'with owner as');
      running = [deleting, drafting];
    });
    const [deleting, drafting] = running!;
    expect(await deleting).toEqual({ ok: true });
    await expect(drafting).rejects.toMatchObject({ status: 401, code: 'auth.required' });
    expect(await sql()`select 1 from billings where user_id = ${account.userId}`).toEqual([]);
  });

  test('a login and a change of the profile: both wait, and fail', async () => {
    const account = await makeSponsorAccount();
    const { full_name, designation, phone_number, company_name } = makeRegistration();
    let running: Promise<unknown>[] = [];
    await holder.begin(async (held) => {
      await held`select from sessions where id = ${account.scope.sessionId} for update`;
      const deleting = remove(account);
      await waitForLocks(sql(), 1, 'delete from "sessions"');
      const entering = logIn(account.email, account.password, '192.0.2.1');
      await waitForLocks(sql(), 1, 'for share');
      const editing = updateProfile(account.scope, { full_name, designation, phone_number, company_name });
      editing.catch(() => undefined);
      await waitForLocks(sql(), 1, 'for no key update');
      running = [deleting, entering, editing];
    });
    expect(await running[0]).toEqual({ ok: true });
    expect(await running[1]).toMatchObject({ ok: false, code: 'auth.invalid_credentials' });
    await expect(running[2]).rejects.toMatchObject({ status: 401 });
    expect(await sql()`select 1 from sessions where user_id = ${account.userId}`).toEqual([]);
    expect(await tablesWith(full_name)).toEqual([]);
  });

  test('a payment notice: the deletion waits for the money, which stays with the adoption', async () => {
    const account = await makeSponsorAccount();
    const lines = await oneSeat();
    const { billingId } = await makeHold(lines, account);
    const [payment] = await sql()<{ id: string }[]>`
      insert into payments (billing_id, user_id, provider, method, amount_paise)
      values (${billingId}, ${account.userId}, 'test', 'upi', ${lines[0]!.course.pricePaise}) returning id`;
    const paymentId = payment!.id;
    expect(await remove(account)).toMatchObject({ ok: false });
    const capture = captureOf('T-delete', lines[0]!.course.pricePaise);
    let running: ReturnType<typeof remove> | undefined;
    await db().transaction(async (held) => {
      await settlePayment(held, { paymentId, provider: 'test', status: 'captured', capture });
      running = remove(account);
      await waitForLocks(sql(), 1, 'from "billings"');
    });
    expect(await running).toEqual({ ok: true });
    expect(await sql()`select state, received_paise > 0 as is_paid from billings where id = ${billingId}`).toEqual([
      { state: 'completed', is_paid: true },
    ]);
    // The gateway repeats its notice: nothing changes.
    await settle({ paymentId, provider: 'test', status: 'captured', capture });
    expect(await fullLedger(lines[0]!.course.id)).toMatchObject({ adopted: 1, completed: 1, held: 0 });
  });

  test('a change of the password: the deletion that was checked against the old one fails', async () => {
    const account = await makeSponsorAccount();
    let deleting: Promise<unknown> | undefined;
    await withAccount(account.userId, async (tx) => {
      deleting = remove(account);
      deleting.catch(() => undefined);
      await waitForLocks(sql(), 1, 'for no key update');
      await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, account.userId));
    });
    await expect(deleting).rejects.toMatchObject({ status: 401 });
    expect(await kindOf(account)).toBe('registered');
  });
});
