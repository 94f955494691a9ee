import { useCallback, useState } from 'react';
import { firstView, type FirstView } from '@/lib/map/view';

/** A box that changes by less is a phone's address bar coming and going, and no reason to begin anew. */
const NOTABLE = 0.15;

/** The first view of a map that fills a box, and a new one where the box becomes another, as when a phone is turned. */
export function useFirstView(): { view: FirstView | null; measure: (box: HTMLElement | null) => (() => void) | void } {
  const [view, setView] = useState<FirstView | null>(null);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const watch = new ResizeObserver(() => {
      const next = firstView({ width: box.clientWidth, height: box.clientHeight });
      setView((now) => (now && Math.abs(next.scale / now.scale - 1) < NOTABLE ? now : next));
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { view, measure };
}
