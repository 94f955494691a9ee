'use client';

import { buttonStyle } from '@/components/ui/button-style';
import { EmptyState } from '@/components/ui/empty-state';
import en from '@/lib/i18n/en/failure.json';
import hi from '@/lib/i18n/hi/failure.json';
import { pageLocale } from '@/lib/i18n/locale';

/** Every page loads these few words of both languages and nothing else for a failure that may never come. */
const texts = { en, hi };

/** The last resort: a page that could not be rendered at all. Expected failures are shown by the pages themselves. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const { title, text, again } = texts[pageLocale()];
  return (
    <main id="content" className="wrap py-12">
      <EmptyState level="h1" title={title} text={text}>
        <button type="button" className={buttonStyle()} onClick={reset}>
          {again}
        </button>
      </EmptyState>
    </main>
  );
}
