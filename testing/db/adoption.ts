import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import {
  createDashboardDraft,
  createDraft,
  holdSeats,
  holdSubject,
  type HeldSeats,
} from '@/lib/adoption/take/mutations';
import { limitKeys } from '@/lib/adoption/core/limit-keys';
import { sponsorOf } from '@/lib/adoption/take/queries';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { takeLimits } from '@/lib/adoption/take/seat-limits';
import type { TakeValues } from '@/lib/adoption/take/take-statements';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { isDeadlock } from '@/db/conflict';
import type { SponsorScope } from '@/lib/accounts/session';
import { issueCode, type OtpSubject } from '@/lib/accounts/codes/mutations';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import { waitForLocks } from './locks';

let made = 0;

/** Returns a sponsor with unique contacts, for tests and benchmarks. */
export function makeSponsor(overrides: Partial<Sponsor> = {}): Sponsor {
  made += 1;
  return {
    ...EXAMPLE_SPONSOR,
    fullName: `Sponsor ${made}`,
    email: `sponsor${made}@example.in`,
    phone: String(9_000_000_000 + made),
    company: `Company ${made}`,
    industry: 'Automotive',
    ...overrides,
  };
}

/** A draft with its code, ready to be verified. */
export type Prepared = { subject: OtpSubject; code: string; billingId: string; challengeId: string };

type Line = { course: { id: string; pricePaise: number }; seats: number };

const selectionOf = (lines: readonly Line[]) => ({
  lines: lines.map(({ course, seats }) => ({ id: course.id, selectedSeats: seats })),
  totalPaise: lines.reduce((sum, { course, seats }) => sum + course.pricePaise * seats, 0),
});

/** Creates a draft for these seats and issues its code, through the same functions as generate-otp. */
export async function prepareAdoption(
  lines: readonly Line[],
  sponsor: Sponsor = makeSponsor(),
  channel: OtpMethod = 'email',
): Promise<Prepared> {
  const { email, phone } = sponsor;
  const holder = limitKeys({ otpMethod: channel, email, phone });
  const draft = await createDraft({ ...selectionOf(lines), sponsor, holder });
  if (!draft.ok) throw new Error(draft.code);
  const subject: OtpSubject = { purpose: 'public_adoption', otpMethod: channel, userId: draft.userId, email, phone };
  const { code, id } = await issueCode(subject, draft.billingId);
  return { subject, code, billingId: draft.billingId, challengeId: String(id) };
}

/** A logged-in sponsor as returned by makeSponsorAccount (testing/db/identity.ts). */
type Account = { scope: SponsorScope };

/** A draft of the dashboard with its code, ready to become a hold by `holdSeats(scope, code)`. */
export type PreparedHold = Prepared & { scope: SponsorScope };

/** Like prepareAdoption, for the dashboard. */
export async function prepareHold(lines: readonly Line[], { scope }: Account): Promise<PreparedHold> {
  const found = await sponsorOf(scope);
  if (!found.ok) throw new Error(found.code);
  const { sponsor, holder } = found;
  const draft = await createDashboardDraft(scope, { ...selectionOf(lines), sponsor, holder });
  if (!draft.ok) throw new Error(draft.code);
  const subject = holdSubject(scope, sponsor);
  const { code, id } = await issueCode(subject, draft.billingId);
  return { scope, subject, code, billingId: draft.billingId, challengeId: String(id) };
}

/** Holds seats through the same functions as verify-otp. */
export async function makeHold(lines: readonly Line[], account: Account): Promise<HeldSeats> {
  const { scope, code } = await prepareHold(lines, account);
  const held = await holdSeats(scope, code);
  if (!held.ok) throw new Error(held.code);
  return held;
}

/** Lets a hold expire: its seats are free, but not yet released. */
export async function endWindow(billingId: string): Promise<void> {
  await sql()`update billings set hold_expires_at = now() - interval '1 second' where id = ${billingId}`;
}

/** Returns a wrong code. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns the values that take the seats of a prepared adoption by a typed code, with the configured limits. */
export const takeValues = (
  { subject, billingId }: Prepared,
  code: string,
  address: string | null = null,
): TakeValues => ({
  subject: { ...subject, draftId: billingId },
  code,
  limits: takeLimits(subject, address),
  holder: limitKeys(subject),
});

/** Returns the adopted seats of a course, and the seats of pledged billings, which must add up to them. */
export async function seatLedger(courseId: string): Promise<{ adopted: number; pledged: number }> {
  const { adopted, pledged } = await fullLedger(courseId);
  return { adopted, pledged };
}

/** Returns the seats of a course as counted in its row, and as the sum of its billings by state. */
export async function fullLedger(
  courseId: string,
): Promise<Record<'adopted' | 'held' | 'pledged' | 'completed' | 'holding', number>> {
  const [row] = await sql()<Record<'adopted' | 'held' | 'pledged' | 'completed' | 'holding', number>[]>`
    select c.adopted_seats as adopted, c.held_seats as held,
           coalesce(sum(i.seats) filter (where b.state = 'pledged'), 0)::int as pledged,
           coalesce(sum(i.seats) filter (where b.state = 'completed'), 0)::int as completed,
           coalesce(sum(i.seats) filter (where b.state = 'held'), 0)::int as holding
      from courses c left join billing_items i on i.course_id = c.id left join billings b on b.id = i.billing_id
     where c.id = ${courseId} group by c.id`;
  return row!;
}

type Scene<T> = { courses: readonly { id: string }[]; work: () => Promise<T> };

/**
 * Runs work whose statement locks two courses in the order of their ids into a deadlock in which that statement is
 * cancelled. Postgres cancels whichever side detects the deadlock first; if it was the other side, it starts again with
 * new courses.
 * @param watcher a separate connection pool
 * @param part of the statement's text, as for waitForLocks
 * @returns the result of the work, and its two courses
 */
export async function runIntoDeadlock<T>(
  watcher: Sql,
  makeScene: () => Promise<Scene<T>>,
  part?: string,
): Promise<{ result: T; courses: readonly { id: string }[] }> {
  for (;;) {
    const { courses, work } = await makeScene();
    const [first, last] = courses.map(({ id }) => id).toSorted() as [string, string];
    let running: Promise<T> | undefined;
    try {
      await sql().begin(async (held) => {
        await held`select 1 from courses where id = ${last} for update`;
        running = work();
        await waitForLocks(watcher, 1, part);
        // The statement has locked this one and waits for the other: this lock succeeds only if the statement is
        // cancelled.
        await held`select 1 from courses where id = ${first} for update`;
      });
      return { result: await running!, courses };
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      await running;
    }
  }
}
