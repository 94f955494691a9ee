import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { billingEvents, billings, monthlyTotalsProgress, outboundMessages, payments, users } from '@/db/schema';
import { setColumns } from '@/db/writes';
import type { GuestScope } from '@/lib/adoption/core/access';
import { createDashboardDraft, createDraft, holdSeats, holdSubject, pledgeSeats } from '@/lib/adoption/take/mutations';
import { sponsorOf } from '@/lib/adoption/take/queries';
import type { Sponsor } from '@/lib/adoption/core/schema';
import type { Course } from '@/lib/catalogue/schema';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { env } from '@/lib/platform/env';
import type { Outcome } from '@/lib/platform/errors';
import { lineTotal, sumTotals } from '@/lib/platform/money';
import { logIn, register } from '@/lib/accounts/mutations';
import { endSession, sponsorOfRequest, type SponsorScope } from '@/lib/accounts/session';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { payForAdoption, payForBilling } from '@/lib/money/mutations';
import { createSandboxProvider } from '@/lib/money/sandbox';

/** Seats of a course that a sample sponsor adopts. */
type SampleLine = { course: Course; seats: number };

const RIVERS = ['Narmada', 'Betwa', 'Chambal', 'Tapti', 'Son', 'Ken', 'Shipra', 'Parvati'];
const INDUSTRIES = ['Automobile', 'Information Technology', 'Cement', 'Power', 'Textile', 'Food Processing'];
const DESIGNATIONS = ['Head of Training', 'HR Head', 'Plant Manager', 'General Manager'];
const SPONSORS = 24;
/** One sponsor in this many is registered and pays for the seats. */
const REGISTERED = 3;

/** The lines of the session before, which began on a day ('YYYY-MM-DD'); they are adopted in its first months. */
type Before = { firstDay: string; lines: readonly SampleLine[] };
const ADOPTING = 120;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The first adoption is this many days old; adoptions become more frequent towards today. */
const DAYS = 350;
const GROWTH = 1.5;

/**
 * An adoption of the sample: its sponsor, its courses and the time its contact was verified, in days ago and minutes of
 * that day in India, and whether a guest paid for it.
 */
type Plan = { sponsor: number; lines: SampleLine[]; daysAgo: number; minute: number; isPaid: boolean };

/**
 * Adopts seats on a few dozen dates of the past year, and of the session before, through the same functions as the site: guests pledge,
 * and registered sponsors pay, as do guests in the session before, since unpaid pledges lapse with their session.
 * Deterministic, except for ids and dates relative to today. No messages are sent, and the
 * timestamps are moved back afterwards.
 */
export async function adoptSample(lines: readonly SampleLine[], before: Before): Promise<void> {
  const sinceBegin = Math.floor((Date.now() - Date.parse(before.firstDay)) / DAY_MS);
  const earlier = planAdoptions(before.lines).map((plan) => ({
    ...plan,
    daysAgo: sinceBegin - (plan.daysAgo % ADOPTING),
    isPaid: true,
  }));
  const plans = [...earlier, ...planAdoptions(lines)];
  // No two sponsors share a course, so none waits for another.
  const made = await Promise.all(Array.from({ length: SPONSORS }, (_, sponsor) => adoptFor(sponsor, plans)));
  await moveBack(made.flat());
}

/** An adoption that was made, to be moved into the past. */
type Made = Plan & { billingId: string };

async function adoptFor(sponsor: number, plans: readonly Plan[]): Promise<Made[]> {
  const scope = sponsor % REGISTERED === 0 ? await signUp(sponsor) : null;
  const made: Made[] = [];
  for (const plan of plans.filter((one) => one.sponsor === sponsor))
    made.push({ ...plan, billingId: scope ? await buy(scope, plan) : await pledge(plan) });
  if (scope) await endSession(scope);
  return made;
}

/** The seats of an institute go to one sponsor, two to five courses at a time. */
function planAdoptions(lines: readonly SampleLine[]): Plan[] {
  const adoptions: Pick<Plan, 'sponsor' | 'lines'>[] = [];
  for (let sponsor = 0; sponsor < SPONSORS; sponsor++) {
    const ownLines = lines.filter(
      ({ course }) => hash(`${course.city}|${course.institute_name}`) % SPONSORS === sponsor,
    );
    for (let from = 0, many; from < ownLines.length; from += many) {
      many = 2 + (hash(ownLines[from]!.course.branch + from) % 4);
      adoptions.push({ sponsor, lines: ownLines.slice(from, from + many) });
    }
  }
  const place = ({ lines: [first] }: (typeof adoptions)[number]) => hash(courseKey(first!.course));
  return adoptions
    .toSorted((a, b) => place(a) - place(b))
    .map((adoption, index, { length }) => ({
      ...adoption,
      daysAgo: 1 + Math.floor(DAYS * ((index + 0.5) / length) ** GROWTH),
      // Between 9:30 and 17:30.
      minute: 570 + (place(adoption) % 480),
      isPaid: false,
    }));
}

function sampleSponsor(number: number): Sponsor {
  const [river, industry] = [RIVERS[number % RIVERS.length]!, INDUSTRIES[number % INDUSTRIES.length]!];
  return {
    ...EXAMPLE_SPONSOR,
    fullName: `Sample Sponsor ${number + 1} (illustrative)`,
    designation: DESIGNATIONS[hash(river + industry) % DESIGNATIONS.length]!,
    // Each company has its own domain, because unpaid seats are limited per domain.
    email: `sample.sponsor.${number + 1}@sponsor-${number + 1}.example`,
    phone: String(9_000_000_001 + number),
    company: `Sample ${river} ${industry} Company (illustrative)`,
    industry,
  };
}

const selectionOf = (lines: readonly SampleLine[]) => ({
  lines: lines.map(({ course, seats }) => ({ id: course.id, selectedSeats: seats })),
  totalPaise: sumTotals(lines.map(({ course, seats }) => ({ seats, pricePaise: course.price_paise }))),
});

/** Adopts as a guest: draft, code, verification, and payment in the sandbox if it is paid. */
async function pledge({ sponsor: number, lines, isPaid }: Plan): Promise<string> {
  const sponsor = sampleSponsor(number);
  const { billingId, userId } = required(await createDraft({ sponsor, ...selectionOf(lines) }));
  const { email, phone } = sponsor;
  const subject = { purpose: 'public_adoption', otpMethod: 'email', userId, email, phone } as const;
  const { code } = await issueCode(subject, billingId);
  required(await pledgeSeats(subject, code));
  if (isPaid) required((await payForBilling({ billingId } as GuestScope, billingId, 'upi', { provider: sandbox() }))!);
  return billingId;
}

const sandbox = () => createSandboxProvider(env().APP_SECRET);

/** Adopts as a registered sponsor: draft, code, hold, payment in the sandbox. */
async function buy(scope: SponsorScope, { lines }: Plan): Promise<string> {
  const { sponsor } = required(await sponsorOf(scope));
  const selection = selectionOf(lines);
  const { billingId } = required(await createDashboardDraft(scope, { sponsor, ...selection }));
  const { code } = await issueCode(holdSubject(scope, sponsor), billingId);
  required(await holdSeats(scope, code));
  const request = {
    payment_method: 'upi',
    userId: scope.personId,
    selected_courses: lines.map(({ course: { id, price_paise: pricePaise }, seats }) => ({
      id,
      selectedSeats: seats,
      pricePaise,
      totalPaise: lineTotal(seats, pricePaise),
    })),
    totalPaise: selection.totalPaise,
  } as const;
  required(await payForAdoption(scope, request, { provider: sandbox() }));
  return billingId;
}

/** Registers a sponsor with a confirmed address and logs in. The password is random and not stored. */
async function signUp(number: number): Promise<SponsorScope> {
  const { fullName, designation, email, phone, company } = sampleSponsor(number);
  const [password, address] = [randomUUID(), `sample ${number}`];
  const fields = { full_name: fullName, designation, email, phone_number: phone, company_name: company, password };
  required(await register(fields, address));
  await db()
    .update(users)
    .set({ emailVerifiedAt: sql`now()` })
    .where(eq(users.email, email));
  const { token } = required(await logIn(email, password, address));
  const headers = { Authorization: `Bearer ${token}` };
  return (await sponsorOfRequest(new Request(env().APP_URL, { headers })))!;
}

function required<T extends object>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`the sample adoption was refused: ${outcome.code}`);
  return outcome;
}

/**
 * Moves adoptions with all their rows into the past, and their sponsors to a day before their first adoption. The
 * catalogue was empty, so nothing has been rolled up yet; the totals are reset in case the dashboard was opened
 * meanwhile.
 */
async function moveBack(made: readonly Made[]): Promise<void> {
  const arrayOf = <T>(value: (one: Made) => T) => sql.param(made.map(value));
  const [ids, days, minutes] = [
    arrayOf((one) => one.billingId),
    arrayOf((one) => one.daysAgo),
    arrayOf((one) => one.minute),
  ];
  await db().execute(sql`
    with shifts   as (select ${billings.id}, ${billings.userId}, ${billings.verifiedAt} - (date_trunc('day', now() at time zone 'Asia/Kolkata')
                             - plans.days * interval '1 day' + plans.minute * interval '1 minute') at time zone 'Asia/Kolkata' as shift
                        from unnest(${ids}::uuid[], ${days}::int[], ${minutes}::int[]) plans (id, days, minute) join ${billings} using (id)),
         adoption as (update ${billings} ${setColumns(billings, {
           createdAt: sql`${billings.createdAt} - shift`,
           verifiedAt: sql`${billings.verifiedAt} - shift`,
           holdExpiresAt: sql`${billings.holdExpiresAt} - shift`,
         })} from shifts where ${billings.id} = shifts.id),
         event    as (update ${billingEvents} ${setColumns(billingEvents, { at: sql`${billingEvents.at} - shift` })}
                        from shifts where ${billingEvents.billingId} = shifts.id),
         payment  as (update ${payments} ${setColumns(payments, {
           createdAt: sql`${payments.createdAt} - shift`,
           settledAt: sql`${payments.settledAt} - shift`,
         })} from shifts where ${payments.billingId} = shifts.id),
         message  as (update ${outboundMessages} ${setColumns(outboundMessages, {
           createdAt: sql`${outboundMessages.createdAt} - shift`,
           sentAt: sql`${outboundMessages.createdAt} - shift`,
         })} from shifts where ${outboundMessages.billingId} = shifts.id),
         sponsor  as (update ${users} ${setColumns(users, {
           createdAt: sql`${users.createdAt} - first.shift - interval '1 day'`,
           updatedAt: sql`${users.updatedAt} - first.shift - interval '1 day'`,
           emailVerifiedAt: sql`${users.emailVerifiedAt} - first.shift - interval '1 day'`,
         })} from (select user_id, max(shift) as shift from shifts group by user_id) first where ${users.id} = first.user_id)
    update ${monthlyTotalsProgress} ${setColumns(monthlyTotalsProgress, { upto: sql`'-infinity'` })}`);
}

/** The fields that identify a course. */
export const courseKey = ({ city, institute_name: institute, course_name: type, branch }: Course) =>
  [city, institute, type, branch].join('|');

/** FNV-1a hash: distributes names evenly and returns the same number on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return value >>> 8;
}
