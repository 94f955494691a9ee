import { getNames } from '@/lib/catalogue/localized-names';
import type { SearchResult } from '@/lib/catalogue/search/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { withQuery } from '@/lib/platform/with-query';
import { NoticeLink, QueryNotices } from './query-notices';

/** How a search was understood: as QueryNotices, and what was found instead of all of it, and of each trade. */
export async function SearchNotices({ text, result, plan }: { text: string; result: SearchResult; plan: string }) {
  const t = await getTranslations('search.notices');
  const names = await getNames();
  const { query, cities, tradeCounts, exact, leftOut } = result;
  const { trades, place, near, km } = query;
  const notices = [
    leftOut.length > 0 && t('leftOut', { words: leftOut.join(' ') }),
    !exact &&
      place &&
      (near && km !== null
        ? t('notWithin', { km, place: names.place(place.name) })
        : t('notThere', { place: names.place(place.name) })),
  ];
  const literal = (
    <NoticeLink href={withQuery('/search', { q: text, literal: '1' })}>{t('literal', { typed: text })}</NoticeLink>
  );
  return (
    <QueryNotices query={query} isFound={cities.length > 0} plan={plan} literal={literal}>
      {notices.map((notice, index) => notice && <p key={index}>{notice}</p>)}
      {trades.length > 1 && (
        <p className="flex flex-wrap gap-x-4">
          <span>{t('trades')}</span>
          {trades.map(({ text: trade, alone }, index) => (
            <NoticeLink key={alone} href={withQuery('/search', { q: alone })}>
              {t('trade', { trade, count: tradeCounts[index]! })}
            </NoticeLink>
          ))}
        </p>
      )}
    </QueryNotices>
  );
}
