import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { transaction } from '@/db/transaction';
import { sharedCartDecisions, sharedCarts } from '@/db/schema';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { MAX_DECISIONS, SHARED_CART_DAYS, SHARED_CART_DECISIONS, SHARED_CARTS } from '@/lib/platform/limits';
import { addressLimiter } from '@/lib/platform/rate-limit';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { toEntry } from '@/lib/selection/rules';
import type { Decision, Proposer, SharedLine } from './schema';

const shares = addressLimiter('share_cart', { ...SHARED_CARTS, points: 'shared_carts' });

const decisions = addressLimiter('decide_cart', SHARED_CART_DECISIONS);

/** A course and the number of its seats that are wanted. */
export type WantedLine = { id: string; selectedSeats: number };

/** The token of a link and when it ends; or why there is none, with the current courses or the seconds to wait. */
type Shared =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; code: 'course.unknown'; courses: Course[] }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Stores a cart behind a new token, with the current prices and names. Only the hash of the token is stored, so that a
 * cart that is shared again gets another one.
 * @param by who proposes it, and why
 * @param lines 1 to MAX_LINES, each course once, with lower-case ids
 * @param clientAddress client address, for the limit per address
 * @returns 'course.unknown' if a course is not offered
 */
export async function shareCart(
  lines: readonly WantedLine[],
  clientAddress: string,
  by: Partial<Proposer> = {},
): Promise<Shared> {
  const allowed = await shares.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const courses = await listCourses({ ids: lines.map(({ id }) => id) });
  if (courses.length < lines.length) return { ok: false, code: 'course.unknown', courses };
  const current = new Map(courses.map((course) => [course.id, course]));
  const shared = lines.map(({ id, selectedSeats }): SharedLine => toEntry(current.get(id)!, selectedSeats));
  const token = makeToken();
  const [stored] = await db()
    .insert(sharedCarts)
    .values({
      tokenHash: hashToken(token),
      lines: shared,
      ...by,
      expiresAt: sql`now() + ${SHARED_CART_DAYS}::int * interval '1 day'`,
    })
    .returning({ expiresAt: sharedCarts.expiresAt });
  return { ok: true, token, expiresAt: stored!.expiresAt };
}

/** A stored decision; or why there is none, with the seconds to wait. */
type Decided =
  | { ok: true }
  | { ok: false; code: 'share.gone' | 'share.decided' }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Stores what somebody who has the link decided. It changes nothing else: no seat is reserved.
 * @returns 'share.gone' for an unknown and an ended link alike, 'share.decided' above MAX_DECISIONS
 */
export async function decideSharedCart(
  token: string,
  decision: Omit<Decision, 'at' | 'note'> & { note?: string },
  clientAddress: string,
): Promise<Decided> {
  const allowed = await decisions.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  return transaction(async (tx): Promise<Decided> => {
    // Locked, so that no more than MAX_DECISIONS arrive at the same moment.
    const [cart] = await tx
      .select({ id: sharedCarts.id })
      .from(sharedCarts)
      .where(and(eq(sharedCarts.tokenHash, hashToken(token)), sql`${sharedCarts.expiresAt} > now()`))
      .for('update');
    if (!cart) return { ok: false, code: 'share.gone' };
    const count = await tx.$count(sharedCartDecisions, eq(sharedCartDecisions.sharedCartId, cart.id));
    if (count >= MAX_DECISIONS) return { ok: false, code: 'share.decided' };
    await tx.insert(sharedCartDecisions).values({ ...decision, sharedCartId: cart.id });
    return { ok: true };
  });
}

/** Deletes shared carts whose link has ended, with their decisions. Returns their number. */
export async function purgeSharedCarts(): Promise<number> {
  const { count } = await db()
    .delete(sharedCarts)
    .where(sql`${sharedCarts.expiresAt} <= now()`);
  return count;
}
