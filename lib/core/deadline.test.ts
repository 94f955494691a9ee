import { stat } from 'node:fs';
import { expect, test } from 'vitest';
import { DeadlineError, withDeadline } from './deadline';

test('work that does not end is given up', async () => {
  await expect(withDeadline(new Promise(() => undefined), 1)).rejects.toThrow(DeadlineError);
});

test('an answer that came while the thread was busy counts, though the time is over', async () => {
  // From here the loop comes to its timers before it comes to what has arrived.
  await new Promise((next) => setImmediate(next));
  const work = new Promise<string>((done) => stat('.', () => done('answered')));
  const bounded = withDeadline(work, 1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await bounded).toBe('answered');
});
