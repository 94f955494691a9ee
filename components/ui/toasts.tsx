'use client';

import { Toaster as Sonner, toast } from 'sonner';
import type { Kind, Options } from './toaster';

/** How long a toast stays, in milliseconds (§9, A-81). */
const TOAST_DURATION = { info: 3000, success: 2000, error: 3000, loading: Infinity } as const;

/** Sonner's own id of the newest toast of each `id`, and whether that one is still waiting for its end. */
const newest = new Map<string, { shown: string | number; loading: boolean }>();

/**
 * Shows a toast. Only a loading one is taken over, since it never fades by itself: Sonner loses a text that is given to a
 * toast which is just fading away. A finished one is sent away and a new one put in its place.
 */
export function show(kind: Kind, text: string, { id }: Options = {}): void {
  const before = id === undefined ? undefined : newest.get(id);
  if (before && !before.loading) toast.dismiss(before.shown);
  const duration = TOAST_DURATION[kind];
  const say = kind === 'info' ? toast : toast[kind];
  const shown = say(text, { duration, ...(before?.loading ? { id: before.shown } : {}) });
  if (id !== undefined) newest.set(id, { shown, loading: kind === 'loading' });
}

/** The one place where toasts appear: top right, an ink slab with icon and words. */
export function Toasts({ label }: { label: string }) {
  return (
    <Sonner
      position="top-right"
      containerAriaLabel={label}
      duration={TOAST_DURATION.info}
      className="print:hidden"
      // Sonner brings a typeface of its own.
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-2.5 rounded-2 border border-paper/30 bg-ink px-4 py-3 text-small text-paper shadow-lift [&_[data-icon]]:flex [&_[data-icon]]:shrink-0',
        },
      }}
    />
  );
}
