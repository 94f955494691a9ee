import { districtMatcher } from '@/lib/catalogue/rules';
import type { DistrictNames } from '@/lib/catalogue/schema';
import { SEAT_GRID_LETTERS, SEAT_GRID_ROWS } from './seat-grid';

/** Pixels per cell of the drawing. */
export const CELL = 12;

/** Seats of one city and course type; `look` names how their taken seats are drawn. */
type DrawnSeats = { city: string; look: string; total: number; taken: number };

/** Looks besides those of the course types: seats left, and districts without courses. */
export const FREE = 'free';
export const NONE = 'none';

const SIZE = { width: SEAT_GRID_ROWS[0]!.length * CELL, height: SEAT_GRID_ROWS.length * CELL };

export type StateDrawing = {
  width: number;
  height: number;
  /** look → one path of rectangles, one per run of cells in a row */
  paths: Record<string, string>;
  /** average number of seats per drawn seat, rounded; null if there are no courses on the map */
  per: number | null;
};

/**
 * Draws the state in seats: each district is filled from the front in proportion to its taken seats, one look after
 * another. Every non-zero value has at least one seat if there is room.
 */
export function drawState(districts: readonly DistrictNames[], seats: readonly DrawnSeats[]): StateDrawing {
  const districtOf = districtMatcher(districts);
  const seatsOf = (district: string) => seats.filter(({ city }) => districtOf(city) === district);
  const cellsOf = cellsByDistrict();
  const looks = new Map<string, string>();
  let [offeredCells, offeredSeats] = [0, 0];
  for (const [district, cells] of cellsOf) {
    const rows = seatsOf(district);
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    const fill = total > 0 ? fillOf(cells.length, rows, total) : [];
    if (total > 0) [offeredCells, offeredSeats] = [offeredCells + cells.length, offeredSeats + total];
    cells.forEach((cell, i) => looks.set(cell, total > 0 ? (fill[i] ?? FREE) : NONE));
  }
  return {
    ...SIZE,
    paths: runs(looks),
    per: offeredCells > 0 ? Math.max(1, Math.round(offeredSeats / offeredCells)) : null,
  };
}

/** A district with seats of a proposal: the cities that have them, and its cells, from the front. */
export type PlannedDistrict = { district: string; cities: string[]; cells: (readonly [x: number, y: number])[] };

/** The state in seats with some districts left out for the seats of a proposal; `offMap`: cities without a district. */
export type PlanDrawing = {
  width: number;
  height: number;
  /** One path of rectangles for all other districts. */
  others: string;
  districts: PlannedDistrict[];
  offMap: string[];
};

/** Draws the state around the districts of some cities. */
export function drawAround(cities: readonly string[], districtOf: (city: string) => string | null): PlanDrawing {
  const planned = new Map<string, PlannedDistrict>();
  const looks = new Map<string, string>();
  const offMap: string[] = [];
  const cellsOf = cellsByDistrict();
  for (const city of new Set(cities)) {
    const district = districtOf(city);
    const cells = district === null ? undefined : cellsOf.get(district);
    if (!cells) offMap.push(city);
    else if (planned.get(district!)?.cities.push(city) === undefined)
      planned.set(district!, { district: district!, cities: [city], cells: cells.map(toPosition) });
  }
  for (const [district, cells] of cellsOf) for (const cell of planned.has(district) ? [] : cells) looks.set(cell, NONE);
  return { ...SIZE, others: runs(looks)[NONE] ?? '', districts: [...planned.values()], offMap };
}

const toPosition = (cell: string) => cell.split(',').map(Number) as [number, number];

/** Returns the looks of a district's taken cells, in the order of the rows. */
function fillOf(cells: number, rows: readonly DrawnSeats[], total: number): string[] {
  const taken = rows.reduce((sum, row) => sum + row.taken, 0);
  const most = taken < total ? Math.max(0, cells - 1) : cells;
  const fill = rows.flatMap(({ look, taken: count }) =>
    Array<string>(count > 0 ? Math.max(1, Math.round((cells * count) / total)) : 0).fill(look),
  );
  while (taken === total && fill.length < cells) fill.push(fill.at(-1)!);
  return fill.slice(0, most);
}

function cellsByDistrict(): Map<string, string[]> {
  const cells = new Map<string, string[]>();
  SEAT_GRID_ROWS.forEach((row, y) =>
    [...row].forEach((letter, x) => {
      const district = SEAT_GRID_LETTERS[letter];
      if (district) cells.set(district, [...(cells.get(district) ?? []), `${x},${y}`]);
    }),
  );
  return cells;
}

function runs(looks: ReadonlyMap<string, string>): Record<string, string> {
  const paths: Record<string, string> = {};
  SEAT_GRID_ROWS.forEach((row, y) => {
    for (let x = 0; x < row.length;) {
      const look = looks.get(`${x},${y}`);
      const start = x;
      while (x < row.length && looks.get(`${x},${y}`) === look) x++;
      if (look)
        paths[look] = `${paths[look] ?? ''}M${start * CELL} ${y * CELL}h${(x - start) * CELL}v${CELL}H${start * CELL}z`;
    }
  });
  return paths;
}
