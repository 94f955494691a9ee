import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore';

test('a limited number of permits can be acquired, and a released one can be acquired again', () => {
  const acquire = createSemaphore(2);
  const first = acquire();
  expect(first).not.toBeNull();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
  first!();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
});

test('releasing a permit twice counts once', () => {
  const acquire = createSemaphore(2);
  const first = acquire()!;
  acquire();
  first();
  first();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
});

test('two semaphores do not share permits', () => {
  const [one, other] = [createSemaphore(1), createSemaphore(1)];
  expect(one()).not.toBeNull();
  expect(other()).not.toBeNull();
});
