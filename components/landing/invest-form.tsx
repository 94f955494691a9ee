'use client';

import type { FormEvent, ReactNode } from 'react';
import { loadToasts, notify } from '@/components/ui/toaster';

type InvestFormProps = { target: string; toast: string; children: ReactNode };

/** Asks for a course and brings the course cards into view (R-LAND-02, R-LAND-03). Without script the form's address leads there. */
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
