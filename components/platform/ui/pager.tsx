import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cn } from './cn';
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

const step =
  'inline-flex min-h-tap min-w-tap items-center justify-center gap-1 rounded-2 px-2 font-semibold tabular-nums no-underline hover:underline underline-offset-4';

/** Numbered pagination of a table; renders nothing for a single page. */
export async function Pager({ label, page, pages, href }: PagerProps) {
  const t = await getTranslations('common.pager');
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="text-small print:hidden">
      <ul className="flex flex-wrap items-center">
        {page > 1 && (
          <li>
            <Link href={href(page - 1)} rel="prev" className={cn(step, 'text-link')}>
              <LinkPending>
                <ChevronLeft aria-hidden className="size-4" />
              </LinkPending>
              {t('previous')}
            </Link>
          </li>
        )}
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden className="px-1 text-ink-2">
                …
              </span>
            ) : (
              <Link
                href={href(number)}
                aria-label={t('page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                className={cn(
                  step,
                  number === page
                    ? 'bg-sunken text-ink forced-colors:outline-2 forced-colors:-outline-offset-2'
                    : 'text-link',
                )}
              >
                <LinkPending>{formatCount(number)}</LinkPending>
              </Link>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <Link href={href(page + 1)} rel="next" className={cn(step, 'text-link')}>
              {t('next')}
              <LinkPending>
                <ChevronRight aria-hidden className="size-4" />
              </LinkPending>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
