import type { ReactNode } from 'react';
import { LanguageChoice } from '@/components/platform/i18n/language-choice';
import { Brand } from '@/components/platform/site/brand';
import { cn } from '@/components/platform/ui/cn';

/** The link to the other page. */
export const authLink = 'inline-flex min-h-tap items-center text-link underline underline-offset-4';

type AuthPageProps = {
  title: string;
  lead: string;
  /** The content of the indigo panel. */
  panel: ReactNode;
  /** Shows the panel on phones as well, below the form. */
  panelBelow?: boolean;
  children: ReactNode;
  /** The link to the other of the two pages. */
  other: ReactNode;
};

/** A login or registration page: an indigo panel on the left of large screens; the form comes first in the DOM. */
export function AuthPage({ title, lead, panel, panelBelow = false, children, other }: AuthPageProps) {
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
      <header className="on-neel bg-neel text-on-neel lg:col-start-1 lg:row-start-1">
        <div className="flex min-h-14 flex-wrap items-center px-gutter lg:px-12 lg:pt-8">
          <Brand />
          <LanguageChoice className="min-h-tap text-small hover:underline" />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="grow px-gutter py-10 outline-none lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:items-center"
      >
        <div className="mx-auto grid w-full max-w-108 grid-cols-[minmax(0,1fr)] gap-6">
          <div className="grid gap-2">
            <h1>{title}</h1>
            <p className="text-ink-2">{lead}</p>
          </div>
          {children}
          <p className="-mt-2 text-small">{other}</p>
        </div>
      </main>
      <aside
        className={cn(
          'on-neel flex flex-col bg-neel text-on-neel lg:col-start-1 lg:row-start-2',
          !panelBelow && 'max-lg:hidden',
        )}
      >
        <div className="grid grow content-center gap-12 px-gutter py-10 lg:px-12">{panel}</div>
        <div className="weave" />
      </aside>
    </div>
  );
}
