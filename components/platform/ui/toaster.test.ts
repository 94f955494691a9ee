import { toast } from 'sonner';
import { expect, test, vi } from 'vitest';
import { show, Toasts } from './toasts';

test('R-REGI-12 R-BIZ-04 A-81 toasts last 2 to 3 seconds, top right; a loading one until it is replaced', () => {
  show('info', 'info');
  show('success', 'success');
  show('error', 'error');
  show('loading', 'loading', { id: 'call' });
  const shown = () => toast.getHistory().map((one) => ['title' in one && one.title, 'duration' in one && one.duration]);
  expect(shown()).toEqual([
    ['info', 3000],
    ['success', 2000],
    ['error', 3000],
    ['loading', Infinity],
  ]);

  show('success', 'done', { id: 'call' });
  expect(shown()).toContainEqual(['done', 2000]);
  expect(shown()).not.toContainEqual(['loading', Infinity]);
  expect(Toasts({ label: 'Messages' }).props).toMatchObject({ duration: 3000, position: 'top-right' });
});

test('only a loading toast is updated in place, since another may be fading out', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => void draw(0));
  const ids = () =>
    toast
      .getHistory()
      .flatMap((one) => ('title' in one && String(one.title).startsWith('step') ? [[one.title, one.id]] : []));
  show('success', 'step 1', { id: 'flow' });
  show('loading', 'step 2', { id: 'flow' });
  const [first, second] = ids();
  expect(second![1]).not.toBe(first![1]);
  show('error', 'step 3', { id: 'flow' });
  expect(ids()).toEqual([first, ['step 3', second![1]]]);
});
