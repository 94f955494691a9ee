import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedRead } from './shared-read';

let now = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => vi.restoreAllMocks());

test('callers share a read, and its result for a second after it', async () => {
  let resolve = (_: string) => {};
  const read = vi
    .fn()
    .mockReturnValueOnce(new Promise<string>((done) => (resolve = done)))
    .mockResolvedValueOnce('second');
  const shared = sharedRead<string>(() => 1000, read);
  const callers = [shared(), shared()];
  now += 5000;
  callers.push(shared());
  resolve('first');
  expect(await Promise.all(callers)).toEqual(['first', 'first', 'first']);
  now += 999;
  expect(await shared()).toBe('first');
  expect(read).toHaveBeenCalledTimes(1);
  now += 1;
  expect(await shared()).toBe('second');
});

test('a failed read is not kept', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('there');
  const shared = sharedRead<string>(() => 1000, read);
  await expect(Promise.all([shared(), shared()])).rejects.toThrow('away');
  expect(await shared()).toBe('there');
});

test('without an age nothing is shared', async () => {
  const read = vi.fn().mockResolvedValueOnce('first').mockResolvedValueOnce('second');
  const shared = sharedRead<string>(() => 0, read);
  expect(await Promise.all([shared(), shared()])).toEqual(['first', 'second']);
});
