import { beforeEach, expect, test } from 'vitest';
import { POST } from '@/app/api/user/approvals/route';
import { sql } from '@/db/client';
import { APPROVAL_REQUESTS } from '@/lib/platform/limits';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { newNetwork } from '@/testing/db/networks';
import { messagesTo } from '@/testing/db/outbox';
import { englishIn } from '@/testing/english-in-message';
import { approvalMessage, listApprovers } from './approval';
import { readSharedCart } from './queries';

useTestDatabase();

let owner: SponsorAccount;
let colleague: SponsorAccount;
beforeEach(async () => {
  owner = await makeSponsorAccount({ full_name: 'Asha Verma' });
  colleague = await makeSponsorAccount({ full_name: 'Ravi Nair' }, { of: owner, role: 'adopt' });
});

async function ask(by: SponsorAccount, seats = 3) {
  const course = await makeCourse();
  const body = { order_number: 'PO-7', selected_courses: [{ course_id: course.id, selectedSeats: seats }] };
  const request = asSponsor(by, { body, headers: { 'X-Forwarded-For': newNetwork() } });
  const response = await POST(request, { params: Promise.resolve({}) });
  const answer = (await response.json()) as { url?: string; asked?: string[]; code?: string };
  return { status: response.status, ...answer };
}

test('the link goes to those of the company who may pay, with the name of who asks, and is no adoption', async () => {
  const payer = await makeSponsorAccount({ full_name: 'Meera Joshi' }, { of: owner, role: 'pay' });
  for (const role of ['view', 'adopt'] as const) await makeSponsorAccount({}, { of: owner, role });
  await makeSponsorAccount({}, { of: await makeSponsorAccount(), role: 'pay' });
  const answer = await ask(colleague);
  expect(answer).toMatchObject({ status: 201, asked: ['Asha Verma', 'Meera Joshi'] });
  const token = answer.url!.split('/').at(-1)!;
  const cart = await readSharedCart(token);
  expect(cart).toMatchObject({ by: { sender: 'Ravi Nair', orderNumber: 'PO-7' }, then: { seats: 3 } });
  for (const { email } of [owner, payer]) {
    const [message] = await messagesTo(process.env.DATA_DIR!, email);
    expect(message).toMatchObject({ subject: '3 seats for your approval' });
    expect(message!.text).toContain(`/shared-cart/${token}`);
  }
  expect((await sql()`select from shared_carts where token_hash = ${token}`).length).toBe(0);
  expect((await sql()`select from billings where user_id = ${owner.userId}`).length).toBe(0);
});

test('who may pay is asked by others alone; where nobody is, nothing is shared', async () => {
  expect((await listApprovers(owner.scope)).map(({ name }) => name)).toEqual([]);
  expect((await listApprovers(colleague.scope)).map(({ name }) => name)).toEqual(['Asha Verma']);
  expect(await ask(owner)).toMatchObject({ status: 409, code: 'approval.nobody' });
  const viewer = await makeSponsorAccount({}, { of: owner, role: 'view' });
  expect(await ask(viewer)).toMatchObject({ status: 403, code: 'company.role' });
});

test('a person asks so many times a day', async () => {
  for (let time = 0; time < APPROVAL_REQUESTS.points; time++) expect((await ask(colleague)).status).toBe(201);
  expect(await ask(colleague)).toMatchObject({ status: 429, code: 'request.too_many' });
});

test('the e-mail is wholly in Hindi', () => {
  const about = { sender: 'रवि नायर', seats: 3, url: 'https://adopt.example/shared-cart/token' };
  expect(englishIn(approvalMessage('asha@works.example', about, 'hi'))).toEqual([]);
});
