import { skipLink } from '@/components/platform/ui/skip-link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The first tab stop of a page: skips the header to `#content`. */
export async function SkipLink() {
  const t = await getTranslations('common');
  return (
    <a href="#content" className={skipLink}>
      {t('skipToContent')}
    </a>
  );
}
