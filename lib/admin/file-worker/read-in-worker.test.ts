import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSlower } from '@/testing/processor-time';
import { readInWorker, readRollsInWorker, readStatementInWorker } from './read-in-worker';

// A busy machine takes longer than a reader may run.
vi.mock('@/lib/platform/limits', async (original) => ({
  ...(await original<object>()),
  IMPORT_READ_MS: 600_000,
  OFFICE_READ_MS: 600_000,
}));

const LINES = 9_999;
const TODAY = '2026-11-25';
/** Another program may take the processor from either thread during one of them. */
const TRIES = 5;
const utf8 = (text: string) => new TextEncoder().encode(text);

test('security 132: a statement of 10,000 rows is read in another thread, while this one is mostly idle', async () => {
  const line = (number: number) =>
    `02/04/2026,NEFT CR-HDFC0000001-COMPANY ${number}-HDFCN5202604${String(number).padStart(4, '0')},"1,25,000.00"`;
  const rows = Array.from({ length: LINES }, (_, number) => line(number));
  const bytes = () => utf8(['Date,Narration,Credit', ...rows].join('\n'));
  // Starts the thread.
  await readStatementInWorker(utf8('Date,Narration,Credit'), TODAY, 'a');
  const busy: number[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const file = bytes();
    const before = performance.eventLoopUtilization();
    const read = await readStatementInWorker(file, TODAY, 'a');
    busy.push(performance.eventLoopUtilization(before).utilization);
    expect(read).toMatchObject({ ok: true, statement: { lines: { length: LINES } } });
  }
  expect(Math.min(...busy)).toBeLessThan(0.5);
});

test.each([
  ['quotation marks', '"'.repeat(5_000_000)],
  ['one line', '1'.repeat(5_000_000)],
  ['one cell', `Roll No\n"${`${'1'.repeat(99)}\n`.repeat(50_000)}"\n`],
])('security 133: %s of 5 MB are refused in a moment', async (_name, text) => {
  const refuse = async () =>
    expect(await readRollsInWorker(utf8(text), 'a')).toMatchObject({ ok: false, problem: { code: 'too_complex' } });
  expect(await isSlower(refuse, () => readRollsInWorker(utf8('Roll No\n1'), 'a'), 10, 5000)).toBe(false);
});

test("security 133: files of an office wait for none of another's for long, and those of administrators for none", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  /** Workers with the names of the files that they were given and have not answered. */
  const given = new Map<Worker, string[]>();
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    { bytes }: { bytes: Uint8Array },
  ) {
    given.set(this, [...(given.get(this) ?? []), new TextDecoder().decode(bytes)]);
  });
  const order: string[] = [];
  const name = (text: string) => utf8(text) as Uint8Array<ArrayBuffer>;
  const read = [
    ...['costly 1', 'costly 2', 'costly 3'].map((file) => readRollsInWorker(name(file), 'a')),
    readRollsInWorker(name('other office'), 'b'),
    readInWorker(name('administrator'), 'a.csv', 'z'),
  ];
  // Asked before the answers: in one queue these files would wait for each other.
  expect([...given.values()].flat()).toEqual(['costly 1', 'administrator']);
  while (order.length < read.length)
    for (const [worker, files] of given) {
      order.push(...files.splice(0));
      worker.emit('message', { ok: false, problem: { code: 'empty' } });
      await new Promise(setImmediate);
    }
  await Promise.all(read);
  expect(order.indexOf('other office')).toBeLessThan(order.indexOf('costly 3'));
});
