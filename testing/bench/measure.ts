import { sql } from '@/db/client';

/** Number of rounds that count; one more warms up. */
const ROUNDS = 21;

/** A rate of the program and that of a minimal implementation, one entry per round; `target` is the ratio to reach. */
export type Row = { what: string; unit: string; program: number[]; floor: number[]; target: number };

/** Measures one side once, in units per second. */
type Measure = () => Promise<number>;

/**
 * Measures a row: both sides once per round, in alternating order. Round 0 warms up, on analysed tables, and does not count.
 * @param prepare creates what a round needs; not measured
 */
export async function measureRow(
  row: Pick<Row, 'what' | 'unit' | 'target'>,
  prepare: () => Promise<Record<'program' | 'floor', Measure>>,
): Promise<Row> {
  const measured: Row = { ...row, program: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const measure = await prepare();
    // Once: the plans of all connections are made anew afterwards, which costs a round more than its statements.
    if (round === 0) await sql()`analyze`;
    for (const side of round % 2 ? (['program', 'floor'] as const) : (['floor', 'program'] as const)) {
      const result = await measure[side]();
      if (round > 0) measured[side].push(result);
    }
  }
  return measured;
}

/** Does the work for every item, `parallel` at a time, and returns items per second. Throws if one fails. */
export async function rate<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++])
      if (!(await work(item))) throw new Error('a measured call did not succeed');
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return (items.length * 1000) / (performance.now() - started);
}

/**
 * Returns program / minimal implementation: the median of the rounds, because both sides of a round ran under the same
 * load.
 */
export function ratio({ program, floor }: Row): number {
  return median(program.map((rate, round) => rate / floor[round]!));
}

/** Formats the median with the lowest and highest round, e.g. '2871 (2650-3010)'. */
function spread(rates: readonly number[]): string {
  return `${Math.round(median(rates))} (${Math.round(Math.min(...rates))}-${Math.round(Math.max(...rates))})`;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export function report(rows: readonly Row[]): void {
  console.table(
    rows.map((row) => ({
      what: row.what,
      unit: row.unit,
      program: spread(row.program),
      floor: spread(row.floor),
      ratio: Number(ratio(row).toFixed(2)),
      target: `≥ ${row.target}`,
    })),
  );
}

/** Creates many rows, twenty at a time. */
export async function makeMany<T>(many: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let start = 0; start < many; start += 20)
    made.push(...(await Promise.all(Array.from({ length: Math.min(20, many - start) }, (_, n) => make(start + n)))));
  return made;
}
