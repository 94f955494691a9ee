import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { getTranslations } from '@/lib/text/server';

/** Leads through the pages of a sponsor's adoptions, newest first; nothing when there is one page. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  const t = getTranslations('adoptions');
  if (pages < 2) return null;
  const href = (number: number) => (number === 1 ? '/dashboard/adoptions' : `/dashboard/adoptions?page=${number}`);
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {page > 1 && (
        <Button asChild variant="line">
          <Link href={href(page - 1)}>{t('newer')}</Link>
        </Button>
      )}
      <span className="text-small text-ink-2">{t('page', { page, pages })}</span>
      {page < pages && (
        <Button asChild variant="line">
          <Link href={href(page + 1)}>{t('older')}</Link>
        </Button>
      )}
    </nav>
  );
}
