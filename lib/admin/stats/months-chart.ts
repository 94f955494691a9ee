import type { CourseType } from '@/db/schema/enums';
import { seatScale } from '@/lib/selection/seat-drawing';
import type { MonthStats } from './rules';

/** Pixels from one seat of the chart to the next. */
export const CELL = 10;
const ABREAST = 4;
const PITCH = 7 * CELL;
const MOST_GLYPHS = 52;
const FIGURE_HEIGHT = 2 * CELL;

/** A month of the chart: the centre of its column, the y position of its label, and its seats. */
export type MonthColumn = { month: string; middle: number; top: number; seats: number };

export type MonthsDrawing = {
  width: number;
  /** y position of the base line of the columns */
  ground: number;
  /** seats per drawn seat */
  per: number;
  columns: MonthColumn[];
  /** one path of rectangles per course type, to be filled with a seat pattern, CELL wide and high */
  paths: { courseType: CourseType; d: string }[];
};

/**
 * Draws months as columns of seats, four per row, filled from the base line, one course type after another. Every
 * non-zero value has at least one seat.
 */
export function drawMonths(months: readonly MonthStats[]): MonthsDrawing {
  const per = seatScale(Math.max(...months.map(({ seats }) => seats)), MOST_GLYPHS);
  const glyphs = months.map(({ byType }) =>
    byType.map(({ seats }) => (seats > 0 ? Math.max(1, Math.round(seats / per)) : 0)),
  );
  const rowsOf = (counts: readonly number[]) => Math.ceil(counts.reduce((sum, count) => sum + count, 0) / ABREAST);
  const ground = Math.max(...glyphs.map(rowsOf)) * CELL + FIGURE_HEIGHT;
  const paths = new Map<CourseType, string>();
  months.forEach(({ byType }, index) => {
    let from = 0;
    byType.forEach(({ courseType }, type) => {
      const upto = from + glyphs[index]![type]!;
      const d = seatsFrom(from, upto, index * PITCH, ground);
      if (d) paths.set(courseType, (paths.get(courseType) ?? '') + d);
      from = upto;
    });
  });
  return {
    width: (months.length - 1) * PITCH + ABREAST * CELL,
    ground,
    per,
    columns: months.map(({ month, seats }, index) => ({
      month,
      seats,
      middle: index * PITCH + (ABREAST * CELL) / 2,
      top: ground - rowsOf(glyphs[index]!) * CELL - 4,
    })),
    paths: [...paths].map(([courseType, d]) => ({ courseType, d })),
  };
}

/** Returns one rectangle per row covering the seats from `from` up to `upto` (exclusive) of the column at `left`. */
function seatsFrom(from: number, upto: number, left: number, ground: number): string {
  let d = '';
  for (let seat = from; seat < upto;) {
    const row = Math.floor(seat / ABREAST);
    const end = Math.min(upto, (row + 1) * ABREAST);
    const width = (end - seat) * CELL;
    d += `M${left + (seat % ABREAST) * CELL} ${ground - (row + 1) * CELL}h${width}v${CELL}h-${width}z`;
    seat = end;
  }
  return d;
}
