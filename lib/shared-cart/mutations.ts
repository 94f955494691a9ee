import 'server-only';
import { sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { SHARED_CART_DAYS, SHARED_CARTS } from '@/lib/core/limits';
import { addressLimiter } from '@/lib/core/rate-limit';
import { hashToken, makeToken } from '@/lib/core/secret-token';
import { toEntry } from '@/lib/selection/rules';
import type { SharedLine } from './schema';

const shares = addressLimiter('share_cart', { ...SHARED_CARTS, points: 'shared_carts' });

/** A course and the number of its seats that are wanted. */
type WantedLine = { id: string; selectedSeats: number };

/** The token of a link and when it ends; or why there is none, with the current courses or the seconds to wait. */
type Shared =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; code: 'course.unknown'; courses: Course[] }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Stores a cart behind a new token, with the current prices and names. Only the hash of the token is stored, so that a
 * cart that is shared again gets another one.
 * @param lines 1 to MAX_LINES, each course once, with lower-case ids
 * @param clientAddress client address, for the limit per address
 * @returns 'course.unknown' if a course is not offered
 */
export async function shareCart(lines: readonly WantedLine[], clientAddress: string): Promise<Shared> {
  const allowed = await shares.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const courses = await listCourses({ ids: lines.map(({ id }) => id) });
  if (courses.length < lines.length) return { ok: false, code: 'course.unknown', courses };
  const current = new Map(courses.map((course) => [course.id, course]));
  const shared = lines.map(({ id, selectedSeats }): SharedLine => toEntry(current.get(id)!, selectedSeats));
  const token = makeToken();
  const [row] = await sql()<{ expires_ms: number }[]>`
    insert into shared_carts (token_hash, lines, expires_at)
    values (${hashToken(token)}, ${JSON.stringify(shared)}::jsonb, now() + ${SHARED_CART_DAYS} * interval '1 day')
    returning extract(epoch from expires_at)::float8 * 1000 as expires_ms`;
  return { ok: true, token, expiresAt: new Date(row!.expires_ms) };
}

/** Deletes shared carts whose link has ended. Returns their number. */
export async function purgeSharedCarts(): Promise<number> {
  const { count } = await sql()`delete from shared_carts where expires_at <= now()`;
  return count;
}
