import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';
import { WAITING_KEPT_DAYS } from '@/lib/platform/limits';

/** What a link shows that leads to no request and to no course. */
export async function UnknownRequest() {
  const t = await getTranslations('waiting');
  return (
    <EmptyState title={t('unknown')} text={t('unknownText', { days: WAITING_KEPT_DAYS })}>
      <Button asChild>
        <Link href="/#courses">{t('courses')}</Link>
      </Button>
    </EmptyState>
  );
}
