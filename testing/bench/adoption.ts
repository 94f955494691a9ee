import postgres, { type Sql } from 'postgres';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { insertBulk } from '@/testing/db/bulk';
import { startApp, type RunningApp } from './app';
import { createDatabase } from './database';
import { startMailProvider, type MailProvider } from './mail-provider';
import { measureRow, rate, type Row } from './measure';

const CLIENTS = 16;
const FEW = { users: 100, billings: 200 };
const MANY = { users: 100_000, billings: 200_000 };

/** What an adoption says about its course. */
export type AdoptedCourse = { id: string; courseType: string; branch: string; pricePaise: number };

/** A server with its own database, and how to adopt a seat in it. */
type Side = { app: RunningApp; courses: AdoptedCourse[]; adoptSeat: (course: AdoptedCourse) => Promise<boolean> };

/**
 * Adoptions per second, generate-otp and verify-otp over HTTP on the production build, among 200,000 stored adoptions
 * (80,000 of them pledged), compared with 200: one server and one database for each,
 * and codes are sent to an e-mail provider, as in production.
 */
export async function measureAdoptions(): Promise<Row> {
  const sides: Side[] = [];
  const provider = await startMailProvider();
  try {
    for (const size of [FEW, MANY]) sides.push(await startSide(size, provider));
    const [few, many] = sides as [Side, Side];
    const adoptionsOf = (side: Side) => () => rate(side.courses, CLIENTS, side.adoptSeat);
    return await measureRow({ what: 'adoptions among 200,000 : 200', unit: 'adoptions/s', target: 0.8 }, async () => ({
      program: adoptionsOf(many),
      floor: adoptionsOf(few),
    }));
  } finally {
    for (const { app } of sides) await app.stop();
    provider.stop();
  }
}

async function startSide(size: typeof FEW, { variables, codeFor }: MailProvider): Promise<Side> {
  const url = await createDatabase(`adoptions_${size.billings}`);
  const sql = postgres(url, { max: 1 });
  await insertBulk(sql, size);
  await postponeMessages(sql);
  // Jobs would have released them.
  await sql`update billings set hold_expires_at = 'infinity' where state = 'held' and hold_expires_at <= now()`;
  const courses = await sql<AdoptedCourse[]>`
    select id, course_type as "courseType", branch, price_paise::int as "pricePaise" from courses`;
  const app = await startAdoptionApp({ DATABASE_URL: url, ...variables });
  const adoptSeat = (course: AdoptedCourse) => adopt(app, codeFor, course);
  // Plans that were made while tables such as `rate_limits` were empty would read all of them.
  await rate(courses, CLIENTS, adoptSeat);
  await sql`analyze`;
  await sql.end();
  return { app, courses, adoptSeat };
}

let companies = 0;

/** Returns an address of a new company: unpaid seats are limited per company, and its adoptions wait for each other. */
function newCompanyEmail(): string {
  companies += 1;
  return `hr@secured-${companies}.example`;
}

/** Starts the program with limits that adoptions from many client addresses do not reach. */
export function startAdoptionApp(env: Record<string, string>): Promise<RunningApp> {
  return startApp({ TRUSTED_PROXY_HOPS: '1', OTP_HOURLY_CAP: '1000000', ...env });
}

/** Keeps messages about adoptions, which endpoints send with their documents, from being sent. */
async function postponeMessages(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function postpone() returns trigger language plpgsql as
    $$ begin new.next_attempt_at = 'infinity'; return new; end $$;
    create trigger postpone before insert on outbound_messages for each row execute function postpone();
    update outbound_messages set next_attempt_at = 'infinity' where sent_at is null`);
}

/** Adopts a seat with generate-otp and verify-otp, each time for another company and client address. */
export async function adopt(
  app: RunningApp,
  codeFor: (email: string) => Promise<string>,
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
  const otp = await codeFor(email);
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
