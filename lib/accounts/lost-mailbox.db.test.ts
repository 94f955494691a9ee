import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { acknowledgeAlert } from '@/lib/admin/alerts/mutations';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { LOST_MAILBOXES } from '@/lib/platform/limits';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeRegistration, makeSponsorAccount } from '@/testing/db/identity';
import { reportLostMailbox } from './lost-mailbox';

useTestDatabase();

const reportOf = (reference = '') => {
  const { full_name, company_name, phone_number, email } = makeRegistration();
  return { full_name, company_name, phone_number, email, reference };
};

test('a lost mailbox needs attention, with the adoption if there is one, until an administrator has looked at it', async () => {
  const { scope } = await makeAdmin();
  const { userId } = await makeSponsorAccount();
  const adoption = await insertAdoption(sql(), { userId, state: 'pledged', lines: [] });
  const [known, unknown] = [reportOf(adoption.reference), reportOf('SA-0000-0000-0000')];
  for (const report of [known, unknown]) expect(await reportLostMailbox(report, '198.51.100.7')).toEqual({ ok: true });
  const rows = await listAttention(scope, { kind: 'mailbox' }, { page: 1, size: 50 });
  expect(rows.map(({ reference, company, note }) => [reference, company, note])).toEqual([
    [adoption.reference, known.company_name, known.email],
    [null, unknown.company_name, unknown.email],
  ]);
  expect(JSON.parse(rows[0]!.about!)).toMatchObject({ full_name: known.full_name, phone_number: known.phone_number });
  expect(await countAttention(scope)).toMatchObject({ mailbox: 2, unusual: 0 });
  for (const { id } of rows) expect(await acknowledgeAlert(scope, id, 'Called the company')).toEqual({ ok: true });
  expect(await countAttention(scope)).toMatchObject({ mailbox: 0 });
});

test('reports are limited by address and by new mailbox, and the answer is the same with and without an account', async () => {
  const { email } = await makeSponsorAccount();
  const { address, recipient } = LOST_MAILBOXES;
  for (let n = 0; n < recipient.points; n += 1)
    expect(await reportLostMailbox({ ...reportOf(), email }, `198.51.101.${n}`)).toEqual({ ok: true });
  expect(await reportLostMailbox({ ...reportOf(), email }, '198.51.102.1')).toMatchObject({ code: 'request.too_many' });
  // One item, of the last report.
  expect(await sql()`select id from alerts where subject = ${email}`).toHaveLength(1);
  for (let n = 0; n < address.points; n += 1)
    expect(await reportLostMailbox(reportOf(), '198.51.103.1')).toEqual({ ok: true });
  expect(await reportLostMailbox(reportOf(), '198.51.103.1')).toMatchObject({
    code: 'request.too_many',
    retryAfterSeconds: expect.any(Number),
  });
});
