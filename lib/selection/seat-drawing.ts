/** The seat glyph: a chair on a 7 × 7 grid. Shapes differ by state, so that colour is not required. */
export const SEAT_SHAPES = {
  /** adopted or held: solid with a gap under the back */
  taken: 'm1 0h5v4h1v3h-1v-2h-5v2h-1v-3h1zm1 3v1h3v-1z',
  /** yours: solid without the gap, as an occupied chair */
  yours: 'm1 0h5v4h1v3h-1v-2h-5v2h-1v-3h1z',
  /** left: an outline */
  open: 'm1 0h5v4h1v3h-.5v-2.5h-6v2.5h-.5v-3h1zm.5 .5v2h4v-2zm0 2.5v1h4v-1z',
} as const;
export type SeatState = keyof typeof SEAT_SHAPES;

/**
 * A run of equal glyphs: of a state, or (in a mixed field) of a course type; `turn` is its position in the fill
 * animation.
 */
export type SeatRun = { state: SeatState; slug?: string; glyphs: number; turn?: number };

const SEAT = 7;
const PITCH_X = 9;
const PITCH_Y = 10;
const AISLE = 4;
const BOARD = 5;
const SCALES = [1, 2, 5, 10, 18, 36, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** Returns the seats per glyph so that `total` seats fit into `maxGlyphs` glyphs. */
export function seatScale(total: number, maxGlyphs = 60): number {
  return SCALES.find((per) => Math.ceil(total / per) <= maxGlyphs) ?? Math.ceil(total / maxGlyphs);
}

/** Glyphs that the middle one of several strips has at least, if it has as many seats. */
const READABLE = 5;

/**
 * Returns the seats per glyph of several strips, so that they can be compared: the largest strip fits into `maxGlyphs`,
 * unless it is so large that the others would shrink to a chair. Then the strips that do not fit need a scale of their
 * own (`stripScale`).
 * @param totals seats of each strip
 */
export function commonScale(totals: readonly number[], maxGlyphs: number): number {
  const sorted = totals.toSorted((a, b) => a - b);
  const [middle, most] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  const readable = SCALES.findLast((per) => per * READABLE <= middle) ?? 1;
  return Math.min(readable, seatScale(Math.max(1, most), maxGlyphs));
}

/** Returns the seats per glyph of one strip: the common scale, or a larger one if the strip is too long for it. */
export function stripScale(total: number, common: number, maxGlyphs: number): number {
  return Math.ceil(total / common) <= maxGlyphs ? common : seatScale(total, maxGlyphs);
}

/**
 * Divides a field's glyphs among taken, yours and left. Rounding never hides the last free seat, the first taken
 * one or the sponsor's own: each non-zero value has at least one glyph if there are enough.
 * @param seats total ≥ taken + yours
 * @param per seats per glyph
 */
export function seatRuns(seats: { total: number; taken: number; yours?: number }, per: number): SeatRun[] {
  const glyphs = Math.ceil(seats.total / per);
  const left = seats.total - seats.taken - (seats.yours ?? 0);
  const atLeastOne = (count: number) => (count > 0 ? Math.max(1, Math.round(count / per)) : 0);
  const yours = Math.min(glyphs, atLeastOne(seats.yours ?? 0));
  const free = left > 0 ? 1 : 0;
  const taken = left > 0 ? Math.min(atLeastOne(seats.taken), Math.max(0, glyphs - yours - free)) : glyphs - yours;
  return [
    { state: 'taken', glyphs: taken },
    { state: 'yours', glyphs: yours },
    { state: 'open', glyphs: glyphs - taken - yours },
  ];
}

/**
 * Returns the runs of a field that mixes course types, in the given order; a non-zero type has at least one glyph.
 * @param per seats per glyph
 */
export function mixedRuns(
  parts: readonly { slug: string; seats: number }[],
  per: number,
  state: SeatState = 'yours',
): SeatRun[] {
  return parts.map(({ slug, seats }) => ({ state, slug, glyphs: Math.max(1, Math.round(seats / per)) }));
}

/**
 * Splits runs so that their glyphs fill one after another: at most `most` turns, the remaining glyphs with the last
 * one.
 */
export function runsInTurn(runs: readonly SeatRun[], most = 12): SeatRun[] {
  let turn = 0;
  return runs.flatMap((run) => {
    const single = Math.min(run.glyphs, Math.max(0, most - 1 - turn));
    const cut = Array.from({ length: single }, () => ({ ...run, glyphs: 1, turn: turn++ }));
    return single < run.glyphs ? [...cut, { ...run, glyphs: run.glyphs - single, turn }] : cut;
  });
}

/** Returns the position of glyph `index`: rows of `columns`, an aisle after every fifth seat. Grid units. */
function seatPosition(index: number, columns: number, top = 0): { x: number; y: number } {
  const column = index % columns;
  return { x: column * PITCH_X + Math.floor(column / 5) * AISLE, y: Math.floor(index / columns) * PITCH_Y + top };
}

export type SeatDrawing = {
  width: number;
  height: number;
  board: string | null;
  /** one path per look; drawn glyph by glyph, or as runs to be filled with a pattern of five chairs and an aisle */
  paths: (Omit<SeatRun, 'glyphs'> & { d: string })[];
};

/** Size of the pattern that fills runs in fields of many glyphs: five chairs and the aisle. */
export const SEAT_PATTERN = { width: 5 * PITCH_X + AISLE, height: PITCH_Y };

/** Returns the five chairs of the pattern as one path. */
export function patternPath(state: SeatState): string {
  return Array.from({ length: 5 }, (_, i) => `M${i * PITCH_X} 0${SEAT_SHAPES[state]}`).join('');
}

/** Draws a field. With `asRuns` each path is a set of rectangles to be filled with the pattern (many glyphs). */
export function drawSeats(
  runs: readonly SeatRun[],
  columns: number,
  options: { board?: boolean; asRuns?: boolean } = {},
): SeatDrawing {
  const top = options.board ? BOARD : 0;
  const total = runs.reduce((sum, run) => sum + run.glyphs, 0);
  const paths: SeatDrawing['paths'] = [];
  let start = 0;
  for (const run of runs) {
    if (run.glyphs === 0) continue;
    const d = options.asRuns ? runRectangles(start, run.glyphs, columns, top) : runGlyphs(start, run, columns, top);
    const { glyphs, ...look } = run;
    paths.push({ ...look, d });
    start += glyphs;
  }
  const lastColumn = seatPosition(Math.min(columns, Math.max(total, 1)) - 1, columns);
  const width = lastColumn.x + SEAT;
  const height = seatPosition(Math.max(total, 1) - 1, columns, top).y + SEAT;
  const board = options.board
    ? `M${Math.floor(width * 0.2)} 0h${Math.floor(width * 0.6)}v2h-${Math.floor(width * 0.6)}z`
    : null;
  return { width, height, board, paths };
}

function runGlyphs(start: number, run: SeatRun, columns: number, top: number): string {
  let d = '';
  for (let index = start; index < start + run.glyphs; index++) {
    const { x, y } = seatPosition(index, columns, top);
    d += `M${x} ${y}${SEAT_SHAPES[run.state]}`;
  }
  return d;
}

/** At most three rectangles: the rest of a started row, all whole rows (the pattern has their gaps), a beginning. */
function runRectangles(start: number, glyphs: number, columns: number, top: number): string {
  const end = start + glyphs;
  let d = '';
  for (let from = start; from < end;) {
    const wholeRows = from % columns === 0 ? Math.floor((end - from) / columns) : 0;
    const to = wholeRows > 0 ? from + wholeRows * columns : Math.min((Math.floor(from / columns) + 1) * columns, end);
    const a = seatPosition(from, columns, top);
    const b = seatPosition(to - 1, columns, top);
    const width = b.x - a.x + SEAT;
    d += `M${a.x} ${a.y}h${width}v${b.y - a.y + SEAT}h-${width}z`;
    from = to;
  }
  return d;
}
