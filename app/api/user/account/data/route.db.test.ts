import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { RECENT_PASSWORD_SECONDS } from '@/lib/platform/limits';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { makeSponsor, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeAdmin } from '@/testing/db/admin';
import { enter, makeEntry } from '@/testing/db/entries';
import { makeRenewal } from '@/testing/db/renewals';
import { reserve } from '@/testing/db/reservations';
import { makeWaitingRequest } from '@/testing/db/waiting';
import { readOwnData, type OWN_DATA } from '@/lib/operation/privacy/own-data';
import type { OwnData } from '@/lib/operation/privacy/schema';
import { GET } from './route';

useTestDatabase();

const oneSeat = async () => [{ course: await makeCourse(), seats: 1 }];
const sectionsOf = ({ sections }: OwnData) =>
  Object.fromEntries(sections.map(({ name, entries }) => [name, entries])) as Record<
    keyof typeof OWN_DATA,
    Record<string, unknown>[]
  >;

/** An account with an entry in every section. */
async function makeFullAccount(): Promise<SponsorAccount & { billingId: string }> {
  const account = await makeSponsorAccount();
  const { userId } = account;
  await sql()`update users set email_verified_at = now() where id = ${userId}`;
  await prepareHold(await oneSeat(), account);
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'completed',
    lines: await oneSeat(),
    payments: [{ status: 'captured' }, { status: 'refund_due' }],
  });
  await sql()`
    insert into billing_events (billing_id, event, from_state, to_state, actor, detail)
    values (${id}, 'extended', 'pledged', 'pledged', 'admin', '{"by": "Ravi", "reason": "asked by phone", "due": "later"}'),
           (${id}, 'note', 'pledged', 'pledged', 'admin', '{"by": "Ravi", "reason": "a difficult person"}')`;
  await sql()`insert into companies (owner_id, legal_name) values (${userId}, 'Works Limited')`;
  await sql()`
    with made as (insert into company_groups (name, name_key) values ('Works', 'WORKS') returning id)
    insert into company_keys (key, home_id, group_id) select 'user:' || ${userId}::text, id, id from made`;
  await sql()`insert into consents (billing_id, terms_since, privacy_since, locale) values (${id}, now(), now(), 'en')`;
  const reference = `UTR-${userId.slice(0, 8)}`;
  await sql()`
    insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
    values (${userId}, 'Meera Joshi', 'meera@works.example', 'view', ${userId}, now() + interval '1 day')`;
  const { id: instituteId } = await makeInstitute();
  await sql()`
    with release as (
      insert into releases (institute_id, kind, mode, paid_on, amount_paise, reference, recorded_by)
      values (${instituteId}, 'passed_on', 'NEFT', '2026-11-03', 100, ${reference}, gen_random_uuid()) returning id),
    used as (
      insert into uses (course_id, financial_year, revision, used_paise, passed_paise, stated_by)
      select course_id, '2026-27', 1, 0, 100, gen_random_uuid() from billing_items where billing_id = ${id} returning id, course_id),
    line as (
      insert into use_lines (use_id, billing_id, course_id, used_paise, passed_paise)
      select id, ${id}, course_id, 0, 100 from used)
    insert into release_lines (release_id, billing_id, course_id, amount_paise)
    select release.id, ${id}, used.course_id, 100 from release, used`;
  await sql()`
    with link as (
      insert into auditor_links (user_id, financial_year, token_hash, expires_at)
      values (${userId}, '2026-27', ${`hash-${userId}`}, now() + interval '1 day') returning id)
    insert into auditor_views (link_id, what) select id, 'page' from link`;
  await sql()`insert into change_requests (billing_id, kind, reason) values (${id}, 'wish', 'One seat less')`;
  await sql()`insert into conversation_messages (billing_id, side, text) values (${id}, 'sponsor', 'When does it begin?')`;
  await sql()`
    insert into bank_receipts (billing_id, mode, amount_paise, reference, recorded_by, credited_on, payer, remark)
    values (${id}, 'NEFT', 100, ${reference}, gen_random_uuid(), '2026-11-01', 'Works', 'a note of a colleague')`;
  await sql()`
    insert into refunds (billing_id, mode, amount_paise, reference, recorded_by, paid_on)
    values (${id}, 'NEFT', 100, ${reference}, gen_random_uuid(), '2026-11-02')`;
  await sql()`
    insert into payee_accounts (billing_id, account_name, account_number, ifsc) values (${id}, 'Company', '00123456789', 'SBIN0001234')`;
  await sql()`insert into transfer_notices (billing_id, utr, paid_on) values (${id}, 'SBINR52026112500012345', '2026-11-01')`;
  await sql()`insert into outbound_messages (billing_id, kind) values (${id}, 'paid')`;
  await sql()`
    insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
    values ('receipt', ${id}, ${id}, 'PR', '2026-27', (select count(*) + 1 from papers), ${reference}, '{"kind": "receipt"}')`;
  await reserve(await oneSeat(), { holder: account.email, email: account.email });
  const other = await makeCourse();
  await sql()`
    insert into seat_moves (billing_id, from_course_id, to_course_id, state, seats, price_paise, reservation_id, until, reason, started_by, ended_at)
    select ${id}, course_id, ${other.id}, 'declined', 1, 100, (select id from reservations where email = ${account.email} limit 1), now(),
           'The workshop closes', gen_random_uuid(), now() from billing_items where billing_id = ${id}`;
  const entryId = await enter((await makeAdmin()).scope, makeEntry(await oneSeat(), { email: account.email }));
  await sql()`
    insert into paper_scans (entry_id, media_type, content, uploaded_by) values (${entryId}, 'application/pdf', '%PDF-1.7', gen_random_uuid())`;
  await makeRenewal(id, await makeCourse({ studyYear: 2 }));
  await makeWaitingRequest({ course: await makeCourse(), email: account.email });
  return { ...account, billingId: id };
}

test('security 104: the file has every section, the own data only, and no secret', async () => {
  const [own, other] = [await makeFullAccount(), await makeFullAccount()];
  const file = await readOwnData(own.scope, 'en');
  const sections = sectionsOf(file);
  for (const [name, entries] of Object.entries(sections)) expect(entries.length, name).toBeGreaterThan(0);
  expect(sections.account).toMatchObject([{ id: own.userId, email: own.email, kind: 'registered' }]);
  expect(sections.adoptions.map(({ state }) => state).sort()).toEqual(['completed', 'draft']);
  expect(sections.history.map(({ event }) => event)).not.toContain('note');
  expect(sections.history.find(({ event }) => event === 'extended')!.detail).toEqual({ due: 'later' });

  const text = JSON.stringify(file);
  for (const foreign of [other.userId, other.email, other.billingId]) expect(text).not.toContain(foreign);
  const [secrets] = await sql()<Record<string, string>[]>`
    select u.password_hash, s.token_hash, c.code_hash from users u join sessions s on s.user_id = u.id
      join otp_challenges c on c.user_id = u.id where u.id = ${own.userId}`;
  for (const secret of [...Object.values(secrets!), 'Ravi', 'difficult', 'asked by phone', 'note of a colleague'])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/_hash|"asker"|search_text|idempotency_key|limit_keys|recorded_by|counted_by/);
  expect(file.not_included.map(({ why }) => why.length > 10)).not.toContain(false);
});

test('what a guest adopted is in the file once the e-mail is confirmed, and not before', async () => {
  const { userId, email, scope } = await makeSponsorAccount();
  const { subject, code, billingId } = await prepareAdoption(await oneSeat(), makeSponsor({ email }));
  await pledgeSeats({ ...subject, draftId: billingId }, code);
  expect(sectionsOf(await readOwnData(scope, 'en')).adoptions).toEqual([]);
  await sql()`update users set email_verified_at = now() where id = ${userId}`;
  const { adoptions, seats } = sectionsOf(await readOwnData(scope, 'hi'));
  expect(adoptions).toMatchObject([{ id: billingId }]);
  expect(seats).toMatchObject([{ billing_id: billingId, seats: 1 }]);
});

test('security 104: the password must have been entered recently; the file has a name and is not cached', async () => {
  const account = await makeSponsorAccount();
  const answer = await GET(asSponsor(account));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="seat_adoption_data_\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await answer.text()).split('\n').length).toBeGreaterThan(50);
  await sql()`
    update sessions set password_at = now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second' where id = ${account.scope.sessionId}`;
  await expect(readOwnData(account.scope, 'en')).rejects.toMatchObject({ status: 403, code: 'auth.confirm_password' });
  expect((await GET(asSponsor(account))).status).toBe(403);
});
