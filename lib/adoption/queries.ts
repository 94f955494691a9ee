import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { isLiveHold } from '@/db/holds';
import type { Outcome } from '@/lib/core/errors';
import type { SponsorScope } from '@/lib/identity/session';
import { codeDelivery } from '@/lib/message/transport';
import { indianMobile } from '@/lib/otp/rules';
import type { ProvenContact } from './limit-keys';
import { EMPTY_SPONSOR, type Sponsor } from './schema';

/** A live hold: the seconds left by the database clock, amounts in integer paise. */
export type Hold = {
  billingId: string;
  reference: string;
  secondsLeft: number;
  totalPaise: number;
  lines: HoldLine[];
};

/** A line of a hold as quoted; `courseName` is the course type. */
type HoldLine = {
  courseId: string;
  seats: number;
  pricePaise: number;
  courseName: string;
  branch: string;
  institute: string;
  city: string;
};

/** Returns the live hold of the person, or null: each colleague has one. */
export async function liveHold(scope: SponsorScope): Promise<Hold | null> {
  const [hold] = await sql()<Hold[]>`
    select b.id as "billingId", b.reference, ceil(extract(epoch from b.hold_expires_at - now()))::int as "secondsLeft",
           b.total_paise::float8 as "totalPaise",
           (select json_agg(json_build_object('courseId', i.course_id, 'seats', i.seats, 'pricePaise', i.price_paise,
                            'courseName', i.course_name, 'branch', i.branch, 'institute', i.institute, 'city', i.city)
                            order by i.position)
              from billing_items i where i.billing_id = b.id and i.seats > 0) as lines
      from billings b
     where coalesce(b.made_by, b.user_id) = ${scope.personId} and ${raw(isLiveHold('b'))}`;
  return hold ?? null;
}

/**
 * Returns the sponsor details for a dashboard adoption: the current profile of the person, with the company's name; fields
 * that it lacks, such as the industry, are empty. Limits count `proven`: the e-mail of the owner if it is confirmed, or if the
 * code of the adoption goes there, otherwise the phone that the code goes to.
 * @param connection the pool to use instead of the shared one
 * @returns 'sponsor.phone_invalid' if codes cannot be sent to the phone of the profile
 */
export async function sponsorOf(
  { personId, accountId }: SponsorScope,
  connection: Sql = sql(),
): Promise<Outcome<{ sponsor: Sponsor; proven: ProvenContact }>> {
  type Profile = Pick<Sponsor, 'fullName' | 'designation' | 'email' | 'phone' | 'company'>;
  type Row = Profile & { accountEmail: string; isConfirmed: boolean };
  const [row] = await connection<Row[]>`
    select u.full_name as "fullName", u.designation, u.email, u.phone_number as phone, u.company_name as company,
           a.email as "accountEmail", a.email_verified_at is not null as "isConfirmed"
      from users u, users a where u.id = ${personId} and a.id = ${accountId}`;
  const phone = row && indianMobile(row.phone);
  if (!phone) return { ok: false, code: 'sponsor.phone_invalid' };
  const { accountEmail, isConfirmed, ...profile } = row;
  const otpMethod = isConfirmed || codeDelivery() === 'email' ? 'email' : 'phone';
  const proven = { otpMethod, email: accountEmail, phone } as const;
  return { ok: true, sponsor: { ...EMPTY_SPONSOR, ...profile, phone }, proven };
}
