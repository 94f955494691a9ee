import 'server-only';
import { sql } from '@/db/client';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { belowTaken } from './rules';
import { APPLY_IMPORT } from './statements';
import type { BadRow, ImportRow } from './schema';

type Applied = { added: number; changed: number; refused: [line: number, total: number, taken: number][] };

/** Two imports that add the same course, or lock against each other: the database calls one of them off as a whole. */
const CALLED_OFF = new Set(['23505', '40P01']);

/**
 * Writes the rows of a file in one statement, all or nothing: new institutes and courses are added, known courses get the
 * file's total and price, courses that the file lacks stay. Adopted and held seats and existing adoptions
 * are not touched; holds that are over end first, so that their seats do not stand in the way.
 * @param rows as parseTable gives them, when it found no bad ones
 * @returns how many courses were added and changed; or, with nothing written, the rows whose total is below the seats adopted
 * or held by now, or that another import was in the way
 */
export async function applyImport(
  rows: readonly ImportRow[],
): Promise<
  { ok: true; added: number; changed: number } | { ok: false; bad: BadRow[] } | { ok: false; conflict: true }
> {
  await releaseExpiredHolds();
  try {
    const [applied] = await sql().unsafe<Applied[]>(APPLY_IMPORT, [JSON.stringify(rows)]);
    if (!applied) throw new Error('the import has no row');
    const { added, changed, refused } = applied;
    if (refused.length === 0) return { ok: true, added, changed };
    return { ok: false, bad: refused.map(([line, total, taken]) => belowTaken(line, total, taken)) };
  } catch (error) {
    if (CALLED_OFF.has(String((error as { code?: unknown }).code))) return { ok: false, conflict: true };
    throw error;
  }
}
