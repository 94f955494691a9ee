import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, users } from '@/db/schema';
import { ownedByUser } from './ownership';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { HttpError } from '@/lib/platform/errors';
import type { Profile } from './schema';
import type { SponsorScope } from './session';

/**
 * Returns the profile of the sponsor. The adopted seats are those of the company; they are counted and never stored.
 * @throws HttpError 401 if the account was deleted after the session check
 * @throws DeadlineError if the database does not respond in time
 */
export async function readProfile({ personId }: SponsorScope, database: Database = db()): Promise<Profile> {
  const company = sql`coalesce(${users.memberOf}, ${users.id})`;
  const adoptedSeats = database
    .select({ seats: sql`coalesce(sum(${billingItems.seats}), 0)` })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .where(and(ownedByUser(company), hasState(billings, ADOPTED_STATES)));
  const profiles = database
    .select({
      id: users.id,
      full_name: users.fullName,
      designation: users.designation,
      email: users.email,
      phone_number: users.phoneNumber,
      company_name: users.companyName,
      adopted_students: sql<number>`${adoptedSeats}`,
    })
    .from(users)
    .where(eq(users.id, personId));
  return onlyRow(await withQueryDeadline(profiles));
}

/** Returns the e-mail address of the sponsor's account if it is not confirmed by a code yet, or null. */
export async function unconfirmedEmail({ personId }: SponsorScope): Promise<string | null> {
  const [row] = await withQueryDeadline(
    db()
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, personId), isNull(users.emailVerifiedAt))),
  );
  return row?.email ?? null;
}

/** Returns the only row. Throws HttpError 401 if there is none: the sessions of a deleted account end with it. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (!row) throw new HttpError('auth.required');
  return row;
}
