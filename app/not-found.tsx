import type { Metadata } from 'next';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SitePage } from '@/components/platform/site/page';
import { SiteShell } from '@/components/platform/site/shell';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('common'))('notFound.title') };
}

/** Every page carries it, once for each of two boundaries: with the footer, each page would be 7 kB heavier in Hindi. */
export default async function NotFound() {
  const t = await getTranslations('common');
  return (
    <SiteShell>
      <SitePage footer={false} className="wrap grid content-center gap-6 py-12">
        <h1>{t('notFound.title')}</h1>
        <EmptyState title={t('notFound.text')} picture={<SeatField total={10} taken={0} unit={3} board />}>
          <Button asChild>
            <Link href="/">{t('notFound.home')}</Link>
          </Button>
        </EmptyState>
      </SitePage>
    </SiteShell>
  );
}
