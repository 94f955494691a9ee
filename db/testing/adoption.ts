import type { Sql } from 'postgres';
import { sql } from '../client';
import { hashCode, issueCode, type OtpSubject } from '@/lib/otp/mutations';
import { createDraft } from '@/lib/adoption/mutations';
import type { Sponsor } from '@/lib/adoption/schema';
import { pledgeParameters } from '@/lib/adoption/statements';

let made = 0;

/** A sponsor nobody else is, for tests and measurements. */
export function makeSponsor(overrides: Partial<Sponsor> = {}): Sponsor {
  made += 1;
  return {
    fullName: `Sponsor ${made}`,
    designation: 'HR Head',
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

/** Opens a draft for these seats and issues its code, by the same functions as generate-otp. */
export async function prepareAdoption(lines: readonly Line[], sponsor: Sponsor = makeSponsor()): Promise<Prepared> {
  const draft = await createDraft({
    sponsor,
    lines: lines.map(({ course, seats }) => ({ id: course.id, selectedSeats: seats })),
    totalPaise: lines.reduce((sum, { course, seats }) => sum + course.pricePaise * seats, 0),
  });
  if (!draft.ok) throw new Error(draft.code);
  const { email, phone } = sponsor;
  const subject: OtpSubject = { purpose: 'public_adoption', channel: 'email', userId: draft.userId, email, phone };
  const { code, id } = await issueCode(subject, draft.billingId);
  return { subject, code, billingId: draft.billingId, challengeId: id };
}

/** A code that is not the right one. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The parameters of PLEDGE_SEATS for a prepared adoption and a typed code. */
export const pledgeValues = ({ subject }: Prepared, code: string) =>
  pledgeParameters({ ...subject, codeHash: hashCode(subject, code) });

/** Seats adopted of a course, and the seats of pledged billings that should add up to them. */
export async function seatLedger(courseId: string): Promise<{ adopted: number; pledged: number }> {
  const [row] = await sql()<{ adopted: number; pledged: number }[]>`
    select c.adopted_seats as adopted,
           (select coalesce(sum(i.seats), 0)::int from billing_items i join billings b on b.id = i.billing_id
             where i.course_id = c.id and b.state = 'pledged') as pledged
      from courses c where c.id = ${courseId}`;
  return row!;
}

/**
 * Comes back once this many statements wait for a lock, so that a race is set up and not hoped for.
 * @param part a piece of the first 1,000 characters of the statement's text; verifications if not given
 */
export async function waitForLocks(watcher: Sql, statements: number, part = 'otp_challenges'): Promise<void> {
  for (let waiting = 0; waiting < statements;) {
    const [row] = await watcher<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${part}) > 0`;
    waiting = row!.waiting;
  }
}
