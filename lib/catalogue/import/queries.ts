import 'server-only';
import { withLongStatements } from '@/db/client';
import { IMPORT_STATEMENT_MS } from '@/lib/core/limits';
import { belowTaken } from './rules';
import { PLAN_IMPORT } from './statements';
import type { BadRow, ImportPlan, ImportRow, PlannedRow } from './schema';

/** Line in the file, total seats, adopted plus held seats, and price in paise of an existing course. */
type Matched = [line: number, totalSeats: number, taken: number, pricePaise: number];

/**
 * Returns what an import would do. Read-only.
 * @param parsed the rows of a file as returned by parseTable
 * @returns the rows with the planned change, and all invalid rows, including those that conflict with the database
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
