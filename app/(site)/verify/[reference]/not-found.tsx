import { SitePage } from '@/components/platform/site/page';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown for a reference without a verified adoption. */
export default async function UnknownReference() {
  const t = await getTranslations('verify');
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      <EmptyState title={t('unknown')} text={t('unknownText')}>
        <Button asChild variant="line">
          <Link href="/#courses">{t('home')}</Link>
        </Button>
      </EmptyState>
    </SitePage>
  );
}
