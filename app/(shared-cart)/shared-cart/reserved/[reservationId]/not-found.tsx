import { SitePage } from '@/components/platform/site/page';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown for a link to reserved seats that never worked. */
export default async function UnknownReservation() {
  const t = await getTranslations('sharedCart');
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('reserved.meta')}</h1>
      <EmptyState title={t('unknown')} text={t('reserved.unknownText')}>
        <Button asChild variant="line">
          <Link href="/#courses">{t('browse')}</Link>
        </Button>
      </EmptyState>
    </SitePage>
  );
}
