import { join } from 'node:path';
import { sql } from '@/db/client';
import type { Sponsor } from '@/lib/adoption/schema';
import { EXAMPLE_SPONSOR } from '@/lib/contract/field-descriptions';
import { hashToken, makeToken } from '@/lib/core/secret-token';
import { financialYearOf } from '@/lib/paper/statements';
import { sandboxNotice } from '@/testing/db/payment';
import { root } from '@/scripts/lib/programs';
import { newFactor } from '@/lib/admin/accounts/totp';
import { codeAt, makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { insertAccountChange } from '@/testing/db/settings';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** A request to a handler of app/api; `url` is the part after the endpoint's path. */
export type ApiRequest = {
  file: string;
  method: string;
  params: Record<string, string>;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** A request with its complete response. */
export type Exchange = { request: ApiRequest; status: number; headers: Headers; bytes: Buffer };

let callers = 0;

/** Defaults of every request: its own client address, so that limits of other tests do not apply. */
export const ADDRESSES = '203.0.113.';

/** Sends a request to its handler; `body` replaces its own body. */
export async function make(call: ApiRequest, body: BodyInit | undefined = call.body): Promise<Exchange> {
  const handlers = (await import(join(root, call.file))) as Record<string, Handler>;
  const address = call.file.replace(/^app|\/route\.ts$/g, '').replace(/\[(\w+)\]/g, (_, name) => call.params[name]!);
  const request = new Request(`http://localhost${encodeURI(address)}${call.query}`, {
    method: call.method,
    headers: { 'X-Forwarded-For': `${ADDRESSES}${++callers % 250}`, ...call.headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const answer = await handlers[call.method]!(request, { params: Promise.resolve(call.params) });
  return {
    request: call,
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** The person whose personal data and secrets must not appear in responses of others. */
export const PERSON = {
  full_name: 'Kanaklata Kanaari',
  designation: 'Kanaari Head of Talent',
  email: 'kanaari.person@narmada-kanaari.example',
  phone_number: '9826055501',
  company_name: 'Kanaari Canary Works',
  password: 'kanaari opens the blue door',
};
/** Every text of the guest, of future fields too, can be told from those of other people. */
export const GUEST: Sponsor = {
  ...(Object.fromEntries(
    Object.entries(EXAMPLE_SPONSOR).map(([key, text]) => [key, `Kanaari Guest ${text}`]),
  ) as Sponsor),
  email: 'kanaari.guest@tapti-kanaari.example',
  phone: '9826055502',
};

/** CRON_SECRET of the journey. */
export const CRON_SECRET = 'kanaari-scheduler-secret';

/** Defaults of omitted parts. */
type Part = { params?: Record<string, string>; query?: string; headers?: Record<string, string>; body?: unknown };

/**
 * Sends one successful request to every endpoint, in the order in which a guest, a sponsor and an administrator use
 * them.
 * @param codeTo returns the newest code sent to an e-mail address or a phone number
 */
export async function journey(codeTo: (recipient: string) => Promise<string>): Promise<Exchange[]> {
  const made: Exchange[] = [];
  const send = async (name: string, { params = {}, query = '', headers = {}, body }: Part = {}) => {
    const [method, path] = name.split(' ') as [string, string];
    const isText = typeof body === 'string' || body === undefined;
    const answer = await make({
      file: `app/api/${path}/route.ts`,
      method,
      params,
      query,
      headers: { ...(!isText && { 'Content-Type': 'application/json' }), ...headers },
      body: isText ? body : JSON.stringify(body),
    });
    made.push(answer);
    if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
    return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(answer.bytes.toString()) : {}) as Record<
      string,
      never
    >;
  };
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  const course = await makeCourse({ pricePaise: 1_000_02 });
  const [named] = await sql()<
    { version: string }[]
  >`select updated_at::text as version from courses where id = ${course.id}`;
  const texts = { branch: course.branch, courseName: course.courseType };
  const [price, seats] = [1000.02, 1];
  const public_ = {
    id: course.id,
    selectedSeats: seats,
    pricePerSeat: price,
    totalPrice: price,
    ...texts,
    city: 'Bhopal',
    institute: '',
  };
  const selectedCourses = { [course.id]: public_ };

  // Visitor.
  await send('GET health');
  await send('GET openapi.json');
  await send('GET courses', { query: '?city=Bhopal&courseType=B.Tech' });
  const shared = await send('POST cart/share', {
    body: { selected_courses: [{ course_id: course.id, selectedSeats: seats }] },
  });
  await send('GET cart/share/[token]/pdf', { params: { token: String(shared.url).split('/').at(-1)! } });
  await send('POST language', { body: 'locale=en&to=%2Fcart' });
  const asked = await send('POST user/generate-otp', {
    body: { ...GUEST, otpMethod: 'email', selectedCourses, totalPrice: price },
  });
  const { receipt_token, reference } = await send('POST user/verify-otp', {
    body: {
      otp: await codeTo(GUEST.email),
      email: GUEST.email,
      phone: GUEST.phone,
      otpMethod: 'email',
      user_id: asked.user_id,
      draft_id: asked.draft_id,
    },
  });
  const printed = { userData: GUEST, selectedCourses };
  await send('POST user/generate-pdf', { body: printed, headers: bearer(receipt_token!) });
  await send('POST user/generate-pdf', { body: printed });
  // Such a code counts for the network that requested it.
  const home = { 'X-Forwarded-For': `${ADDRESSES}251` };
  const found = { params: { reference: reference! }, headers: home };
  await send('POST adoptions/[reference]/code', found);
  await send('POST adoptions/[reference]/access', { ...found, body: { otp: await codeTo(GUEST.email) } });
  await send('DELETE adoptions/[reference]/access', found);

  // Sponsor.
  await send('POST user/register', { body: PERSON });
  const { email, password, ...details } = PERSON;
  await send('POST user/password/code', { headers: home, body: { email } });
  await send('POST user/password/reset', { headers: home, body: { email, otp: await codeTo(email), password } });
  const [{ token: leaving }, { token, user }] = [
    await send('POST user/login', { body: { email, password } }),
    await send('POST user/login', { body: { email, password } }),
  ];
  const { id: userId } = user as unknown as { id: string };
  const mine = bearer(token!);
  await send('POST user/logout', { headers: bearer(leaving!) });
  await send('GET user/profile/[userId]', { params: { userId }, headers: mine });
  await send('PUT user/profile/update/[userId]', { params: { userId }, headers: mine, body: { ...details, email } });
  await send('POST user/password/confirm', { headers: mine, body: { password } });
  await send('POST user/login', { body: { email, password } });
  const { sessions } = await send('GET user/sessions', { headers: mine });
  const [, { id: sessionId }] = sessions as unknown as [unknown, { id: string }];
  await send('DELETE user/sessions/[sessionId]', { params: { sessionId }, headers: mine });
  await send('DELETE user/sessions', { headers: mine });
  await send('POST user/password/change', { headers: mine, body: { current_password: password, password } });
  await send('POST user/email/code', { headers: mine, body: { email: `moved.${email}` } });
  const moved = { email: `moved.${email}`, otp: await codeTo(`moved.${email}`) };
  await send('POST user/email/change', { headers: mine, body: moved });
  await send('POST user/email/code', { headers: mine, body: { email } });
  await send('POST user/email/change', { headers: mine, body: { email, otp: await codeTo(email) } });
  await send('GET user/account/data', { headers: mine });
  const second = { ...PERSON, email: `second.${email}` };
  await send('POST user/register', { body: second });
  const { token: deleting } = await send('POST user/login', { body: { email: second.email, password } });
  await send('POST user/account/delete', { headers: bearer(deleting!), body: { current_password: password } });
  // Tests send the requests again, and this account is gone.
  made.at(-1)!.request.headers.Authorization = mine.Authorization;
  await send('GET user/courses', { headers: mine });
  await send('POST user/generate-otp', { headers: home, body: { email } });
  await send('POST user/verify-otp', { headers: home, body: { email, otp: await codeTo(email) } });
  const line = { course_id: course.id, ...texts, selectedSeats: seats, pricePerSeat: price, totalPrice: price };
  const chosen = { userId, selected_courses: [line] };
  await send('POST user/generate-otp', { headers: mine, body: { ...chosen, total_price: price } });
  await send('POST user/verify-otp', {
    headers: mine,
    body: { userId, otp: await codeTo(`+91${PERSON.phone_number}`) },
  });
  const payment = { headers: mine, body: { ...chosen, payment_method: 'upi', total_amount: price } };
  await send('POST billing/process-payment', payment);
  const [open] = await sql()<{ id: string }[]>`select id from payments where user_id = ${userId}`;
  await send('POST billing/webhook/[provider]', {
    params: { provider: 'sandbox' },
    ...(await sandboxNotice(open!.id, 'captured')),
  });
  const { billing_id: billingId } = await send('POST billing/process-payment', payment);
  await send('GET billing/[billingId]/summary', { params: { billingId: billingId! }, headers: mine });
  await send('GET billing/[billingId]/receipt', { params: { billingId: billingId! }, headers: mine });

  const own = { params: { billingId: billingId! }, headers: mine };
  await send('POST billing/[billingId]/requests', { ...own, body: { message: 'One seat less, please' } });
  await send('POST billing/[billingId]/company', { ...own, body: { show: true } });
  await send('POST billing/[billingId]/payment-status', own);
  await send('POST billing/[billingId]/payment-close', own);
  await send('POST billing/[billingId]/pay', { ...own, body: { payment_method: 'upi' } });
  const { id: held } = await insertAdoption(sql(), { userId, state: 'held', lines: [{ course, seats: 1 }] });
  await send('POST billing/[billingId]/transfer', { params: { billingId: held }, headers: mine });

  const invite = (to: string) =>
    send('POST company/invitations', { headers: mine, body: { full_name: 'Meera Joshi', email: to, role: 'view' } });
  await invite(`withdrawn.${email}`);
  const [withdrawn] = await sql()<{ id: string }[]>`select id from company_invitations where account_id = ${userId}`;
  await send('DELETE company/invitations/[invitationId]', { params: { invitationId: withdrawn!.id }, headers: mine });
  await invite(`colleague.${email}`);
  // The link is in an e-mail.
  const secretOfLink = makeToken();
  await sql()`update company_invitations set token_hash = ${hashToken(secretOfLink)} where account_id = ${userId}`;
  await send('POST company/invitation', { body: { token: secretOfLink } });
  const { designation, phone_number } = PERSON;
  await send('POST company/join', { body: { token: secretOfLink, designation, phone_number, password } });
  const [joined] = await sql()<{ id: string }[]>`select id from users where member_of = ${userId}`;
  const ofColleague = { params: { personId: joined!.id }, headers: mine };
  await send('PATCH company/people/[personId]', { ...ofColleague, body: { role: 'pay' } });
  await send('DELETE company/people/[personId]', ofColleague);
  await invite(`invited.${email}`);

  // Administrator.
  const admin = await makeAdmin({ username: 'kanaari-keeper', password: 'kanaari keeps the red key' });
  const login = { username: admin.username, password: admin.password };
  const [{ token: ending }, { token: kept }] = [
    await send('POST user/admin_login', { body: login }),
    await send('POST user/admin_login', { body: login }),
  ];
  const keeper = bearer(kept!);
  await send('POST user/admin_logout', { headers: bearer(ending!) });
  const colleague = { params: { adminId: (await makeAdmin()).adminId }, headers: keeper };
  await send('PATCH admin/administrators/[adminId]', { ...colleague, body: { role: 'viewer', active: true } });
  await send('POST admin/administrators/[adminId]/logout', colleague);
  await send('DELETE admin/administrators/[adminId]/factor', colleague);
  const guarded = await makeAdmin();
  await send('DELETE admin/administrators/[adminId]/sessions/[sessionId]', {
    params: { adminId: guarded.adminId, sessionId: guarded.scope.sessionId },
    headers: keeper,
  });
  await send('POST admin/administrators', { headers: keeper, body: { username: 'kanaari-guest', role: 'viewer' } });
  const { url } = await send('POST admin/administrators/[adminId]/link', colleague);
  await send('POST user/admin_password', {
    body: { token: String(url).split('#')[1], password: 'kanaari keeps the blue key' },
  });
  await send('POST admin/account/confirm', { headers: keeper, body: { password: admin.password } });
  await send('DELETE admin/users/[userId]/sessions', {
    params: { userId: (await makeSponsorAccount()).userId },
    headers: keeper,
  });
  const { secret } = newFactor(admin.username);
  await send('PUT admin/account/factor', { headers: keeper, body: { secret, code: codeAt(secret) } });
  await send('DELETE admin/account/factor', { headers: keeper });
  await send('POST user/admin_login', { body: login });
  const [elsewhere] = await sql()<{ id: string }[]>`
    select id from admin_sessions where admin_id = ${admin.adminId} order by created_at desc limit 1`;
  await send('DELETE admin/account/sessions/[sessionId]', { params: { sessionId: elsewhere!.id }, headers: keeper });
  await send('POST admin/account/logout', { headers: keeper });
  for (const query of ['', '?limit=5', `?user=${userId}`, `?billing=${billingId}`])
    await send('GET user/get_admin_dashboard_data', { headers: keeper, query });
  for (const kind of ['users', 'billings', 'lines', 'payments'])
    await send('GET user/download/[kind]', { params: { kind }, headers: keeper, query: '?q=kanaari' });
  const institute = await makeInstitute();
  const [described] = await sql()<
    { version: string }[]
  >`select updated_at::text as version from institutes where id = ${institute.id}`;
  await send('PATCH admin/institutes/[instituteId]', {
    params: { instituteId: institute.id },
    headers: keeper,
    body: { address: 'AB Road', website: '', kind: null, contact: '', ...described },
  });
  await send('PATCH admin/courses/[courseId]', {
    params: { courseId: course.id },
    headers: keeper,
    body: { total_seats: 70, version: named!.version },
  });
  const [billing] = await sql()<{ reference: string; version: number }[]>`
    select reference, version from billings where id = ${billingId!}`;
  await send('POST admin/billings/[reference]', {
    params: { reference: billing!.reference },
    headers: keeper,
    body: {
      action: 'correct',
      version: billing!.version,
      reason: 'Asked by phone',
      sponsor: { company: 'Kanaari Works' },
    },
  });
  const [dead] = await sql()<{ id: string }[]>`
    update outbound_messages set dead_at = now(), sent_at = null where billing_id = ${billingId!} returning id`;
  await send('POST admin/messages/[messageId]', {
    params: { messageId: dead!.id },
    headers: keeper,
    body: { action: 'retry' },
  });
  await send('GET admin/catalogue/import', { headers: keeper });
  await send('POST admin/catalogue/import', {
    headers: keeper,
    query: '?name=courses.csv',
    body: 'City,Institute,Course Type,Branch,Total Seats,Price\nRewa,,ITI,Fitter,20,12500\n',
  });
  const [pledged] = await sql()<{ reference: string }[]>`select reference from billings where state = 'pledged'`;
  await send('GET admin/receipts', { headers: keeper, query: `?search=${pledged!.reference}` });
  await send('POST admin/bank-statement', {
    headers: keeper,
    query: '?name=statement.csv',
    body: `Date,Narration,Credit,UTR\n01/04/2026,NEFT ${pledged!.reference},1000,HDFCN52026040100\n`,
  });
  const unmatched = await send('POST admin/receipts', {
    headers: keeper,
    body: {
      ...{ mode: 'NEFT', credited_on: '2026-04-01', amount: 1000, bank_reference: 'HDFCN52026040100' },
      ...{ payer: 'Kanaari Bank Customer', reason: 'On the statement' },
    },
  });

  await send('POST admin/receipts/[receiptId]', {
    params: { receiptId: unmatched.id! },
    headers: keeper,
    body: { action: 'reject', reason: 'Entered twice' },
  });
  const [difference] = await sql()<{ id: string }[]>`
    insert into settlement_differences (provider, kind, entity_id, reported_paise)
    values ('razorpay', 'unknown', 'adj_FnVpRxGFzkGDAE', 100) returning id`;
  await send('POST admin/differences/[differenceId]', {
    params: { differenceId: difference!.id },
    headers: keeper,
    body: { action: 'explain', reason: 'A fee of the gateway' },
  });
  const [alert] = await sql()<{ id: string }[]>`
    insert into alerts (kind, subject, value, most) values ('limit', 'email:kanaari@works.example', 900, 1000) returning id`;
  await send('POST admin/alerts/[alertId]', {
    params: { alertId: alert!.id },
    headers: keeper,
    body: { action: 'look', reason: 'Called the company' },
  });
  await send('PUT admin/seat-limits', {
    headers: keeper,
    body: { sponsor: 'works.example', max_seats: 2000, reason: 'Letter of intent' },
  });
  const [unanswered] = await sql()<{ id: string }[]>`
    insert into payments (billing_id, user_id, provider, method, amount_paise, created_at)
    values (${held}, ${userId}, 'sandbox', 'upi', 100, now() - interval '7 days') returning id`;
  await send('POST admin/payments/[paymentId]', {
    params: { paymentId: unanswered!.id },
    headers: keeper,
    body: { action: 'check' },
  });

  // Scheduler.
  await send('GET jobs/run', { headers: bearer(CRON_SECRET) });
  await send('POST jobs/run', { headers: bearer(CRON_SECRET) });
  await send('GET metrics', { headers: bearer(CRON_SECRET) });
  await send('PUT admin/settings/[group]', {
    params: { group: 'numbering' },
    headers: keeper,
    body: { version: null, value: { receipt: 'PR' } },
  });
  await send('POST admin/account-change', {
    headers: keeper,
    body: { version: await insertAccountChange(admin.adminId), decision: 'discard' },
  });
  const [paid] = await sql()<{ reference: string; payment: string; year: string }[]>`
    select b.reference, p.id as payment, ${sql().unsafe(financialYearOf('p.settled_at'))} as year
      from billings b join payments p on p.billing_id = b.id where b.id = ${billingId!}`;
  const { reference: paidReference, payment: source, year } = paid!;
  const receipt = await send('POST admin/billings/[reference]/papers', {
    params: { reference: paidReference },
    headers: keeper,
    body: { kind: 'receipt', source },
  });
  const paperId: string = receipt.id!;
  await send('GET admin/papers/[paperId]', { params: { paperId }, headers: keeper, query: '?locale=hi' });
  await send('GET billing/[billingId]/papers/[paperId]', { params: { billingId: billingId!, paperId }, headers: mine });
  const pledge = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
  await send('POST billing/[billingId]/papers', {
    params: { billingId: pledge.id },
    headers: mine,
    body: { kind: 'proforma', details: { legal_name: 'Kanaari Canary Works Private Limited', pan: 'AAACK1234P' } },
  });
  await send('POST billing/[billingId]/paper-details', {
    params: { billingId: pledge.id },
    headers: mine,
    body: { address: 'Plot 7, Pithampur', purchase_order: 'PO-7' },
  });
  await send('GET admin/users/[userId]/statements', { params: { userId }, headers: keeper });
  for (const format of ['', '/spreadsheet']) {
    await send(`GET user/statements/[year]${format}`, { params: { year }, headers: mine });
    await send(`GET admin/users/[userId]/statements/[year]${format}`, { params: { userId, year }, headers: keeper });
  }
  return made;
}
