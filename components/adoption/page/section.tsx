import type { ReactNode } from 'react';

/** A part of the page under its heading. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="border-b-2 border-ink pb-1 text-h3">{title}</h2>
      {children}
    </section>
  );
}
