import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { purgeData } from '@/lib/operation/jobs/purge';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { RETENTION_ROWS } from './retention';

useTestDatabase();

test('the purge runs what the table of kept data names, and tells what it deleted', async () => {
  const { userId } = await makeSponsorAccount();
  const { adminId } = await makeAdmin();
  await sql()`update sessions set expires_at = now() where user_id = ${userId}`;
  await sql()`update admin_sessions set expires_at = now() where admin_id = ${adminId}`;
  await sql()`insert into rate_limits (key, points, expire) values ('ended', 1, now() - interval '1 hour')`;
  await sql()`insert into unpaid_seats (key) values ('email:nobody@example.in')`;
  await sql()`
    insert into alerts (kind, subject, value, last_at) values ('fast', 'old', 1, now() - interval '366 days'), ('fast', 'new', 1, now())`;
  await sql()`
    insert into payment_notices (provider, event_id, kind, outcome, received_at)
    values ('sandbox', 'old', 'paid', 'settled', now() - interval '366 days')`;
  await sql()`
    insert into statement_layouts (account, titles, columns, used_at)
    values ('5511', 'old', '{}', now() - interval '401 days'), ('5511', 'new', '{}', now())`;
  await sql()`
    insert into shared_carts (token_hash, lines, expires_at) values ('ended', '[1]', now() - interval '1 hour')`;
  await sql()`
    insert into auditor_links (user_id, financial_year, token_hash, expires_at)
    values (${userId}, '2024-25', 'ended', now() - interval '366 days'), (${userId}, '2024-25', 'ended lately', now() - interval '364 days')`;
  await sql()`
    insert into paper_scans (media_type, content, uploaded_by, uploaded_at)
    values ('application/pdf', '%PDF-1.7', gen_random_uuid(), now() - interval '25 hours')`;
  await sql()`
    insert into adoption_entries (state, sponsor, locale, lines, paper_reference, note, entered_by, decided_at)
    values ('refused', '{}', 'en', '[]', 'Letter 1', '', ${adminId}, now() - interval '31 days')`;
  await sql()`
    insert into admin_password_links (admin_id, token_hash, expires_at) values (${adminId}, 'ended', now() - interval '1 hour')`;
  await sql()`
    insert into users (kind, full_name, designation, email, phone_number, company_name, created_at)
    values ('guest', 'Asha', 'Head', 'idle@example.in', '9876543210', 'Narmada', now() - interval '31 days')`;
  const gone = await makeSponsorAccount();
  await issueCode(
    { purpose: 'new_email', otpMethod: 'email', userId: gone.userId, email: 'late@example.in', phone: '' },
    null,
  );
  await sql()`
    insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
    values (${userId}, 'Meera Joshi', 'meera@works.example', 'view', 'ended', now() - interval '1 hour')`;
  const { id: institute } = await makeInstitute();
  await sql()`
    insert into payee_accounts (institute_id, account_name, account_number, ifsc, state, ended_at)
    select ${institute}, 'College', '12345678', 'SBIN0001234', 'ended', now() - days * interval '1 day' from unnest(array[91, 89]) as days`;
  await sql()`
    insert into mailings (id, target, texts, run_by, ended_at)
    select gen_random_uuid(), 'offices', '{}', ${adminId}, now() - days * interval '1 day' from unnest(array[91, 89]) as days`;
  const waiting = await makeWaitingRequest({ course: await makeFullCourse() });
  await sql()`
    update waiting_requests set ended_at = now() - interval '31 days', ending = 'withdrawn' where id = ${waiting}`;
  await sql()`update users set kind = 'deleted', password_hash = null where id = ${gone.userId}`;
  await sql()`
    update users set email_change = jsonb_build_object('email', 'other@example.in', 'reason', 'Called', 'by', ${adminId}::text,
                                                       'at', now() - interval '15 days') where id = ${userId}`;
  const purged = {
    unverified: 1,
    account: 1,
    session: 1,
    code: 1,
    sharedCart: 1,
    auditorLink: 1,
    message: 0,
    mailing: 1,
    counter: 1,
    unpaid: 1,
    entry: 1,
    scan: 1,
    alert: 1,
    notice: 1,
    toldTransfer: 0,
    payee: 1,
    student: 0,
    proposal: 0,
    waiting: 1,
  };
  const { deleted } = await purgeData();
  expect(deleted).toEqual({ ...purged, statementLayout: 1, adminSession: 1, invitation: 1, passwordLink: 1 });
  expect(Object.keys(deleted)).toEqual(RETENTION_ROWS.filter(([, { purge }]) => purge).map(([data]) => data));
  expect(await sql()`select subject from alerts`).toEqual([{ subject: 'new' }]);
});
