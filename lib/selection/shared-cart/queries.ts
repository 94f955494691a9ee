import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { cache } from 'react';
import { db } from '@/db/client';
import { sharedCarts } from '@/db/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { hashToken } from '@/lib/platform/secret-token';
import type { Proposal } from './schema';
import { compareSharedCart, currentEntries, type ComparedCart } from './rules';
import type { SharedLine } from './schema';

/** A shared cart beside the current catalogue, when it was shared, and when its link ends. */
export type SharedCart = ComparedCart & { sharedAt: Date; expiresAt: Date };

/**
 * Returns the shared cart of a token; null alike for an unknown, an ended and a malformed one. The end is by the clock of
 * the database. Read once per page request.
 * @throws DeadlineError when the database does not answer in time
 */
export const readSharedCart = cache(async (token: string): Promise<SharedCart | null> => {
  const [found] = await withQueryDeadline(
    db()
      .select({
        lines: sql<SharedLine[]>`${sharedCarts.lines}`,
        sharedAt: sharedCarts.createdAt,
        expiresAt: sharedCarts.expiresAt,
      })
      .from(sharedCarts)
      .where(and(eq(sharedCarts.tokenHash, hashToken(token)), sql`${sharedCarts.expiresAt} > now()`)),
  );
  if (!found) return null;
  const courses = await listCourses({ ids: found.lines.map(({ id }) => id) });
  const { lines, sharedAt, expiresAt } = found;
  return { ...compareSharedCart(lines, courses), sharedAt, expiresAt };
});

/** Returns the content of the proposal of a token; null like readSharedCart, and if none of its seats can be adopted. */
export async function readProposalContent(token: string): Promise<Proposal | null> {
  const cart = await readSharedCart(token);
  if (!cart) return null;
  const { lines, then, sharedAt, expiresAt } = cart;
  const current = currentEntries(lines);
  const years = new Map(lines.map(({ line, course }) => [line.id, course?.duration_years]));
  if (current.length === 0) return null;
  return {
    date: new Date(),
    sharedAt,
    expiresAt,
    lines: current.map(({ selectedSeats: seats, id, ...line }) => ({ ...line, seats, years: years.get(id) })),
    sharedPaise: then.paise,
    reduced: lines.filter(({ line, seats }) => seats > 0 && seats < line.selectedSeats).length,
    omitted: lines.length - current.length,
  };
}
