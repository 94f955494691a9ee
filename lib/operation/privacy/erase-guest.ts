import 'server-only';
import { and, count, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings, outboundMessages, papers, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { ownerOf } from '@/lib/accounts/ownership';
import { emptyPerson, removePerson } from '@/lib/accounts/removal';
import type { Outcome } from '@/lib/platform/errors';
import { emptyAdoptions, findObstacle, lockAdoptions, moveAdoptions, type Obstacle } from './erasure';
import type { GuestErasure } from './erase-guest-schema';

/*
 * A guest has no account to delete: an administrator erases the person who asks for it, in all adoptions of the same person. Those are the
 * adoptions of one row of users, and of a proven e-mail address those of other guests with it.
 */

type Guest = { id: string; userId: string; email: string; locale: string; proven: string | null };

/** The guest of an adoption; undefined for an unknown one, and for one that belongs to an account or is erased. */
async function findGuest(reference: string, database: Database): Promise<Guest | undefined> {
  const email = sql<string>`lower(${billings.sponsor}->>'email')`;
  const [found] = await database
    .select({
      id: billings.id,
      userId: billings.userId,
      email,
      locale: billings.locale,
      proven: sql<
        string | null
      >`case when ${billings.verifiedChannel} in ('email', 'paper') then nullif(${email}, '') end`,
    })
    .from(billings)
    .innerJoin(users, eq(users.id, billings.userId))
    .where(
      and(
        eq(billings.reference, reference),
        eq(billings.channel, 'public'),
        eq(users.kind, 'guest'),
        sql`${ownerOf(billings)} = ${billings.userId}`,
      ),
    );
  return found;
}

/** Condition: an adoption of a guest. */
function isOfGuest({ userId, proven }: Guest): SQL {
  const ofRow = eq(billings.userId, userId);
  if (proven === null) return ofRow;
  const isGuests = sql`exists (select from ${users} where ${users.id} = ${billings.userId} and ${users.kind} = 'guest')`;
  const ofAddress = and(
    eq(billings.channel, 'public'),
    inArray(billings.verifiedChannel, ['email', 'paper']),
    sql`lower(${billings.sponsor}->>'email') = ${proven}`,
    isGuests,
  );
  return or(ofRow, ofAddress)!;
}

/**
 * Returns what the erasure of the guest of an adoption would do. Read-only.
 * @returns 'guest.none' if the adoption is unknown or no guest's; 'guest.*' with the first obstacle
 */
export function checkErasure(_scope: AdminScope, reference: string): Promise<Outcome<{ erasure: GuestErasure }>> {
  return transaction(async (tx): Promise<Outcome<{ erasure: GuestErasure }>> => {
    const guest = await findGuest(reference, tx);
    if (!guest) return { ok: false, code: 'guest.none' };
    const adoptions = await tx
      .select({ id: billings.id, reference: billings.reference, isVerified })
      .from(billings)
      .where(isOfGuest(guest));
    const ids = adoptions.map(({ id }) => id);
    const obstacle = await findObstacle(tx, guest.userId, ids);
    if (obstacle) return refusal(obstacle);
    const [found] = await tx.select({ papers: count() }).from(papers).where(inArray(papers.billingId, ids));
    return { ok: true, erasure: { adoptions: referencesOf(adoptions), papers: found!.papers } };
  }, db());
}

/** Drafts are left out: anybody can begin one with any address. */
const isVerified = sql<boolean>`${billings.verifiedAt} is not null`;
const referencesOf = (adoptions: readonly { reference: string; isVerified: boolean }[]) =>
  adoptions.flatMap((each) => (each.isVerified ? [each.reference] : [])).sort();

const refusal = (obstacle: Obstacle) =>
  obstacle === 'people'
    ? ({ ok: false, code: 'guest.none' } as const)
    : ({ ok: false, code: `guest.${obstacle}` } as const);

/**
 * Erases the guest of an adoption in all adoptions of the same person, and tells the address. Money, adoptions, issued papers and the audit
 * log stay.
 * @param shown the adoptions that the check named
 * @returns as checkErasure; 'guest.changed' if the person has other adoptions now
 * @throws HttpError 401 'admin.session_ended' if the administrator may not do it any more
 */
export function eraseGuest(
  scope: AdminScope,
  reference: string,
  { adoptions: shown, reason }: { adoptions: readonly string[]; reason: string },
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const found = await findGuest(reference, tx);
    if (!found) return { ok: false, code: 'guest.none' };
    await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('no key update');
    const adoptions = await lockAdoptions(tx, found.userId, isOfGuest(found));
    await requireActingAdmin(scope, FINANCE_ROLES, tx);
    // Meanwhile it may be an account's, or erased.
    const guest = await findGuest(reference, tx);
    if (guest?.userId !== found.userId || guest.proven !== found.proven) return { ok: false, code: 'guest.none' };
    const ids = adoptions.map(({ id }) => id);
    const named = await tx
      .select({ reference: billings.reference, isVerified })
      .from(billings)
      .where(inArray(billings.id, ids));
    const references = referencesOf(named);
    if (JSON.stringify(references) !== JSON.stringify([...shown].sort())) return { ok: false, code: 'guest.changed' };
    const obstacle = await findObstacle(tx, guest.userId, ids);
    if (obstacle) return refusal(obstacle);
    const { userId, email, locale, proven } = guest;
    await moveAdoptions(tx, userId, ids);
    await emptyAdoptions(tx, userId, ids, proven);
    if (proven !== null) await tx.insert(outboundMessages).values({ kind: 'guest_erased', recipient: email, locale });
    await emptyPerson(tx, userId);
    const isOther = and(eq(users.kind, 'guest'), sql`lower(${users.email}) = ${proven}`);
    for (const { id } of await tx.select({ id: users.id }).from(users).where(isOther)) await removePerson(tx, id);
    await recordAction(
      scope,
      { action: 'guest.erased', subject: guest.id, after: { reference, adoptions: references.length, reason } },
      tx,
    );
    return { ok: true };
  });
}
