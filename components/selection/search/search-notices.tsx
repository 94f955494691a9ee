import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import type { SearchResult } from '@/lib/catalogue/search/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { withQuery } from '@/lib/platform/with-query';
import { DISTANCES } from '@/lib/selection/plan/wishes';
import type { SearchQuery } from '@/lib/catalogue/search/query';

const LINK = 'inline-flex min-h-6 items-center text-link underline underline-offset-4';

/** How a search was understood: other spellings, words left out, courses of each trade, distance and budget. */
export async function SearchNotices({ text, result }: { text: string; result: SearchResult }) {
  const t = await getTranslations('search.notices');
  const names = await getNames();
  const { query, cities, tradeCounts, exact, leftOut } = result;
  const { corrected, unknown, unknownPlace, trades, place, km, budgetPaise } = query;
  const link = (params: Record<string, string>) =>
    function SearchLink(label: React.ReactNode) {
      return (
        <Link href={withQuery('/search', params)} className={LINK}>
          {label}
        </Link>
      );
    };
  const notices = [
    corrected !== null && t.rich('corrected', { query: corrected, typed: text, a: link({ q: text, literal: '1' }) }),
    unknown.length > 0 && cities.length > 0 && t('unknown', { count: unknown.length, words: unknown.join(' ') }),
    leftOut.length > 0 && t('leftOut', { words: leftOut.join(' ') }),
    unknownPlace !== null && t('unknownPlace', { name: unknownPlace }),
    !exact &&
      place &&
      (query.near && km !== null
        ? t('notWithin', { km, place: names.place(place.name) })
        : t('notThere', { place: names.place(place.name) })),
    km !== null && !place && t('noCentre', { km }),
    budgetPaise !== null &&
      t.rich('budget', {
        amount: formatINR(budgetPaise),
        a: (label) => (
          <Link href={planHref(query)} className={LINK}>
            {label}
          </Link>
        ),
      }),
  ].filter(Boolean);
  if (notices.length === 0 && trades.length < 2) return null;
  return (
    <div role="status" className="grid gap-1">
      {notices.map((notice, index) => (
        <p key={index}>{notice}</p>
      ))}
      {trades.length > 1 && (
        <p className="flex flex-wrap gap-x-4">
          <span>{t('trades')}</span>
          {trades.map(({ text: trade, alone }, index) => (
            <span key={alone}>{link({ q: alone })(t('trade', { trade, count: tradeCounts[index]! }))}</span>
          ))}
        </p>
      )}
    </div>
  );
}

/** The address of the plan for a query with a budget. */
function planHref({ budgetPaise, rest, unknown, place, near, km }: SearchQuery): string {
  // Without anything else, unknown words stay: the plan is not for other trades.
  const words = rest || unknown.join(' ');
  // 'near Pithampur' without a distance: as the plan reads it.
  const distance = near && DISTANCES.find((own) => own >= (km ?? 50));
  return withQuery('/plan', {
    budget: String(budgetPaise! / 100),
    ...(words && { words }),
    ...(place && { place: place.name, km: distance ? String(distance) : '' }),
  });
}
