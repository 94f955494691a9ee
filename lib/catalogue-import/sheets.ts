import type { Merge, Row, Sheet } from '@/lib/platform/table-file/schema';
import { findHeader } from './columns';

/**
 * Returns the sheet of a catalogue: the first one with its titles, shown before hidden ones; without such a sheet the
 * first one that has rows.
 */
export function findSheet(sheets: readonly Sheet[]): Sheet {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const ordered = [...filled.filter(({ hidden }) => !hidden), ...filled.filter(({ hidden }) => hidden)];
  return ordered.find(({ rows }) => findHeader(rows).ok) ?? ordered[0]!;
}

/**
 * Fills cells that are merged over several rows, as programs show them. Seats are left empty: those of several courses
 * together are not those of each.
 * @param seats index of the column of seats
 */
export function fillMerged(rows: readonly Row[], merges: readonly Merge[], seats: number): readonly Row[] {
  if (merges.length === 0) return rows;
  const filled = rows.map((row) => ({ ...row, cells: [...row.cells] }));
  const indexOf = new Map(filled.map(({ line }, index) => [line, index]));
  for (const { firstLine, lastLine, firstColumn } of merges) {
    const first = indexOf.get(firstLine);
    if (first === undefined || firstColumn === seats) continue;
    for (let index = first + 1; index < filled.length && filled[index]!.line <= lastLine; index++) {
      const { cells } = filled[index]!;
      while (cells.length <= firstColumn) cells.push(null);
      cells[firstColumn] = filled[first]!.cells[firstColumn] ?? null;
    }
  }
  return filled;
}
