import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import type { SeededCourse } from '../e2e/catalogue';
import type { Mailbox } from '../lib/mailbox';
import { linkOfUrl, payLink, type GatewayWorld } from './gateway';
import type { Ledger, Lines } from './ledger';
import { RETRY_SECONDS, retry } from './retry';

export type ClientWorld = GatewayWorld & {
  courses: readonly SeededCourse[];
  mailbox: Mailbox;
  ledger: Ledger;
  /** False once clients should start no further adoption. */
  running: () => boolean;
};

type Answer = { status: number; body: Record<string, unknown> };

const ANSWER_MS = 15_000;
/** Seats of a course that sells out during the run; other courses have many more. */
export const SCARCE_SEATS = 5;
/** A code is valid for ten minutes, so a right one that is refused within this time was lost. */
const CODE_SURELY_LIVES_MS = 9 * 60 * 1000;

/**
 * Adopts repeatedly, alternating between the public pages and the dashboard, and records each acknowledged response in
 * the ledger.
 */
export async function adoptUntilStopped(setup: ClientWorld): Promise<void> {
  while (setup.running()) {
    const adopt = randomInt(2) === 0 ? adoptInPublic : payOnDashboard;
    await adopt(setup);
    setup.ledger.journeys += 1;
  }
}

/** Courses and seats that are adopted together. */
type Items = readonly { course: SeededCourse; seats: number }[];

/** A domain of a company that nobody else has. */
export const newDomain = () => `${randomBytes(5).toString('hex')}.example`;

/** An address of somebody who has not adopted before. */
export const newEmail = (domain = newDomain()) => `asha${randomDigits(6)}@${domain}`;

/** Adopts on the public pages. @returns the reference, if it is known */
export async function adoptInPublic(
  setup: ClientWorld,
  {
    domain = newDomain(),
    email,
    items = someOf(setup.courses),
  }: { domain?: string; email?: string; items?: Items } = {},
): Promise<string | undefined> {
  const contact = { email: email ?? newEmail(domain), phone: `9${randomDigits(9)}`, otpMethod: 'email' };
  const { lines, hasPlenty, selectedCourses, total } = quoteOf(items);
  const sent = await call(setup, '/user/generate-otp', {
    ...EXAMPLE_SPONSOR,
    ...contact,
    selectedCourses,
    totalPrice: total,
  });
  if (sent.status !== 200) return undefined;
  const sentAt = Date.now();
  const otp = await codeFor(setup, contact.email);
  if (!otp) return undefined;
  // The purge considers drafts of this age; this one has a valid code. Where seats run out, the code is used up without
  // effect and the purge may delete the draft.
  if (randomInt(2) === 0 && hasPlenty) {
    await makeOld(setup.sql, String(sent.body.user_id));
    await pause(randomInt(4000));
  }
  const { draft_id } = sent.body;
  const verification = { ...contact, otp, user_id: sent.body.user_id, ...(draft_id ? { draft_id } : {}) };
  // Occasionally two concurrent tabs.
  const answers = await Promise.all(
    Array.from({ length: randomInt(4) === 0 ? 2 : 1 }, () => call(setup, '/user/verify-otp', verification)),
  );
  for (const { status, body } of answers) {
    if (status === 200) setup.ledger.pledges.set(String(body.reference), lines);
    if (status === 400 && Date.now() - sentAt < CODE_SURELY_LIVES_MS)
      setup.ledger.problems.push(`a right code was refused with ${String(body.code)}`);
  }
  const adopted = answers.find(({ status }) => status === 200);
  return adopted && String(adopted.body.reference);
}

async function payOnDashboard(setup: ClientWorld): Promise<void> {
  const sponsor = await makeSponsor(setup.sql);
  const held = await holdSeats(setup, sponsor);
  if (!held) return;
  if (randomInt(4) === 0) return chooseTransfer(setup, held);
  const { lines, selected_courses, total, headers } = held;
  const { userId } = sponsor;
  const payment = { userId, selected_courses, total_amount: total, payment_method: 'upi' };
  const keyed = { ...headers, 'Idempotency-Key': randomUUID() };
  const presses = randomInt(4) === 0 ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: presses }, () => call(setup, '/billing/process-payment', payment, { headers: keyed })),
  );
  const pending = answers.find(({ body }) => body.next)?.body ?? {};
  const { billing_id, next } = pending as { billing_id?: string; next?: { url: string } };
  const link = next && linkOfUrl(setup.standIn, next.url);
  if (!billing_id || !link) return;
  const transaction = await payLink(setup, link, billing_id);
  // Some do not come back to the site; others do, and it asks a few times.
  if (randomInt(3) === 0) return;
  for (let times = 0; times < 2; times++) {
    const { body } = await call(
      setup,
      `/billing/${billing_id}/payment-status`,
      {},
      { headers, label: '/billing/payment-status' },
    );
    if (body.status === 'paid' && transaction) {
      setup.ledger.payments.set(transaction, { billingId: billing_id, lines });
      return;
    }
    await pause(randomInt(1000));
  }
}

/** A sponsor with a session. */
type Sponsor = { userId: string; token: string; phone: string };

/** Holds seats with a code that is sent to the phone; undefined if that was refused or no answer came. */
async function holdSeats(setup: ClientWorld, { userId, token, phone }: Sponsor) {
  const { lines, selected_courses, total } = quoteOf(someOf(setup.courses));
  const headers = { Authorization: `Bearer ${token}` };
  const sent = await call(setup, '/user/generate-otp', { userId, selected_courses, total_price: total }, { headers });
  if (sent.status !== 200) return undefined;
  const otp = await codeFor(setup, phone);
  if (!otp) return undefined;
  const { draft_id } = sent.body;
  const held = await call(setup, '/user/verify-otp', { userId, otp, ...(draft_id ? { draft_id } : {}) }, { headers });
  if (held.status !== 200) return undefined;
  return { billingId: String(held.body.billing_id), lines, selected_courses, total, headers };
}
type Held = NonNullable<Awaited<ReturnType<typeof holdSeats>>>;

/** The most parts that a sponsor chooses. */
export const MOST_PARTS = 6;

/** Pays by bank transfer, often in parts: the adoption is a pledge, and administrators record its money. */
async function chooseTransfer(setup: ClientWorld, { billingId, lines, headers }: Held): Promise<void> {
  const sending = { headers, label: '/billing/transfer' };
  const { status, body } = await call(setup, `/billing/${billingId}/transfer`, {}, sending);
  if (status !== 200) return;
  const reference = String(body.reference);
  setup.ledger.pledges.set(reference, lines);
  if (randomInt(2) === 0) return;
  const parts = 2 + randomInt(MOST_PARTS - 1);
  const choosing = { headers, label: '/billing/instalments' };
  const chosen = await call(setup, `/billing/${billingId}/instalments`, { parts }, choosing);
  if (chosen.status === 200) setup.ledger.parts.set(reference, parts);
}

/** Picks one to three different courses with one or two seats each. */
function someOf(courses: readonly SeededCourse[]): Items {
  const chosen = new Set(Array.from({ length: 1 + randomInt(3) }, () => courses[randomInt(courses.length)]!));
  return [...chosen].map((course) => ({ course, seats: 1 + randomInt(2) }));
}

/** Courses and seats in the two formats that endpoints expect. */
function quoteOf(items: Items) {
  const rupees = (paise: number) => paise / 100;
  const lines: Lines = Object.fromEntries(items.map(({ course, seats }) => [course.id, seats]));
  const amounts = ({ course, seats }: Items[number]) => ({
    selectedSeats: seats,
    pricePerSeat: rupees(course.pricePaise),
    totalPrice: rupees(course.pricePaise * seats),
    courseName: course.courseType,
    branch: course.branch,
  });
  return {
    lines,
    hasPlenty: items.every(({ course }) => course.totalSeats > SCARCE_SEATS),
    total: rupees(items.reduce((sum, { course, seats }) => sum + course.pricePaise * seats, 0)).toFixed(2),
    selected_courses: items.map((item) => ({ course_id: item.course.id, ...amounts(item) })),
    selectedCourses: Object.fromEntries(
      items.map((item) => {
        const { id, city, institute } = item.course;
        return [id, { id, city, institute: institute ?? '', ...amounts(item) }];
      }),
    ),
  };
}

type Sending = { headers?: Record<string, string>; label?: string; method?: 'POST' | 'PATCH' | 'DELETE' };

/**
 * Sends a request to any instance and repeats it until there is a response below 500. Status 0: there was none.
 * @param sending `label` counts the responses, by default by the path
 */
export async function call(
  { urls, ledger }: ClientWorld,
  path: string,
  body: object,
  { headers = {}, label = path, method = 'POST' }: Sending = {},
): Promise<Answer> {
  const until = Date.now() + RETRY_SECONDS * 1000;
  // Limits count by client address; every client of this run has its own.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  while (Date.now() < until) {
    const all = urls();
    // Not AbortSignal.timeout: such a signal can be collected before it fires, and the request then never ends.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_MS);
    const answer = await fetch(`${all[randomInt(all.length)]}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, ...headers },
      body: JSON.stringify(body),
      signal: late.signal,
    })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
      .catch(() => null)
      .finally(() => clearTimeout(timer));
    ledger.count(`${label} ${answer ? `${answer.status} ${String(answer.body.code ?? '')}`.trim() : 'no answer'}`);
    if (answer && answer.status < 500 && answer.body.code !== 'otp.too_soon') return answer;
    await pause(200 + randomInt(400));
  }
  return { status: 0, body: {} };
}

/** Returns the code of the newest message to an address; null if none arrives. */
export async function codeFor({ mailbox, ledger }: ClientWorld, to: string): Promise<string | null> {
  for (let waited = 0; waited < 20; waited++) {
    const code = await mailbox.codeFor(to);
    if (code !== '000000') return code;
    await pause(100);
  }
  ledger.count('no code arrived');
  return null;
}

/** Makes a guest and the guest's drafts older than the retention time of the purge. */
async function makeOld(sql: Sql, userId: string): Promise<void> {
  await retry(
    () => sql`
      with aged as (update users set created_at = now() - interval '40 days' where id = ${userId} returning id)
      update billings set created_at = now() - interval '40 days' where user_id in (select id from aged) and verified_at is null`,
  );
}

async function makeSponsor(sql: Sql): Promise<Sponsor> {
  // New values for each attempt: one whose connection was ended may have been committed.
  return retry(async () => {
    const phone = `9${randomDigits(9)}`;
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    const email = `sponsor@${randomBytes(5).toString('hex')}.example`;
    const [row] = await sql<{ user_id: string }[]>`
      with made as (
        insert into users (kind, full_name, designation, email, phone_number, company_name, password_hash)
        values ('registered', 'Radhika Deshmukh', 'Head', ${email}, ${phone}, 'Narmada Motors', 'none') returning id)
      insert into sessions (user_id, token_hash, expires_at)
      select id, ${hash}, now() + interval '6 hours' from made returning user_id`;
    return { userId: row!.user_id, token, phone };
  });
}

const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
