import { expect, test, vi } from 'vitest';
import { commitDrafts, onSessionEnd } from './unsaved-drafts';

test('A-45 R-DSEL-10 the end of a session stores the drafts of open pages only', () => {
  const [open, left] = [vi.fn(), vi.fn()];
  const stop = onSessionEnd(open);
  onSessionEnd(left)();
  commitDrafts();
  expect(open).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
  stop();
});

test('A-45 a draft that unregisters while it is stored does not stop the others', () => {
  const stored = vi.fn();
  const stop = onSessionEnd(() => stop());
  const stopKept = onSessionEnd(stored);
  commitDrafts();
  expect(stored).toHaveBeenCalledOnce();
  stopKept();
});
