import type { Metadata } from 'next';
import Link from 'next/link';
import { SkipLink } from '@/components/site/skip-link';
import { SitePage } from '@/components/site/page';
import { TextProvider } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SeatField } from '@/components/seat/seat-field';
import { getLocale, getTranslations } from '@/lib/text/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('common'))('notFound.title') };
}

export default async function NotFound() {
  const t = await getTranslations('common');
  return (
    <TextProvider locale={await getLocale()}>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <SitePage className="wrap grid content-center gap-6 py-12">
          <h1>{t('notFound.title')}</h1>
          <EmptyState title={t('notFound.text')} picture={<SeatField total={10} adopted={0} unit={3} board />}>
            <Button asChild>
              <Link href="/">{t('notFound.home')}</Link>
            </Button>
          </EmptyState>
        </SitePage>
      </div>
    </TextProvider>
  );
}
