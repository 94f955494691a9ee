import { expect, test, vi } from 'vitest';
import { commitDrafts, onSessionEnd } from './unsaved-drafts';

test('A-45 R-DSEL-10 the end of a session keeps the drafts of the pages that are open, and of no other', () => {
  const [open, left] = [vi.fn(), vi.fn()];
  const stop = onSessionEnd(open);
  onSessionEnd(left)();
  commitDrafts();
  expect(open).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
  stop();
});

test('A-45 a draft that stops waiting while it is kept does not stop the others', () => {
  const stored = vi.fn();
  const stop = onSessionEnd(() => stop());
  const stopKept = onSessionEnd(stored);
  commitDrafts();
  expect(stored).toHaveBeenCalledOnce();
  stopKept();
});
