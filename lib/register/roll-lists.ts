import { cellText, type Cell } from '@/lib/platform/cell';
import type { Row, Sheet } from '@/lib/platform/table-file/schema';

/** A column of roll numbers: `titles` are the cells of its line of titles, `rows` those below. */
export type ColumnOfRolls = {
  sheet: string;
  hidden: boolean;
  index: number;
  title: string;
  titles: readonly Cell[];
  /** Of the titles, or of the first row of a column without a title. */
  line: number;
  rows: readonly Row[];
  /** Whether it is likely meant: of the columns of one block the one that is called 'Roll No', and no hidden sheet. */
  isMeant: boolean;
};

/** What the title of a number is called, the product's own word first. */
const KINDS: readonly RegExp[] = [
  /^(?:roll|rollno|rollnumber|अनुक्रमांक|रोल)$/u,
  /^(?:enrol?l?|enrol?lment|enrol?lmentno|enrol?lmentnumber|नामांकन)$/u,
  /^(?:registration|reg|regn|regno|पंजीयन)$/u,
  /^(?:admission|admn|adm|admissionno|प्रवेश)$/u,
];
const NUMBER = /^(?:no|num|number|nos|numbers|id|#|नं|नंबर|नम्बर|संख्या|क्रमांक|क्र)$/u;
const QUALIFIER =
  /^(?:students?|candidates?|trainees?|university|univ|exam|examination|state|college|class|board|institute|iti|ncvt|scvt|rgpv|permanent|the|of|s|छात्र|विद्यार्थी|परीक्षा|राज्य)$/u;

/**
 * Returns how far a title is from 'Roll No', 0 for that itself; null if it names no roll number. A title of more than the
 * number, such as 'Roll No & Name', is none.
 */
function distanceOfTitle(cell: Cell): number | null {
  const text = cellText(cell).toLowerCase();
  if (text.length > 80 || text.includes('&')) return null;
  const words = text
    .replace(/\([^()]*\)/g, ' ')
    .split(/[\s._\-:/']+/)
    .filter(Boolean);
  const kinds = words.map((word) => KINDS.findIndex((kind) => kind.test(word)));
  const kind = kinds.findIndex((each) => each >= 0);
  if (kind < 0) return null;
  const others = words.filter((_, at) => at !== kind && !NUMBER.test(words[at]!));
  if (!others.every((word) => QUALIFIER.test(word))) return null;
  return kinds[kind]! * 10 + Math.min(others.length, 9);
}

/**
 * Finds every column of roll numbers: in all sheets, below each line of titles, one beside the other; without any title the
 * sheets that have one column alone.
 * @returns the columns, those of shown sheets first, and the names of sheets with rows but without one
 */
export function findColumns(sheets: readonly Sheet[]): { columns: ColumnOfRolls[]; others: string[] } {
  const used = [...sheets].filter(({ rows }) => rows.length > 0).sort((a, b) => Number(a.hidden) - Number(b.hidden));
  const titled = used.map((sheet) => ({ sheet, columns: titledColumns(sheet) }));
  const hasTitles = titled.some(({ columns }) => columns.length > 0);
  const found = hasTitles ? titled : used.map((sheet) => ({ sheet, columns: onlyColumn(sheet) }));
  const columns = found.flatMap((each) => each.columns);
  // A hidden sheet is meant if there is no other.
  const isAnyShown = columns.some(({ hidden, isMeant }) => isMeant && !hidden);
  return {
    columns: columns.map((column) => ({ ...column, isMeant: column.isMeant && !(column.hidden && isAnyShown) })),
    others: found.filter((each) => each.columns.length === 0).map(({ sheet }) => sheet.name),
  };
}

type TitleLine = { at: number; line: number; cells: readonly Cell[]; found: { index: number; distance: number }[] };

function titledColumns({ name, hidden, rows }: Sheet): ColumnOfRolls[] {
  const lines = rows.flatMap(({ cells, line }, at): TitleLine[] => {
    const found = cells.flatMap((cell, index) => {
      const distance = distanceOfTitle(cell);
      return distance === null ? [] : [{ index, distance }];
    });
    return found.length > 0 ? [{ at, line, cells, found }] : [];
  });
  const columns: ColumnOfRolls[] = [];
  lines.forEach(({ at, line, cells, found }, number) => {
    const below = rows.slice(at + 1, lines[number + 1]?.at);
    // The titles of the first page again: the list goes on.
    const above = columns.filter((column) => sameTitles(column.titles, cells));
    if (above.length > 0) {
      for (const column of above) column.rows = [...column.rows, ...below];
      return;
    }
    const nearest = Math.min(...found.map(({ distance }) => distance));
    const titleOf = (index: number) => cellText(cells[index] ?? null);
    const wanted = found.find(({ distance }) => distance === nearest)!;
    for (const { index } of found)
      columns.push({
        sheet: name,
        hidden,
        index,
        title: titleOf(index),
        titles: cells,
        line,
        rows: below,
        // The same title again is another block beside the first.
        isMeant: titleOf(index).toLowerCase() === titleOf(wanted.index).toLowerCase(),
      });
  });
  return columns;
}

const sameTitles = (one: readonly Cell[], other: readonly Cell[]) =>
  one.length === other.length && one.every((cell, index) => cellText(cell) === cellText(other[index] ?? null));

function onlyColumn({ name, hidden, rows }: Sheet): ColumnOfRolls[] {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, index) => (cellText(cell) ? index : []))));
  const [index] = used;
  if (used.size !== 1 || index === undefined) return [];
  return [{ sheet: name, hidden, index, title: '', titles: [], line: rows[0]!.line, rows, isMeant: true }];
}
