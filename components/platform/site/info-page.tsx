import { useId, type ReactNode } from 'react';
import { SitePage } from './page';

/** A page about the website: title, lead and sections. */
export function InfoPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <SitePage className="wrap grid max-w-3xl content-start gap-8 py-8 md:py-12">
      <header className="grid gap-2">
        <h1>{title}</h1>
        <p className="text-lead text-ink-2">{lead}</p>
      </header>
      {children}
    </SitePage>
  );
}

/** A section of such a page. */
export function InfoSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}
