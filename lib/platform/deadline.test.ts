import { stat } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { unavailableCode } from '@/db/errors';
import { DeadlineError, QUERY_DEADLINE_MS, withDeadline, withQueryDeadline } from './deadline';

test('work that does not finish is rejected', async () => {
  await expect(withDeadline(new Promise(() => undefined), 1)).rejects.toThrow(DeadlineError);
});

test('a deadline counts as unavailable, also as the cause of another error: pages say 503 then', () => {
  expect(unavailableCode(new DeadlineError())).toBe('DEADLINE_EXCEEDED');
  expect(unavailableCode(new Error('page failed', { cause: new DeadlineError() }))).toBe('DEADLINE_EXCEEDED');
});

test('a result that arrived while the thread was blocked counts, even after the deadline', async () => {
  // From here the event loop runs its timers before its I/O callbacks.
  await new Promise((next) => setImmediate(next));
  const work = new Promise<string>((done) => stat('.', () => done('answered')));
  const bounded = withDeadline(work, 1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await bounded).toBe('answered');
});

test('an unanswered query is rejected after QUERY_DEADLINE_MS, not before', async () => {
  vi.useFakeTimers();
  try {
    const outcome = withQueryDeadline(new Promise(() => undefined)).catch((error: unknown) => error);
    const settled = vi.fn();
    void outcome.then(settled);
    await vi.advanceTimersByTimeAsync(QUERY_DEADLINE_MS - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(await outcome).toBeInstanceOf(DeadlineError);
  } finally {
    vi.useRealTimers();
  }
});
