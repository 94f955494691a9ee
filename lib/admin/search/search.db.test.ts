import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { recordCredits } from '@/lib/admin/receipts/many';
import { creditSchema } from '@/lib/admin/adoptions/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { search } from './queries';

useTestDatabase();
let admin: AdminAccount;
let adoption: { id: string; reference: string };
beforeAll(async () => {
  admin = await makeAdmin();
  const institute = await makeInstitute({ name: 'Holkar Polytechnic', city: 'Indore', number: 'C-45678' });
  await sql()`
    insert into former_institutes (institute_id, name, city, is_merged) values (${institute.id}, 'Shivaji Rao Polytechnic', 'Indore', false)`;
  const course = await makeCourse({
    branch: 'Carpenter',
    courseType: 'ITI',
    city: 'Indore',
    instituteId: institute.id,
  });
  const { userId } = await makeSponsorAccount();
  await sql()`
    update users set full_name = 'Asha Verma', company_name = 'Narmada Textiles', phone_number = '9826012345' where id = ${userId}`;
  adoption = await insertAdoption(sql(), {
    userId,
    state: 'completed',
    lines: [{ course, seats: 2 }],
    payments: [{ status: 'captured' }],
  });
  await sql()`update billings set reference = 'SA-7K2M-Q4XT-90B1' where id = ${adoption.id}`;
  adoption.reference = 'SA-7K2M-Q4XT-90B1';
  await sql()`update payments set transaction_id = 'pay_Nx81' where billing_id = ${adoption.id}`;
  const credit = { credited_on: '2026-04-01', amount: '1000', payer: 'Narmada Textiles', reason: 'On the statement' };
  await recordCredits(admin.scope, [
    creditSchema.parse({ ...credit, mode: 'NEFT', bank_reference: 'SBIN426091234567' }),
    creditSchema.parse({ ...credit, mode: 'cheque', bank_reference: '004711', payer_bank: 'State Bank' }),
  ]);
  await sql()`
    insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
    values ('receipt', ${adoption.id}, 'x', 'PR', '2026-27', 12, 'PR/2026-27/000012', '{}')`;
});

const ADOPTION = '/admin/billings/SA-7K2M-Q4XT-90B1';

test.each([
  ['a reference', 'SA-7K2M-Q4XT-90B1', 'adoption', ADOPTION],
  ['a reference without dashes, with O for 0', 'sa7k2mq4xt9ob1', 'adoption', ADOPTION],
  ['its beginning', 'SA-7K2M-Q4', 'adoption', ADOPTION],
  ['a person', 'asha verma', 'person', /^\/admin\/users\?q=/],
  ['a phone number', '98260 12345', 'person', /^\/admin\/users\?q=/],
  ['a phone number with +91', '+91 98260 12345', 'person', /^\/admin\/users\?q=/],
  ['a bank reference', 'sbin 4260 9123 4567', 'receipt', '/admin/attention?kind=unmatched'],
  ['a cheque', '004711', 'receipt', '/admin/attention?kind=unmatched'],
  ['a payment', 'pay_Nx81', 'payment', ADOPTION],
  ['a paper', 'PR/2026-27/000012', 'paper', ADOPTION],
  ['a paper without zeros', 'pr/2026-27/12', 'paper', ADOPTION],
  ['an institute', 'holkar', 'institute', /^\/admin\/offices\//],
  ['a former name of an institute', 'shivaji rao', 'institute', /^\/admin\/offices\//],
  ['the number of an institute', 'C-45678', 'institute', /^\/admin\/offices\//],
  ['a course', 'carpenter indore', 'course', /^\/admin\/catalogue\?q=Carpenter\+Holkar\+Polytechnic&type=ITI/],
] as const)('finds by %s', async (_, q, kind, path) => {
  const found = (await search(admin.scope, q)).filter((each) => each.kind === kind);
  expect(found).toHaveLength(1);
  expect(found[0]!.path).toMatch(path);
});

test('finds a company as adoptions and as people, each with its state', async () => {
  const { company } = (
    await sql()<{ company: string }[]>`
    select sponsor->>'company' as company from billings where id = ${adoption.id}`
  )[0]!;
  const found = await search(admin.scope, company);
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'adoption', name: adoption.reference, note: company, state: 'Completed' }),
  );
  expect(await search(admin.scope, 'nobody at all')).toEqual([]);
});
