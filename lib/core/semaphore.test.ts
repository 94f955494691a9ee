import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore';

test('as many places as there are can be taken, and one that is given back can be taken again', () => {
  const acquire = createSemaphore(2);
  const first = acquire();
  expect(first).not.toBeNull();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
  first!();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
});

test('a place that is given back twice counts once', () => {
  const acquire = createSemaphore(2);
  const first = acquire()!;
  acquire();
  first();
  first();
  expect(acquire()).not.toBeNull();
  expect(acquire()).toBeNull();
});

test('two semaphores do not share places', () => {
  const [one, other] = [createSemaphore(1), createSemaphore(1)];
  expect(one()).not.toBeNull();
  expect(other()).not.toBeNull();
});
