import { SitePage } from '@/components/platform/site/page';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';
import { SHARED_CART_DAYS } from '@/lib/platform/limits';

/** Shown alike for a link that never worked and for one that has ended. */
export default async function UnknownSharedCart() {
  const t = await getTranslations('sharedCart');
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      <EmptyState title={t('unknown')} text={t('unknownText', { days: SHARED_CART_DAYS })}>
        <Button asChild variant="line">
          <Link href="/#courses">{t('browse')}</Link>
        </Button>
      </EmptyState>
    </SitePage>
  );
}
