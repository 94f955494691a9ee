'use client';

import { buttonStyle } from '@/components/platform/ui/button-style';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { reloadPage } from '@/components/platform/ui/reload-page';
import en from '@/lib/platform/i18n/en/failure.json';
import hi from '@/lib/platform/i18n/hi/failure.json';
import { pageLocale } from '@/lib/platform/i18n/locale';

/** Both languages are bundled: the error page must not depend on a request, and the texts are short. */
const texts = { en, hi };

/** The error page for unexpected failures. Pages show expected failures themselves. */
export default function ErrorPage() {
  const { title, text, again } = texts[pageLocale()];
  return (
    <main id="content" className="wrap py-12">
      <EmptyState level="h1" title={title} text={text}>
        <button type="button" className={buttonStyle()} onClick={reloadPage}>
          {again}
        </button>
      </EmptyState>
    </main>
  );
}
