import { SitePage } from '@/components/site/page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { getTranslations } from '@/lib/i18n/server';

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
