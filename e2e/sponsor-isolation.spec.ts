import type { APIRequestContext } from '@playwright/test';
import { bearer, logIn, newAccount, register, selectedCourses, smsCode, type Session } from '../testing/e2e/account';
import { expect, test, type SeededCourse } from '../testing/e2e';

type Lines = readonly (readonly [SeededCourse, number])[];

const totalOf = (lines: Lines) => lines.reduce((sum, [course, seats]) => sum + (course.pricePaise * seats) / 100, 0);

/**
 * Returns a request to every API endpoint that names a user, for the user `id`, as the owner of `session` would send
 * it.
 */
const calls = (request: APIRequestContext, session: Session, lines: Lines) => {
  const headers = bearer(session);
  const { company_name, designation, full_name, phone_number } = newAccount();
  const chosen = { selected_courses: selectedCourses(lines) };
  return {
    profile: (id: string) => request.get(`/api/user/profile/${id}`, { headers }),
    update: (id: string) =>
      request.put(`/api/user/profile/update/${id}`, {
        headers,
        data: { company_name, designation, full_name, phone_number },
      }),
    sendCode: (id: string) =>
      request.post('/api/user/generate-otp', { headers, data: { userId: id, ...chosen, total_price: totalOf(lines) } }),
    verify: (id: string, otp = '000000') =>
      request.post('/api/user/verify-otp', { headers, data: { otp, userId: id } }),
    pay: (id: string) =>
      request.post('/api/billing/process-payment', {
        headers,
        data: { payment_method: 'upi', userId: id, ...chosen, total_amount: totalOf(lines) },
      }),
  };
};
const documents = (request: APIRequestContext, session: Session) => ({
  summary: (billing: string) => request.get(`/api/billing/${billing}/summary`, { headers: bearer(session) }),
  receipt: (billing: string) => request.get(`/api/billing/${billing}/receipt`, { headers: bearer(session) }),
});

test('security 1 security 2 security 3: sponsor A reads nothing of B and does nothing as B; B’s ids answer like ids of nobody', async ({
  request,
  account: strangerAccount,
  database,
  outbox,
  seed,
}) => {
  const sessionOf = async (account: typeof strangerAccount): Promise<Session> => {
    const { user, token } = await logIn(request, account);
    return { id: user.id, token };
  };
  const ownerAccount = await register(request);
  const [stranger, owner] = [await sessionOf(strangerAccount), await sessionOf(ownerAccount)];
  const lines: Lines = [[await seed.course(), 2]];
  const asOwner = calls(request, owner, lines);
  const asStranger = calls(request, stranger, lines);

  /** Returns the owner's data in the database. */
  const belongings = async () => ({
    user: await database`select full_name, designation, email, phone_number, company_name from users where id = ${owner.id}`,
    billings:
      await database`select id, state, total_paise from billings where user_id = ${owner.id} order by created_at`,
    payments: await database`select id, status from payments where user_id = ${owner.id}`,
    codes:
      await database`select id, wrong_attempts, consumed_at from otp_challenges where user_id = ${owner.id} order by id`,
    seats: await database`select adopted_seats, held_seats from courses where id = ${lines[0]![0].id}`,
  });
  /**
   * Sends the same request for the owner's id and for an unknown one: both are refused with the same response, and
   * nothing changes.
   */
  const expectRefused = async (
    call: (id: string) => Promise<{ status(): number; text(): Promise<string> }>,
    id: string,
    statuses: number[],
  ) => {
    const before = await belongings();
    const answers = [await call(id), await call('3f8e2b1c-5d4a-4c7b-9e6f-0a1b2c3d4e5f')];
    expect(statuses).toContain(answers[0]!.status());
    expect(answers[1]!.status()).toBe(answers[0]!.status());
    const [body, unknown] = await Promise.all(answers.map((answer) => answer.text()));
    expect(unknown).toBe(body);
    for (const secret of [ownerAccount.email, ownerAccount.phone_number, owner.token])
      expect(body).not.toContain(secret);
    expect(await belongings()).toEqual(before);
  };

  await expectRefused(asStranger.profile, owner.id, [403]);
  await expectRefused(asStranger.update, owner.id, [403]);
  await expectRefused(asStranger.sendCode, owner.id, [403]);

  // A code was sent to the owner: nobody else can use it, and it stays valid for the owner.
  expect((await asOwner.sendCode(owner.id)).status()).toBe(200);
  const code = await smsCode(outbox, ownerAccount);
  await expectRefused((id) => asStranger.verify(id, code), owner.id, [403]);
  expect((await asStranger.verify(stranger.id, code)).status()).toBe(400);
  const held = await asOwner.verify(owner.id, code);
  expect(held.status(), await held.text()).toBe(200);
  const { billing_id: billing } = (await held.json()) as { billing_id: string };

  // The owner's seats are held: nobody else can pay for them, under the owner's id or their own.
  await expectRefused(asStranger.pay, owner.id, [403]);
  const unverified = await asStranger.pay(stranger.id);
  expect(unverified.status()).toBe(403);
  expect(await unverified.json()).toMatchObject({ message: 'Please verify your phone number first' });
  const paid = await asOwner.pay(owner.id);
  expect(paid.status(), await paid.text()).toBe(200);

  const own = documents(request, owner);
  for (const [kind, read] of Object.entries(documents(request, stranger))) {
    await expectRefused(read, billing, [403, 404]);
    const document = await own[kind as keyof typeof own](billing);
    expect(document.status(), kind).toBe(200);
    expect((await document.body()).subarray(0, 5).toString(), kind).toBe('%PDF-');
  }

  // The same requests in the stranger's own name succeed: they were refused because of the id.
  expect((await asStranger.profile(stranger.id)).status()).toBe(200);
  expect((await asStranger.update(stranger.id)).status()).toBe(200);
  expect((await asStranger.sendCode(stranger.id)).status()).toBe(200);
});
