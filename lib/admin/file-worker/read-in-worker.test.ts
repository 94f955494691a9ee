import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { readStatementInWorker } from './read-in-worker';

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
  expect(read.ok && read.statement?.lines).toHaveLength(LINES);
  expect(utilization).toBeLessThan(0.5);
});
