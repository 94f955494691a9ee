'use client';

import { Toaster as Sonner, toast } from 'sonner';

/** How long a toast stays, in milliseconds (§9, A-81). */
const TOAST_DURATION = { default: 3000, success: 2000, error: 3000 } as const;

/** A toast takes the place of the one before it with the same `id`. */
type Options = { id?: string };

/** Says something in a toast. `loading` stays until another toast with its `id` says how it ended. */
export const notify = {
  info: (text: string, options: Options = {}) => toast(text, { ...options, duration: TOAST_DURATION.default }),
  success: (text: string, options: Options = {}) =>
    toast.success(text, { ...options, duration: TOAST_DURATION.success }),
  error: (text: string, options: Options = {}) => toast.error(text, { ...options, duration: TOAST_DURATION.error }),
  loading: (text: string, options: Options = {}) => toast.loading(text, { ...options, duration: Infinity }),
};

/** The one place where toasts appear: top right, an ink slab with icon and words. */
export function Toaster() {
  return (
    <Sonner
      position="top-right"
      duration={TOAST_DURATION.default}
      // Sonner brings a typeface of its own.
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-2.5 rounded-2 bg-ink px-4 py-3 text-small text-paper shadow-lift [&_[data-icon]]:flex [&_[data-icon]]:shrink-0',
        },
      }}
    />
  );
}
