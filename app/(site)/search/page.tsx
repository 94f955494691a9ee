import type { Metadata } from 'next';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { SearchForm } from '@/components/catalogue/search/search-form';
import { SelectionOwner } from '@/components/selection/owner';
import { SearchRows } from '@/components/selection/search/search-rows';
import { SitePage } from '@/components/platform/site/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { includesRole } from '@/lib/accounts/company-roles';
import { sponsorOfPage, type PersonId } from '@/lib/accounts/session';
import { conditionsOf, parseSearch, type SearchParams } from '@/lib/catalogue/list/search-filter';
import { searchCourses } from '@/lib/catalogue/search/queries';
import { QUERY_MAX } from '@/lib/catalogue/search/query';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import { noteFailedLoad } from '@/lib/platform/site/failed-load';
import { pageMetadata } from '@/lib/platform/site/metadata';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Returns the query; of a repeated parameter the first value. */
function queryOf({ q = '' }: Awaited<Props['searchParams']>): string {
  return ((Array.isArray(q) ? q[0] : q) ?? '')
    .replace(/[\p{Surrogate}\0]/gu, '')
    .trim()
    .slice(0, QUERY_MAX);
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('search');
  const query = queryOf(await searchParams);
  const title = query ? t('titleOf', { query }) : t('title');
  const metadata = await pageMetadata({ path: '/search', title, text: 'search' });
  // Every query has a page: only the empty form is for search engines.
  return query ? { ...metadata, robots: { index: false } } : metadata;
}

/**
 * /search?q=…: the courses of all cities that match, with filters (see SearchParams); they work without JavaScript.
 * Seats go into the selection of a sponsor who may adopt, else into the cart.
 */
export default async function SearchPage({ searchParams }: Props) {
  const params = await searchParams;
  const query = queryOf(params);
  const t = await getTranslations('search');
  const { filter: search, page, problems } = parseSearch({ ...params, q: query });
  const sponsor = query ? await sponsorOfPage() : null;
  const buyer = sponsor && includesRole(sponsor.role, 'adopt') ? sponsor.personId : undefined;
  const result = query ? await load(search, page, buyer) : null;
  return (
    <SitePage>
      {buyer && <SelectionOwner userId={buyer} />}
      {/* On a phone the results begin in the upper half of the screen; the brand leads back. */}
      <div className="wrap grid gap-3 pt-2 pb-2 md:pt-6 md:pb-4">
        <div className="max-md:hidden">
          <BackLink href="/">{t('back')}</BackLink>
        </div>
        <h1 className="max-md:text-h3">{query ? t('heading', { query }) : t('title')}</h1>
      </div>
      {result && result !== 'failed' ? (
        <SearchRows search={search} problems={problems} result={result} flow={buyer ? 'dashboard' : 'public'} />
      ) : (
        <div className="wrap grid max-w-220 gap-6 pb-18">
          <SearchForm id="search-page" text={query} />
          {result === 'failed' ? (
            <LoadFailure message={await getErrorText('course.load_failed')} />
          ) : (
            <p className="text-ink-2">{t('hint')}</p>
          )}
        </div>
      )}
    </SitePage>
  );
}

async function load(search: SearchParams, page: number, holder: PersonId | undefined) {
  try {
    const { q = '', literal, sort } = search;
    return await searchCourses(q, { literal: literal !== undefined, filter: conditionsOf(search), sort, page, holder });
  } catch (error) {
    await noteFailedLoad('search_failed', error);
    return 'failed';
  }
}
