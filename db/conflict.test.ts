import { expect, test, vi } from 'vitest';
import { isConflict, isDeadlock, retryOnConflict } from './conflict';

const databaseError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['23505', true, false],
  ['23503', true, false],
  ['40P01', true, true],
  ['40001', true, false],
  ['23514', false, false],
])('SQLSTATE %s', (code, conflict, deadlock) => {
  expect(isConflict(databaseError(code))).toBe(conflict);
  expect(isDeadlock(databaseError(code))).toBe(deadlock);
});

test.each([null, undefined, 'text', new Error('without a code')])('%s is no conflict', (error) => {
  expect(isConflict(error)).toBe(false);
});

test('work that conflicts or has no result is retried until it has one', async () => {
  const work = vi
    .fn<(attempt: number) => Promise<string | undefined>>()
    .mockRejectedValueOnce(databaseError('40P01'))
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(databaseError('23505'))
    .mockResolvedValue('done');
  expect(await retryOnConflict(4, work)).toBe('done');
  expect(work.mock.calls).toEqual([[1], [2], [3], [4]]);
});

test('the last attempt decides: its conflict is thrown, its missing result is undefined', async () => {
  const conflicting = vi.fn().mockRejectedValue(databaseError('23505'));
  await expect(retryOnConflict(3, conflicting)).rejects.toThrow('23505');
  expect(conflicting).toHaveBeenCalledTimes(3);

  const empty = vi.fn().mockRejectedValueOnce(databaseError('40P01')).mockResolvedValue(undefined);
  expect(await retryOnConflict(3, empty)).toBeUndefined();
  expect(empty).toHaveBeenCalledTimes(3);
});

test('any other error is thrown at once', async () => {
  const work = vi.fn().mockRejectedValue(databaseError('23514'));
  await expect(retryOnConflict(3, work)).rejects.toThrow('23514');
  expect(work).toHaveBeenCalledTimes(1);
});
