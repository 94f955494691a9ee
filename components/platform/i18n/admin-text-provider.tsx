'use client';

import { useLayoutEffect, type ComponentProps } from 'react';
import { TextProvider } from './text-provider';

/** TextProvider for the administrator's area, which is in English whatever language the visitor chose. */
export function AdminTextProvider(props: Omit<ComponentProps<typeof TextProvider>, 'locale' | 'errors'>) {
  // The document's language is the visitor's: dialogs, toasts and the title are outside of the element that the layout
  // marks as English.
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = root.lang;
    root.lang = 'en';
    return () => void (root.lang = before);
  }, []);
  return <TextProvider locale="en" {...props} />;
}
