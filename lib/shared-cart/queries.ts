import 'server-only';
import { cache } from 'react';
import { sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import { withQueryDeadline } from '@/lib/core/deadline';
import { hashToken } from '@/lib/core/secret-token';
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
    sql()<{ lines: SharedLine[]; created_ms: number; expires_ms: number }[]>`
      select lines, extract(epoch from created_at)::float8 * 1000 as created_ms,
             extract(epoch from expires_at)::float8 * 1000 as expires_ms from shared_carts
       where token_hash = ${hashToken(token)} and expires_at > now()`,
  );
  if (!found) return null;
  const courses = await listCourses({ ids: found.lines.map(({ id }) => id) });
  const { lines, created_ms, expires_ms } = found;
  return { ...compareSharedCart(lines, courses), sharedAt: new Date(created_ms), expiresAt: new Date(expires_ms) };
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
