'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { TextProvider } from '@/components/text/text-provider';
import { EmptyState } from '@/components/ui/empty-state';
import { pageLocale } from '@/lib/text/locale';

/** The last resort: a page that could not be rendered at all. Expected failures are shown by the pages themselves. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <TextProvider locale={pageLocale()}>
      <Failure reset={reset} />
    </TextProvider>
  );
}

function Failure({ reset }: { reset: () => void }) {
  const t = useTranslations('common');
  return (
    <main id="content" className="wrap py-12">
      <EmptyState level="h1" title={t('failure.title')} text={t('failure.text')}>
        <Button onClick={reset}>{t('tryAgain')}</Button>
      </EmptyState>
    </main>
  );
}
