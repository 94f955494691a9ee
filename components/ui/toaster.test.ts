import { toast } from 'sonner';
import { expect, test } from 'vitest';
import { notify, Toaster } from './toaster';

test('R-BIZ-04 A-81 toasts last 2 to 3 seconds, top right; a loading one until another says how it ended', () => {
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
