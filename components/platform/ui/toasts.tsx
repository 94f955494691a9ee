'use client';

import { Toaster as Sonner, toast } from 'sonner';
import type { Kind, Options } from './toaster';

/** Duration of a toast, in ms. */
const TOAST_DURATION = { info: 3000, success: 2000, error: 3000, loading: Infinity } as const;

/** Sonner's id of the newest toast per `id`, and whether that one is still loading. */
const newest = new Map<string, { shown: string | number; loading: boolean }>();

/**
 * Shows a toast. Only a loading toast is updated in place, since it does not expire: Sonner loses an update to a toast
 * that is fading out. A finished one is dismissed and replaced.
 */
export function show(kind: Kind, text: string, { id }: Options = {}): void {
  const before = id === undefined ? undefined : newest.get(id);
  if (before && !before.loading) toast.dismiss(before.shown);
  const duration = TOAST_DURATION[kind];
  const say = kind === 'info' ? toast : toast[kind];
  // Otherwise Sonner takes the focus back to where it was before the toast, on Tab and when the toast has gone.
  const shown = say(text, { duration, dismissible: false, ...(before?.loading ? { id: before.shown } : {}) });
  if (id !== undefined) newest.set(id, { shown, loading: kind === 'loading' });
}

/** Distance from the top edge: below the header, whose links a toast of the page before would cover. */
const BELOW_HEADER = { top: '4.25rem' };

/** The region of all toasts: top right, dark, with icon and text. */
export function Toasts({ label }: { label: string }) {
  return (
    <Sonner
      position="top-right"
      offset={BELOW_HEADER}
      mobileOffset={BELOW_HEADER}
      containerAriaLabel={label}
      duration={TOAST_DURATION.info}
      className="print:hidden"
      // Sonner sets a font of its own.
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
