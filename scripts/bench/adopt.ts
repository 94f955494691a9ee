import { createInterface } from 'node:readline';
import type { Sql } from 'postgres';
import { EXAMPLE_SPONSOR } from '@/lib/contract/field-descriptions';
import { startApp, type RunningApp } from './app';

/** What an adoption says about its course. */
export type AdoptedCourse = { id: string; courseType: string; branch: string; pricePaise: number };

let companies = 0;

/** Returns an address of a new company: unpaid seats are limited per company, and its adoptions wait for each other. */
export function newCompanyEmail(): string {
  companies += 1;
  return `hr@secured-${companies}.example`;
}

/** Starts the program with limits that adoptions from many client addresses do not reach. */
export function startAdoptionApp(env: Record<string, string> = {}): Promise<RunningApp> {
  return startApp({ TRUSTED_PROXY_HOPS: '1', OTP_HOURLY_CAP: '1000000', OUTBOX_PRINT: 'on', ...env });
}

/** Keeps messages about adoptions, which endpoints send with their documents, from being sent. */
export async function postponeMessages(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function postpone() returns trigger language plpgsql as
    $$ begin new.next_attempt_at = 'infinity'; return new; end $$;
    create trigger postpone before insert on outbound_messages for each row execute function postpone();
    update outbound_messages set next_attempt_at = 'infinity' where sent_at is null`);
}

/** Collects the codes that the outbox prints. @returns a function that waits for the code of an address */
export function codesIn(app: RunningApp): (email: string) => Promise<string> {
  const waiting = new Map<string, (code: string) => void>();
  const arrived = new Map<string, string>();
  createInterface(app.output).on('line', (line) => {
    const [, email, code] = /^outbox email to (\S+): .*?(\d{6})$/.exec(line) ?? [];
    if (!email || !code) return;
    arrived.set(email, code);
    waiting.get(email)?.(code);
  });
  return (email) =>
    new Promise((done) => {
      const code = arrived.get(email);
      if (code) done(code);
      else waiting.set(email, done);
    });
}

/** Adopts a seat with generate-otp and verify-otp, each time for another company and client address. */
export async function adopt(
  app: RunningApp,
  codeOf: (email: string) => Promise<string>,
  course: AdoptedCourse,
): Promise<boolean> {
  const email = newCompanyEmail();
  const contact = { email, phone: `9${String(companies).padStart(9, '0')}`, otpMethod: 'email' };
  const address = `10.${(companies >> 16) & 255}.${(companies >> 8) & 255}.${companies & 255}`;
  const price = course.pricePaise / 100;
  const line = {
    selectedSeats: 1,
    pricePerSeat: price,
    totalPrice: price,
    courseName: course.courseType,
    branch: course.branch,
  };
  const sent = await post(app, address, 'generate-otp', {
    ...EXAMPLE_SPONSOR,
    ...contact,
    selectedCourses: { [course.id]: { id: course.id, ...line } },
    totalPrice: price.toFixed(2),
  });
  const otp = await codeOf(email);
  const { user_id, draft_id } = sent;
  const taken = await post(app, address, 'verify-otp', { ...contact, otp, user_id, draft_id });
  return taken.success === true;
}

async function post(app: RunningApp, address: string, call: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.url}/api/user/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`${call}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
