import { useCallback, useState } from 'react';
import { firstView, type FirstView } from '@/lib/map/view';

/** Ignore smaller relative changes of the box: they come from a phone's address bar. */
const MIN_CHANGE = 0.15;

/**
 * Returns the first view of a map that fills a box, and a new one when the box changes, e.g. when a phone is rotated.
 */
export function useFirstView(): { view: FirstView | null; measure: (box: HTMLElement | null) => (() => void) | void } {
  const [view, setView] = useState<FirstView | null>(null);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const watch = new ResizeObserver(() => {
      const next = firstView({ width: box.clientWidth, height: box.clientHeight });
      setView((now) => (now && Math.abs(next.scale / now.scale - 1) < MIN_CHANGE ? now : next));
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { view, measure };
}
