import { ChevronFirst, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Place } from '@/lib/platform/keyset';
import type { List } from '@/lib/platform/list';
import { ScrollToTable } from './scroll-to-table';

type KeysetPagerProps = {
  list: List;
  /** Without the place. */
  filter: Readonly<Record<string, string | undefined>>;
  place: Place;
  /** The first and the last row of the page, as places; undefined without rows. */
  first: string | undefined;
  last: string | undefined;
  /** Whether there are rows above and below the page. */
  above: boolean;
  below: boolean;
  /** The id of the table's heading. */
  section: string;
  label: string;
};

/** The links of pages that begin at a row; nothing for a single page. */
export function KeysetPager({ list, filter, place, first, last, above, below, section, label }: KeysetPagerProps) {
  const t = getTranslator('en', 'admin.pager');
  const isMoved = place.before !== undefined || place.after !== undefined;
  if (!isMoved && !below) return null;
  return (
    <>
      <nav aria-label={label} className="flex flex-wrap gap-2 print:hidden">
        {isMoved && (
          <Button asChild variant="line" size="small">
            <Link href={list.href(filter)}>
              <ChevronFirst aria-hidden />
              {t('newest')}
            </Link>
          </Button>
        )}
        {above && first !== undefined && (
          <Button asChild variant="line" size="small">
            <Link href={list.href({ ...filter, after: first })} rel="prev">
              <ChevronLeft aria-hidden />
              {t('newer')}
            </Link>
          </Button>
        )}
        {below && last !== undefined && (
          <Button asChild variant="line" size="small">
            <Link href={list.href({ ...filter, before: last })} rel="next">
              {t('older')}
              <ChevronRight aria-hidden />
            </Link>
          </Button>
        )}
      </nav>
      <ScrollToTable section={section} turn={list.query({ ...filter, ...place })} />
    </>
  );
}
