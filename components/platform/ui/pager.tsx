import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from './link';
import { LinkPending } from './link-pending';
import { formatCount } from '@/lib/platform/format-count';
import { pageNumbers } from './page-numbers';
import { getTranslations } from '@/lib/platform/i18n/server';

type PagerProps = {
  label: string;
  page: number;
  pages: number;
  /** Returns the address of a page. */
  href: (page: number) => string;
};

/** Numbered pagination of a table; renders nothing for a single page. */
export async function Pager({ label, page, pages, href }: PagerProps) {
  const t = await getTranslations('common.pager');
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="pager">
      <ul>
        {page > 1 && (
          <li>
            <Link href={href(page - 1)} rel="prev">
              <LinkPending>
                <ChevronLeft aria-hidden />
              </LinkPending>
              {t('previous')}
            </Link>
          </li>
        )}
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden>…</span>
            ) : (
              <Link
                href={href(number)}
                aria-label={t('page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
              >
                <LinkPending>{formatCount(number)}</LinkPending>
              </Link>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <Link href={href(page + 1)} rel="next">
              {t('next')}
              <LinkPending>
                <ChevronRight aria-hidden />
              </LinkPending>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
