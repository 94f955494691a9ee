'use client';

import type { FormEvent, ReactNode } from 'react';
import { loadToasts, notify } from '@/components/platform/ui/toaster';

type InvestFormProps = { target: string; toast: string; children: ReactNode };

/**
 * Shows a toast that asks for a course and scrolls to the course cards. Without JavaScript the form's address links
 * there.
 */
export function InvestForm({ target, toast, children }: InvestFormProps) {
  const invest = (event: FormEvent) => {
    event.preventDefault();
    notify.info(toast, { id: 'invest' });
    const cards = document.getElementById(target);
    cards?.scrollIntoView();
    cards?.focus({ preventScroll: true });
  };
  return (
    <form action={`#${target}`} onSubmit={invest} onPointerEnter={loadToasts} onFocus={loadToasts}>
      {children}
    </form>
  );
}
