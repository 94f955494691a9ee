import { randomUUID } from 'node:crypto';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import * as schema from '@/db/schema';
import { listAdoptions } from '@/lib/adoption/read/history-queries';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { reservationKeys } from '@/lib/adoption/take/queries';
import { openRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { askAsSponsor } from '@/lib/waiting/mutations';
import { colleaguesOffers, openRequests } from '@/lib/waiting/queries';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { readOwnData } from '@/lib/operation/privacy/own-data';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { enter, makeEntry } from '@/testing/db/entries';
import { moveAccount } from '@/testing/db/email-changes';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { endPauses } from '@/testing/db/networks';
import { makeOffice } from '@/testing/db/offices';
import { messagesTo } from '@/testing/db/outbox';
import { makeRenewal } from '@/testing/db/renewals';
import { reserve } from '@/testing/db/reservations';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { issueCode } from './codes/mutations';
import { handOver } from '@/lib/company/people/hand-over';
import { inviteColleague } from '@/lib/company/people/invitations';
import { changeEmail, sendNewEmailCode } from './credentials';
import { reportLostMailbox } from './lost-mailbox';
import { readProfile } from './queries';
import { openSession, sponsorOfRequest } from './session';

const { dataDir } = useTestDatabase();
let made = 0;
let clientAddress = '';
beforeEach(async () => {
  clientAddress = `198.51.100.${++made}`;
  await sql()`delete from rate_limits`;
});

/** The tables with an e-mail address. A new one is added here, and to makeVictim, once it is decided whose its rows are. */
const TABLES = [
  'admin_notices',
  'admins',
  'adoption_entries',
  'alerts',
  'audit_log',
  'billing_search_index',
  'billings',
  'change_requests',
  'companies',
  'company_invitations',
  'otp_challenges',
  'outbound_messages',
  'papers',
  'reservations',
  'unpaid_seats',
  'users',
  'waiting_requests',
];

const oneSeat = async () => [{ course: await makeCourse(), seats: 1 }];

type Victim = { email: string; ids: string[]; name: string };

/** Somebody without an account, whose address is in every table that can have one. */
async function makeVictim(): Promise<Victim> {
  const number = ++made;
  const [email, name] = [`victim${number}@private.example`, `Vimala Private ${number}`];
  const sponsor = makeSponsor({ email, fullName: name });
  const { subject, code, billingId } = await prepareAdoption(await oneSeat(), sponsor);
  expect(await pledgeSeats({ ...subject, draftId: billingId }, code)).toMatchObject({ ok: true });
  await prepareAdoption(await oneSeat(), sponsor);
  await sql()`
    insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
    values ('receipt', ${billingId}, ${billingId}, 'PR', '2026-27', ${number}, ${email}, ${JSON.stringify({ kind: 'receipt', email })}::text::jsonb)`;
  await sql()`
    insert into change_requests (billing_id, kind, email, reason, requested_by, state, decided_by, decided_at)
    values (${billingId}, 'email', ${email}, 'Asked by phone', ${randomUUID()}, 'declined', ${randomUUID()}, now())`;
  await sql()`
    with record as (insert into companies (papers_email) values (${email}) returning id)
    update billings set company_id = record.id from record where billings.id = ${billingId}`;
  const entryId = await enter((await makeAdmin()).scope, makeEntry(await oneSeat(), { email, fullName: name }));
  const reservationId = await reserve(await oneSeat(), { holder: email, email });
  const renewal = await makeRenewal(billingId, await makeCourse({ studyYear: 2 }));
  await sql()`update reservations set email = ${email} where id = ${renewal.id}`;
  const waitingId = await makeWaitingRequest({ course: await makeFullCourse(), email });
  await issueCode({ purpose: 'waiting', otpMethod: 'email', userId: null, email, phone: '' }, null);
  const company = await makeSponsorAccount();
  await sql()`
    insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
    values (${company.userId}, ${name}, ${email}, 'view', ${company.userId}, now() + interval '1 day')`;
  await sql()`insert into outbound_messages (kind, recipient, locale) values ('reserved', ${email}, 'en')`;
  const report = { full_name: name, company_name: 'Works', phone_number: '9876543210', email, reference: '' };
  expect(await reportLostMailbox(report, clientAddress)).toEqual({ ok: true });
  await makeOffice({ username: email });
  await sql()`
    insert into admin_notices (admin_id, email, is_daily, at_once) values (${(await makeAdmin()).adminId}, ${email}, true, '{}')`;
  return { email, name, ids: [billingId, entryId, reservationId, renewal.id, waitingId] };
}

/** All rows with a text, by table, without those that name an account. */
async function rowsWith(text: string, { userId }: { userId: string }): Promise<Record<string, string[]>> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql()<{ row: string }[]>`
      select to_jsonb(x)::text as row from ${sql()(name)} x where position(${text} in x::text) > 0 order by 1`;
    const others = rows.map(({ row }) => row).filter((row) => !row.includes(userId));
    if (others.length > 0) found[name] = others;
  }
  return found;
}

/** Whoever registered with the address of a victim, and confirmed nothing. */
const makeStranger = ({ email }: Victim) => makeSponsorAccount({ email });

/** A sponsor with a colleague, whose own, confirmed address administrators changed to that of a victim, signed in again. */
async function makeMoved({ email }: Victim): Promise<SponsorAccount> {
  const account = await makeSponsorAccount();
  await confirm(account);
  await moveAccount(account.userId, email);
  const { token } = await openSession(account.userId);
  return { ...account, email, token, scope: (await sponsorOfRequest(asSponsor({ token })))! };
}

const confirm = ({ userId }: SponsorAccount) => sql()`update users set email_verified_at = now() where id = ${userId}`;
const remove = ({ scope, password }: SponsorAccount) => deleteAccount(scope, password, clientAddress, 'en');

const STRANGERS = [
  ['who registered with the address', makeStranger],
  ['whose confirmed address was changed to it by an administrator', makeMoved],
] as const;

describe('security 170: an unconfirmed address is nobody’s', () => {
  test('every table with an e-mail address is decided, and has a row in these tests', async () => {
    const isEmail = (name: string) => /mail$|recipient|holder|sponsor$|username/.test(name);
    const named = Object.values(schema)
      .filter((value) => is(value, PgTable))
      .filter((table) => getTableConfig(table).columns.some(({ name }) => isEmail(name)))
      .map(getTableName);
    const victim = await makeVictim();
    const filled = Object.keys(await rowsWith(victim.email, { userId: 'nobody' }));
    expect(filled).toEqual(TABLES);
    expect(named.filter((name) => !TABLES.includes(name))).toEqual([]);
  });

  test.each(STRANGERS)('somebody %s reads nothing of its person', async (_, make) => {
    const victim = await makeVictim();
    const { scope } = await make(victim);
    const file = JSON.stringify(await readOwnData(scope, 'en'));
    for (const secret of [...victim.ids, victim.name]) expect(file).not.toContain(secret);
    expect(await listAdoptions(scope, { size: 9 })).toMatchObject({ adoptions: [] });
    expect(await openRenewals(scope)).toEqual([]);
    expect(await openRequests(scope)).toBeNull();
    expect(await colleaguesOffers(scope)).toEqual([]);
    expect(await reservationKeys(scope)).toEqual([]);
    expect((await readProfile(scope)).adopted_students).toBe(0);
    const wish = { courseId: (await makeFullCourse()).id, scope: 'course', seats: 1, minSeats: 1 } as const;
    expect(await askAsSponsor(scope, wish, { clientAddress, locale: 'en' })).toMatchObject({
      code: 'waiting.email_unconfirmed',
    });
    const invitation = { full_name: 'Meera Joshi', email: 'meera@works.example', role: 'view' } as const;
    expect(await inviteColleague(scope, invitation, 'en')).toMatchObject({ code: 'company.confirm_email' });
  });

  test.each(STRANGERS)('somebody %s deletes nothing of its person with the account', async (_, make) => {
    const victim = await makeVictim();
    const stranger = await make(victim);
    const before = await rowsWith(victim.email, stranger);
    expect(await remove(stranger)).toEqual({ ok: true });
    const after = await rowsWith(victim.email, stranger);
    for (const [table, rows] of Object.entries(before))
      expect(after[table], table).toEqual(expect.arrayContaining(rows));
    // The address is told.
    const told = await sql()`select recipient from outbound_messages where kind = 'account_deleted'`;
    expect(told).toContainEqual({ recipient: victim.email });
  });

  test.each(STRANGERS)('somebody %s moves nothing of its person to another address', async (_, make) => {
    const victim = await makeVictim();
    const stranger = await make(victim);
    const before = await rowsWith(victim.email, stranger);
    const email = `moved${++made}@stranger.example`;
    await endPauses();
    expect(await sendNewEmailCode(stranger.scope, email, clientAddress, 'en')).toEqual({ ok: true });
    const { code } = (await messagesTo(dataDir, email)).at(-1)!;
    expect(await changeEmail(stranger.scope, { email, otp: code! }, 'en')).toEqual({ ok: true });
    const after = await rowsWith(victim.email, stranger);
    for (const [table, rows] of Object.entries(before))
      expect(after[table], table).toEqual(expect.arrayContaining(rows));
    expect(await listAdoptions(stranger.scope, { size: 9 })).toMatchObject({ adoptions: [] });
  });

  test.each(STRANGERS)('somebody %s hands nothing of its person over', async (_, make) => {
    const victim = await makeVictim();
    const stranger = await make(victim);
    const colleague = await makeSponsorAccount({}, { of: stranger, role: 'pay' });
    await confirm(colleague);
    const before = await rowsWith(victim.email, stranger);
    const given = await handOver(stranger.scope, colleague.userId, stranger.password, clientAddress, 'en');
    expect(given).toEqual({ ok: true });
    const after = await rowsWith(victim.email, stranger);
    for (const [table, rows] of Object.entries(before))
      expect(after[table], table).toEqual(expect.arrayContaining(rows));
  });

  test('control: once it is confirmed, its person reads all of it, and deletes what may go', async () => {
    const victim = await makeVictim();
    const account = await makeStranger(victim);
    await confirm(account);
    const file = JSON.stringify(await readOwnData(account.scope, 'en'));
    for (const id of victim.ids) expect(file).toContain(id);
    expect(file).not.toMatch(/counted_by/);
    await sql()`update billings set state = 'cancelled' where sponsor->>'email' = ${victim.email} and state = 'pledged'`;
    expect(await remove(account)).toEqual({ ok: true });
    const left = await rowsWith(victim.email, account);
    expect(left.waiting_requests).toBeUndefined();
    expect(left.otp_challenges?.join()).not.toContain('"waiting"');
    expect(left.outbound_messages?.join()).not.toContain('"reserved"');
  });
});
