import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { readInWorker, readRollsInWorker, readStatementInWorker } from './read-in-worker';

const LINES = 9_999;
const TODAY = '2026-11-25';

test('security 132: a statement of 10,000 rows is read in another thread, while this one is mostly idle', async () => {
  const line = (number: number) =>
    `02/04/2026,NEFT CR-HDFC0000001-COMPANY ${number}-HDFCN5202604${String(number).padStart(4, '0')},"1,25,000.00"`;
  const rows = Array.from({ length: LINES }, (_, number) => line(number));
  const bytes = new TextEncoder().encode(['Date,Narration,Credit', ...rows].join('\n'));
  // Starts the thread.
  await readStatementInWorker(new TextEncoder().encode('Date,Narration,Credit'), TODAY, 'a');
  const before = performance.eventLoopUtilization();
  const read = await readStatementInWorker(bytes, TODAY, 'a');
  const { utilization } = performance.eventLoopUtilization(before);
  expect(read).toMatchObject({ ok: true, statement: { lines: { length: LINES } } });
  expect(utilization).toBeLessThan(0.5);
});

test.each([
  ['quotation marks', '"'.repeat(5_000_000)],
  ['one line', '1'.repeat(5_000_000)],
  ['one cell', `Roll No\n"${`${'1'.repeat(99)}\n`.repeat(50_000)}"\n`],
])('security 133: %s of 5 MB are refused in a moment', async (_name, text) => {
  await readRollsInWorker(new TextEncoder().encode('Roll No\n1'), 'a');
  const start = performance.now();
  expect(await readRollsInWorker(new TextEncoder().encode(text), 'a')).toMatchObject({
    ok: false,
    problem: { code: 'too_complex' },
  });
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("security 133: files of an office wait for none of another's for long, and those of administrators for none", async () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  // Starts both threads.
  await Promise.all([
    readRollsInWorker(utf8('Roll No\n1'), 'a'),
    readStatementInWorker(utf8('Date,Credit'), TODAY, 'z'),
  ]);
  const order: string[] = [];
  const ended = (name: string) => () => void order.push(name);
  // As costly as a file of an office can be.
  const costly = utf8('1\n'.repeat(49_000));
  await Promise.all([
    ...['costly 1', 'costly 2', 'costly 3'].map((name) => readRollsInWorker(costly, 'a').then(ended(name))),
    readRollsInWorker(utf8('Roll No\n1'), 'b').then(ended('other office')),
    readInWorker(utf8('City,Institute'), 'a.csv', 'z').then(ended('administrator')),
  ]);
  expect(order[0]).toBe('administrator');
  expect(order.indexOf('other office')).toBeLessThan(order.indexOf('costly 3'));
});
