import { getTranslations } from '@/lib/platform/i18n/server';

/** The first tab stop of a page: skips the header to `#content`. */
export async function SkipLink() {
  const t = await getTranslations('common');
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:z-1000 focus:m-2 focus:rounded-2 focus:bg-action focus:px-4 focus:py-3 focus:text-on-action"
    >
      {t('skipToContent')}
    </a>
  );
}
