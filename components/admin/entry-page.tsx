import type { ReactNode } from 'react';
import { Brand } from '@/components/platform/site/brand';

type EntryPageProps = { title: string; lead: ReactNode; tools?: ReactNode; children: ReactNode };

/**
 * A page of the administrator's area or the office that needs no session: a form in the middle.
 * @param tools at the end of the header
 */
export function EntryPage({ title, lead, tools, children }: EntryPageProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-neel">
      <header className="on-neel text-on-neel">
        <div className="wrap flex min-h-14 max-w-360 flex-wrap items-center">
          <Brand />
          {tools}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="grid grow content-center px-gutter py-8 outline-none">
        <div className="mx-auto w-full max-w-108 overflow-hidden rounded-3 bg-paper shadow-lift">
          <div className="weave" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-[min(1.5rem,6vw)] sm:p-8">
            <div className="grid gap-2">
              <h1 className="text-h2 wrap-anywhere">{title}</h1>
              <p className="text-small text-ink-2">{lead}</p>
            </div>
            {children}
          </div>
        </div>
      </main>
    </div>
  );
}
