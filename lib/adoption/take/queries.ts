import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { personOf } from '@/db/conditions';
import { preparedQuery } from '@/db/prepared-query';
import { isLiveHold } from '@/db/hold-conditions';
import { hasOpenPayment, isAtBank } from '@/db/payment-conditions';
import { billingItems, billings, reservations, users } from '@/db/schema';
import type { Outcome } from '@/lib/platform/errors';
import { provenEmail } from '@/lib/accounts/proven-email';
import type { SponsorScope } from '@/lib/accounts/session';
import { codeDelivery } from '@/lib/delivery/transport';
import { indianMobile } from '@/lib/accounts/codes/rules';
import { limitKeys, shownHolder, type ProvenContact } from '@/lib/adoption/core/limit-keys';
import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/core/schema';
import type { SummaryLine } from '@/lib/adoption/core/summary';

/** A live hold: the seconds left by the database clock, amounts in integer paise. */
export type Hold = {
  billingId: string;
  reference: string;
  secondsLeft: number;
  /** Whether an attempt to pay for it is known at the bank, and its result is not. */
  isConfirming: boolean;
  totalPaise: number;
  /** As quoted. */
  lines: (SummaryLine & { courseId: string })[];
};

/** Returns the live hold of the person, or null: each colleague has one. */
export async function liveHold(scope: SponsorScope): Promise<Hold | null> {
  const { courseId, courseName, branch, branchHindi, institute, instituteHindi, city, seats, pricePaise } =
    billingItems;
  const rows = await db()
    .select({
      hold: {
        billingId: billings.id,
        reference: billings.reference,
        secondsLeft: sql<number>`ceil(extract(epoch from ${billings.holdExpiresAt} - now()))::int`,
        isConfirming: hasOpenPayment(billings, isAtBank),
        totalPaise: billings.totalPaise,
      },
      line: { courseId, courseName, branch, branchHindi, institute, instituteHindi, city, seats, pricePaise },
    })
    .from(billings)
    .innerJoin(billingItems, and(eq(billingItems.billingId, billings.id), gt(billingItems.seats, 0)))
    .where(and(eq(personOf(billings), scope.personId), isLiveHold(billings)))
    .orderBy(billingItems.position);
  return rows[0] ? { ...rows[0].hold, lines: rows.map(({ line }) => line) } : null;
}

/**
 * Returns the limitKeys whose reservations a signed-in person may draw on: those of the owner's e-mail if it is confirmed,
 * none otherwise.
 */
export async function reservationKeys({ accountId }: SponsorScope): Promise<string[]> {
  const [owner] = await db().select({ proven: provenEmail() }).from(users).where(eq(users.id, accountId));
  return holderKeys(owner?.proven ?? null);
}

/** Returns who may draw on a reservation, as others may see it: a domain, or a masked e-mail address; '' if there is none. */
export async function reservationHolder(id: string): Promise<string> {
  const [row] = await db().select({ holder: reservations.holder }).from(reservations).where(eq(reservations.id, id));
  return row ? shownHolder(row.holder) : '';
}

const holderKeys = (proven: string | null) =>
  proven === null ? [] : limitKeys({ otpMethod: 'email', email: proven, phone: '' });

/**
 * Returns the sponsor details for a dashboard adoption: the current profile of the person, with the company's name; fields
 * that it lacks, such as the industry, are empty. Limits count `proven`: the e-mail of the owner if it is confirmed, or if the
 * code of the adoption goes there, otherwise the phone that the code goes to.
 * `holder` are those of reservationKeys.
 * @param database the pool to use instead of the shared one
 * @returns 'sponsor.phone_invalid' if codes cannot be sent to the phone of the profile
 */
export async function sponsorOf(
  { personId, accountId }: SponsorScope,
  database: Database = db(),
): Promise<Outcome<{ sponsor: Sponsor; proven: ProvenContact; holder: string[] }>> {
  const [row] = await readSponsor({ personId, accountId }, database);
  const phone = row && indianMobile(row.phone);
  if (!phone) return { ok: false, code: 'sponsor.phone_invalid' };
  const { accountEmail, provenAccountEmail, ...profile } = row;
  const otpMethod = provenAccountEmail !== null || codeDelivery() === 'email' ? 'email' : 'phone';
  const proven = { otpMethod, email: accountEmail, phone } as const;
  const holder = holderKeys(provenAccountEmail);
  return { ok: true, sponsor: { ...EMPTY_SPONSOR, ...profile, phone }, proven, holder };
}

type SponsorRow = Omit<Sponsor, 'industry'> & { accountEmail: string; provenAccountEmail: string | null };

const readSponsor = preparedQuery<{ personId: string; accountId: string }, SponsorRow[]>(
  (database, { personId, accountId }) => {
    const account = alias(users, 'account');
    return database
      .select({
        fullName: users.fullName,
        designation: users.designation,
        email: users.email,
        phone: users.phoneNumber,
        company: users.companyName,
        accountEmail: account.email,
        provenAccountEmail: provenEmail(account),
      })
      .from(users)
      .innerJoin(account, eq(account.id, accountId))
      .where(eq(users.id, personId));
  },
);
