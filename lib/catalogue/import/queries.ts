import 'server-only';
import { withLongStatements } from '@/db/client';
import { IMPORT_STATEMENT_MS } from '@/lib/core/limits';
import { belowTaken } from './rules';
import { PLAN_IMPORT } from './statements';
import type { BadRow, ImportPlan, ImportRow, PlannedRow } from './schema';

/** Line, total seats, adopted and held seats, price in paise of a course that is in the catalogue. */
type Matched = [line: number, totalSeats: number, taken: number, pricePaise: number];

/**
 * Says what an import would do, without doing it. Reads only.
 * @param parsed the rows of a file as parseTable gives them
 * @returns the rows by what would become of them, and the bad rows of the file joined by those that the database refuses
 */
export async function planImport(parsed: { rows: readonly ImportRow[]; bad: readonly BadRow[] }): Promise<ImportPlan> {
  const [found] = await withLongStatements(IMPORT_STATEMENT_MS, (sql) =>
    sql.unsafe<{ courses: number; matched: Matched[] }[]>(PLAN_IMPORT, [JSON.stringify(parsed.rows)]),
  );
  if (!found) throw new Error('the plan has no row');
  const current = new Map(found.matched.map((matched) => [matched[0], matched]));

  const rows: PlannedRow[] = [];
  const bad = [...parsed.bad];
  for (const row of parsed.rows) {
    const matched = current.get(row.line);
    if (!matched) {
      rows.push({ ...row, change: 'added', before: null });
      continue;
    }
    const [, totalSeats, taken, pricePaise] = matched;
    if (row.totalSeats < taken) {
      bad.push(belowTaken(row.line, row.totalSeats, taken));
      continue;
    }
    const same = row.totalSeats === totalSeats && row.pricePaise === pricePaise;
    rows.push({ ...row, change: same ? 'left' : 'changed', before: { totalSeats, pricePaise } });
  }
  bad.sort((a, b) => a.line - b.line);
  return { rows, bad, notInFile: found.courses - current.size };
}
