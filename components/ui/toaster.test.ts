import { toast } from 'sonner';
import { expect, test, vi } from 'vitest';
import { notify, Toaster } from './toaster';

test('R-REGI-12 R-BIZ-04 A-81 toasts last 2 to 3 seconds, top right; a loading one until another says how it ended', () => {
  notify.info('info');
  notify.success('success');
  notify.error('error');
  notify.loading('loading', { id: 'call' });
  const shown = () => toast.getHistory().map((one) => ['title' in one && one.title, 'duration' in one && one.duration]);
  expect(shown()).toEqual([
    ['info', 3000],
    ['success', 2000],
    ['error', 3000],
    ['loading', Infinity],
  ]);

  notify.success('done', { id: 'call' });
  expect(shown()).toContainEqual(['done', 2000]);
  expect(shown()).not.toContainEqual(['loading', Infinity]);
  expect(Toaster().props).toMatchObject({ duration: 3000, position: 'top-right' });
});

test('a text is never given to a toast that may be fading away: only a loading one is taken over', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => void draw(0));
  const ids = () =>
    toast
      .getHistory()
      .flatMap((one) => ('title' in one && String(one.title).startsWith('step') ? [[one.title, one.id]] : []));
  notify.success('step 1', { id: 'flow' });
  notify.loading('step 2', { id: 'flow' });
  const [first, second] = ids();
  expect(second![1]).not.toBe(first![1]);
  notify.error('step 3', { id: 'flow' });
  expect(ids()).toEqual([first, ['step 3', second![1]]]);
});
