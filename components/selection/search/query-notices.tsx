import type { ReactNode } from 'react';
import { Link } from '@/components/platform/ui/link';
import type { SearchQuery } from '@/lib/catalogue/search/query';
import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { withQuery } from '@/lib/platform/with-query';
import { DISTANCES } from '@/lib/catalogue/places/distance';
import { NEAR } from '@/lib/selection/plan/wishes';

type NoticeLinkProps = { href: string; children: ReactNode };

export const NoticeLink = ({ href, children }: NoticeLinkProps) => (
  <Link href={href} className="inline-flex min-h-6 items-center text-link underline underline-offset-4">
    {children}
  </Link>
);

type QueryNoticesProps = {
  query: SearchQuery;
  /** Whether a course was found. */
  isFound: boolean;
  /** The path of the plan, to which a budget among the words leads; null on the plan itself. */
  plan: string | null;
  /** The link to the search for the words as typed, where there is one. */
  literal?: ReactNode;
  /** What else is to be said. */
  children?: ReactNode;
};

/** How the words of a search were read: other spellings, words that match nothing, places, distances and budgets. */
export async function QueryNotices({ query, isFound, plan, literal, children }: QueryNoticesProps) {
  const t = await getTranslations('search.notices');
  const { corrected, unknown, unknownPlace, place, km, budgetPaise } = query;
  const notices = [
    unknown.length > 0 && t(isFound ? 'unknown' : 'nothing', { count: unknown.length, words: unknown.join(' ') }),
    unknownPlace !== null && t('unknownPlace', { name: unknownPlace }),
    km !== null && !place && t('noCentre', { km }),
    budgetPaise !== null &&
      plan !== null &&
      t.rich('budget', {
        amount: formatINR(budgetPaise),
        a: (label) => <NoticeLink href={planHref(plan, query)}>{label}</NoticeLink>,
      }),
  ];
  return (
    <div role="status" className="grid gap-1 empty:hidden">
      {corrected !== null && (
        <p>
          <span>{t('corrected', { query: corrected })}</span> {literal}
        </p>
      )}
      {notices.map((notice, index) => notice && <p key={index}>{notice}</p>)}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {children}
    </div>
  );
}

/** The address of the plan for a query with a budget. */
function planHref(path: string, { budgetPaise, rest, unknown, place, near, km }: SearchQuery): string {
  // Without anything else, unknown words stay: the plan is not for other trades.
  const words = rest || unknown.join(' ');
  const distance = near && (km === null ? NEAR : DISTANCES.find((step) => step >= km));
  return withQuery(path, {
    budget: String(budgetPaise! / 100),
    ...(words && { words }),
    ...(place && { place: place.name, km: distance ? String(distance) : '' }),
  });
}
