import type { Metadata } from 'next';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { SearchForm } from '@/components/catalogue/search/search-form';
import { SearchNotices } from '@/components/catalogue/search/search-notices';
import { SearchResults } from '@/components/catalogue/search/search-results';
import { SitePage } from '@/components/platform/site/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { describeError, log } from '@/lib/platform/log';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import { searchCourses } from '@/lib/catalogue/search/queries';
import { QUERY_MAX } from '@/lib/catalogue/search/query';
import { pageMetadata } from '@/lib/platform/site/metadata';

type Props = { searchParams: Promise<{ q?: string | string[]; literal?: string | string[] }> };

/** Returns the query; of a repeated parameter the first value. */
async function readQuery({ searchParams }: Props): Promise<string> {
  const { q = '' } = await searchParams;
  return ((Array.isArray(q) ? q[0] : q) ?? '')
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .slice(0, QUERY_MAX);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations('search');
  const query = await readQuery(props);
  const title = query ? t('titleOf', { query }) : t('title');
  const metadata = await pageMetadata({ path: '/search', title, text: 'search' });
  // Every query has a page: only the empty form is for search engines.
  return query ? { ...metadata, robots: { index: false } } : metadata;
}

/** /search?q=…: the courses of all cities that match; `literal=1`: as typed, without another spelling. Works without JavaScript. */
export default async function SearchPage(props: Props) {
  const query = await readQuery(props);
  const t = await getTranslations('search');
  const literal = (await props.searchParams).literal === '1';
  const result = query ? await load(query, literal) : null;
  return (
    <SitePage>
      <div className="wrap grid max-w-220 gap-6 pt-2 pb-18 md:pt-6">
        <div className="grid gap-3">
          <BackLink href="/">{t('back')}</BackLink>
          <h1 className="max-md:text-[1.75rem]">{query ? t('heading', { query }) : t('title')}</h1>
        </div>
        <SearchForm id="search-page" text={query} />
        {result === 'failed' && <LoadFailure message={await getErrorText('course.load_failed')} />}
        {result === null && <p className="text-ink-2">{t('hint')}</p>}
        {result && result !== 'failed' && (
          <>
            <SearchNotices text={query} result={result} />
            <SearchResults result={result} />
          </>
        )}
      </div>
    </SitePage>
  );
}

async function load(query: string, literal: boolean) {
  try {
    return await searchCourses(query, { literal });
  } catch (error) {
    log.error('search_failed', describeError(error));
    return 'failed';
  }
}
