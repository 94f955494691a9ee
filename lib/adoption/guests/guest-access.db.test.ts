import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { POST as askForCode } from '@/app/api/adoptions/[reference]/code/route';
import { DELETE as closePage, POST as enterCode } from '@/app/api/adoptions/[reference]/access/route';
import { POST as writeToDepartment } from '@/app/api/billing/[billingId]/messages/route';
import { POST as showCompany } from '@/app/api/billing/[billingId]/company/route';
import { GET as readSummary } from '@/app/api/billing/[billingId]/summary/route';
import { POST as verifyCode } from '@/app/api/user/verify-otp/route';
import { GET as listCourses } from '@/app/api/user/courses/route';
import { MAX_SENDS_TO_RECIPIENT, MAX_WRONG_PER_HOUR } from '@/lib/platform/limits';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { insertAdoption } from '@/testing/db/adoptions';
import { messagesTo } from '@/testing/db/outbox';
import { newNetwork } from '@/testing/db/networks';
import { runDeferred } from '@/testing/next/next-server';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { accessOfPage } from './guest-access';
import { pledgeSeats } from '@/lib/adoption/take/mutations';

/** The cookies of the page request. */
const cookies = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock('next/headers', () => ({ cookies: async () => cookies, headers: async () => new Headers() }));

const { dataDir } = useTestDatabase();
beforeEach(async () => {
  await sql()`delete from rate_limits`;
});

async function adopt() {
  const sponsor = makeSponsor();
  const { subject, code, billingId } = await prepareAdoption([{ course: await makeCourse(), seats: 2 }], sponsor);
  const pledge = await pledgeSeats({ ...subject, draftId: billingId }, code);
  if (!pledge.ok) throw new Error(pledge.code);
  return { sponsor, billingId, reference: pledge.reference };
}

const call = (
  from: string,
  { method = 'POST', body, token }: { method?: string; body?: object; token?: string } = {},
) =>
  new Request('http://localhost/api', {
    method,
    headers: {
      'X-Forwarded-For': from,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });

const ask = (reference: string, from: string) => askForCode(call(from), { params: Promise.resolve({ reference }) });
const enter = (reference: string, otp: string, from: string) =>
  enterCode(call(from, { body: { otp } }), { params: Promise.resolve({ reference }) });

/** Returns the codes sent to an e-mail address, oldest first. */
const codesTo = async (email: string) => (await messagesTo(dataDir, email)).flatMap(({ code }) => code ?? []);

/** Asks for a code and enters it; returns the response and the value of its cookie. */
async function open({ reference, sponsor }: { reference: string; sponsor: { email: string } }) {
  const from = newNetwork();
  expect((await ask(reference, from)).status).toBe(200);
  await runDeferred();
  const response = await enter(reference, (await codesTo(sponsor.email)).at(-1)!, from);
  const cookie = response.headers.get('set-cookie') ?? '';
  return { response, cookie, value: /^[\w-]+=([^;]*)/.exec(cookie)?.[1] ?? '' };
}

/** Returns the access that the page grants for a cookie. */
const pageWith = (value: string, reference: string) => {
  cookies.set(`adoption-access-${reference}`, { value });
  return accessOfPage(reference);
};

describe('a guest', () => {
  test('security 74: opens the adoption by the code sent to its e-mail address, and nothing else', async () => {
    const [own, other] = [await adopt(), await adopt()];
    const { response, cookie, value } = await open(own);
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ success: true })]);
    expect(cookie).toMatch(/^adoption-access-[A-Z0-9-]+=[^;]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect(cookie.split('=')[0]).toBe(`adoption-access-${own.reference}`);
    const access = (await pageWith(value, own.reference))!;
    expect(access.scope).toEqual({ billingId: own.billingId });
    expect(await pageWith(value, other.reference)).toBeNull();
    expect(await readAdoption(access.scope, own.billingId)).toMatchObject({ reference: own.reference, seats: 2 });
    expect(await readAdoption(access.scope, other.billingId)).toBeNull();

    const summary = async (token: string, billingId: string) =>
      (await readSummary(call(newNetwork(), { method: 'GET', token }), { params: Promise.resolve({ billingId }) }))
        .status;
    expect(await summary(access.bearer, own.billingId)).toBe(200);
    expect(await summary(access.bearer, other.billingId)).toBe(404);
    // The cookie's value is no bearer token, the bearer token no cookie, and neither is a session.
    expect(await summary(value, own.billingId)).toBe(401);
    expect(await pageWith(access.bearer, own.reference)).toBeNull();
    expect((await listCourses(call(newNetwork(), { method: 'GET', token: access.bearer }))).status).toBe(401);
  });

  test('the code that adopted the seats opens the page as well, if it went to the e-mail address', async () => {
    const verified = async (otpMethod: 'email' | 'phone') => {
      const sponsor = makeSponsor();
      const lines = [{ course: await makeCourse(), seats: 2 }];
      const { subject, code, billingId } = await prepareAdoption(lines, sponsor, otpMethod);
      const { userId: user_id, email, phone } = subject;
      const body = { otp: code, user_id, email, phone, otpMethod, draft_id: billingId };
      const response = await verifyCode(call(newNetwork(), { body }));
      const { reference } = (await response.json()) as { reference: string };
      return { billingId, reference, cookie: response.headers.get('set-cookie') };
    };
    const { billingId, reference, cookie } = await verified('email');
    expect(cookie).toMatch(/^adoption-access-[A-Z0-9-]+=[^;]+; Path=\/; Max-Age=3[56]\d\d; HttpOnly; SameSite=Lax$/);
    const value = /=([^;]*)/.exec(cookie!)![1]!;
    expect((await pageWith(value, reference))!.scope).toEqual({ billingId });
    expect((await verified('phone')).cookie).toBeNull();
  });

  test('has no access once the hour is over by the database clock, nor with a changed end', async () => {
    const own = await adopt();
    const { value } = await open(own);
    const [id, expires, mac] = value.split('.');
    expect(await pageWith(`${id}.${Number(expires) + 1}.${mac}`, own.reference)).toBeNull();
    expect(await pageWith(value, own.reference)).toMatchObject({ until: new Date(Number(expires) * 1000) });
    const signed = (end: number) => {
      const text = `adoption-page|${id}|${end}|${own.sponsor.email}`;
      return `${id}.${end}.${createHmac('sha256', process.env.APP_SECRET!).update(text).digest('base64url')}`;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await pageWith(signed(now + 5), own.reference)).not.toBeNull();
    expect(await pageWith(signed(now - 1), own.reference)).toBeNull();
  });

  test('has no access once the e-mail address was corrected', async () => {
    const own = await adopt();
    const { value } = await open(own);
    expect(await pageWith(value, own.reference)).not.toBeNull();
    await sql()`update billings set sponsor = sponsor || '{"email": "new@example.in"}' where id = ${own.billingId}`;
    expect(await pageWith(value, own.reference)).toBeNull();
  });

  test('closes the page', async () => {
    const { reference } = await adopt();
    const closed = await closePage(call(newNetwork(), { method: 'DELETE' }), {
      params: Promise.resolve({ reference }),
    });
    expect(closed.headers.get('set-cookie')).toContain(`adoption-access-${reference}=; Path=/; Max-Age=0`);
  });

  test('security 74: needs the network that asked, and uses a code once', async () => {
    const own = await adopt();
    const from = newNetwork();
    await ask(own.reference, from);
    await runDeferred();
    const [code] = await codesTo(own.sponsor.email);
    expect((await enter(own.reference, code!, newNetwork())).status).toBe(400);
    const [first, second] = await Promise.all([enter(own.reference, code!, from), enter(own.reference, code!, from)]);
    expect([first!.status, second!.status].toSorted()).toEqual([200, 400]);
  });
});

describe('an unknown reference, and an adoption of the dashboard', () => {
  const texts = async (reference: string) => {
    const from = newNetwork();
    const asked = await ask(reference, from);
    const answers = [[asked.status, await asked.text()]];
    const again = await ask(reference, from);
    answers.push([again.status, await again.text()]);
    for (let n = 0; n <= MAX_WRONG_PER_HOUR; n++) {
      const entered = await enter(reference, '000000', from);
      answers.push([entered.status, await entered.text()]);
    }
    return answers;
  };

  test('security 74: are answered like a known one, and nothing is sent', async () => {
    const { reference, sponsor } = await adopt();
    const account = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const dashboard = await insertAdoption(sql(), { userId: account.userId, state: 'completed', lines });
    const known = await texts(reference);
    expect(known[0]).toEqual([200, expect.stringContaining('If there is such an adoption')]);
    expect(known.at(-1)![0]).toBe(429);
    expect(await texts('SA-0000-0000-0000')).toEqual(known);
    expect(await texts(dashboard.reference)).toEqual(known);
    await runDeferred();
    expect(await codesTo(sponsor.email)).toHaveLength(1);
    expect(await codesTo(account.email)).toEqual([]);
  });

  test('security 74: are not told by the number of codes: one e-mail address gets as many as one reference', async () => {
    const sponsor = makeSponsor();
    const references: string[] = [];
    for (const seats of [1, 2]) {
      const prepared = await prepareAdoption([{ course: await makeCourse(), seats }], sponsor);
      const pledge = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
      if (pledge.ok) references.push(pledge.reference);
    }
    for (let n = 0; n < MAX_SENDS_TO_RECIPIENT; n++)
      for (const reference of references) expect((await ask(reference, newNetwork())).status).toBe(200);
    await runDeferred();
    expect(await codesTo(sponsor.email)).toHaveLength(MAX_SENDS_TO_RECIPIENT);
    expect((await ask(references[0]!, newNetwork())).status).toBe(429);
  });
});

test('security 77: a guest allows that the company is named, for the own adoption only, and withdraws it', async () => {
  const [own, other] = [await adopt(), await adopt()];
  const { bearer } = (await pageWith((await open(own)).value, own.reference))!;
  const set = async (billingId: string, show: unknown, token: string | undefined = bearer) =>
    (await showCompany(call(newNetwork(), { token, body: { show } }), { params: Promise.resolve({ billingId }) }))
      .status;
  const shown = () =>
    sql()`select show_company as shown from billings where id in (${own.billingId}, ${other.billingId}) and show_company`;
  expect(await set(own.billingId, true, '')).toBe(401);
  // The token opens one adoption: another one is as if there were no session.
  expect(await set(other.billingId, true)).toBeGreaterThanOrEqual(400);
  expect(await shown()).toHaveLength(0);
  expect(await set(own.billingId, true)).toBe(200);
  expect(await shown()).toHaveLength(1);
  expect(await set(own.billingId, false)).toBe(200);
  expect(await shown()).toHaveLength(0);
  const events = await sql()`
    select event, actor from billing_events where billing_id = ${own.billingId} and event like 'company%' order by id`;
  expect(events).toEqual([
    { event: 'company_shown', actor: 'guest' },
    { event: 'company_hidden', actor: 'guest' },
  ]);
});

test('a guest writes to the department about the opened adoption alone', async () => {
  const [own, other] = [await adopt(), await adopt()];
  const { bearer } = (await pageWith((await open(own)).value, own.reference))!;
  const send = async (billingId: string, message: unknown, last: string | null = null) => {
    const response = await writeToDepartment(call(newNetwork(), { token: bearer, body: { message, last } }), {
      params: Promise.resolve({ billingId }),
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect(await send(own.billingId, '  ')).toEqual([400, 'conversation.empty']);
  expect(await send(own.billingId, 'x'.repeat(2001))).toEqual([400, 'conversation.long']);
  expect(await send(own.billingId, 'x'.repeat(100_000))).toEqual([413, 'request.too_large']);
  expect(await send(other.billingId, 'Only 1 seat, please')).toEqual([404, 'own_adoption.not_found']);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(own.billingId, 'Only 1 seat, please')));
  expect(answers.map(([status]) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  const stored = await sql()`select billing_id, side, text, author_id, person from conversation_messages`;
  expect(stored).toEqual([
    { billing_id: own.billingId, side: 'sponsor', text: 'Only 1 seat, please', author_id: null, person: null },
  ]);
});

test('a guest who registers and confirms the e-mail address has the adoptions that a code to it verified', async () => {
  const { sponsor, billingId } = await adopt();
  const byPhone = await prepareAdoption([{ course: await makeCourse(), seats: 1 }], sponsor, 'phone');
  await pledgeSeats({ ...byPhone.subject, draftId: byPhone.billingId }, byPhone.code);
  const account = await makeSponsorAccount({ email: sponsor.email });
  const stranger = await makeSponsorAccount();
  expect(await readAdoption(account.scope, billingId)).toBeNull();
  await sql()`update users set email_verified_at = now() where kind = 'registered'`;
  expect(await readAdoption(account.scope, billingId)).toMatchObject({ id: billingId });
  expect(await readAdoption(account.scope, byPhone.billingId)).toBeNull();
  expect(await readAdoption(stranger.scope, billingId)).toBeNull();
});
