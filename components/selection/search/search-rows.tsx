import { CourseSelection } from '@/components/selection/course-selection';
import { ListNotice } from '@/components/selection/list-notice';
import { packSections } from '@/components/selection/packed-sections';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { Pager } from '@/components/platform/ui/pager';
import { amountOf, type ListParam } from '@/lib/catalogue/list/filter';
import { namedSessions } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { searchHref, type SearchParams } from '@/lib/catalogue/list/search-filter';
import type { SearchResult } from '@/lib/catalogue/search/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { SearchFilterForm } from './search-filter';
import { SearchNotices } from './search-notices';

type SearchRowsProps = {
  search: SearchParams;
  /** The parameters that were invalid and ignored. */
  problems: readonly ListParam[];
  result: SearchResult;
  flow: SelectionFlow;
};

/** What a search found: filters, notices, one page of courses to choose seats of, and the running total. */
export async function SearchRows({ search, problems, result, flow }: SearchRowsProps) {
  const t = await getTranslations('search');
  const find = await getTranslations('list.find');
  const { query, courses, total, page, pages, first, missing, sort } = result;
  const names = await getNames();
  const sessions = await namedSessions();
  const place = query.place && names.place(query.place.name);
  const notes = Object.fromEntries(
    place === null ? [] : result.cities.flatMap(({ city, km }) => (km ? [[city, t('distance', { km })]] : [])),
  );
  const order = { near: place === null ? t('order.seats') : t('order.near', { place }) };
  const heading = sort === 'near' ? order.near : find(sort === 'price' ? 'byPrice' : 'bySeats');
  // In the order of distance the courses of a city are together, under its name.
  const isByCity = sort === 'near' && place !== null;
  const groups = isByCity ? byCity(courses) : courses.length > 0 ? [[...courses]] : [];
  const isFiltered = [search.type, search.session, search.km, search.years, search.free, search.min, search.max].some(
    Boolean,
  );
  return (
    <CourseSelection
      page={packSections(
        groups.map((courses) => ({
          institute: null,
          instituteId: null,
          continued: false,
          size: courses.length,
          courses,
        })),
      )}
      flow={flow}
      scope={EVERYWHERE}
      headings={
        isByCity
          ? groups.map(([first]) => [names.place(first!.city), notes[first!.city]].filter(Boolean).join(' · '))
          : [heading]
      }
      shown={isByCity ? 'institute' : 'place'}
      budgetPaise={amountOf(search.budget)}
      notes={isByCity ? undefined : notes}
      isNamed={sessions.length > 0}
      before={
        <div className="mb-2 grid gap-2 md:mb-4 md:gap-3">
          <ListNotice problems={problems} missing={missing} />
          <SearchFilterForm
            search={search}
            place={place}
            sessions={sessions}
            usual={order.near}
            found={
              total.courses > 0 && (
                <p role="status">
                  {[
                    t('found', total),
                    ...(pages > 1 ? [t('part', { first, last: first + courses.length - 1 })] : []),
                  ].join(' · ')}
                </p>
              )
            }
          />
          {isByCity && courses.length > 0 && <p className="text-small font-semibold max-md:hidden">{heading}</p>}
          <SearchNotices text={search.q ?? ''} result={result} plan={SELECTION_FLOWS[flow].plan} />
          {total.courses === 0 && (
            <EmptyState title={t('none.title')} text={t(isFiltered ? 'none.filtered' : 'none.text')}>
              <Button asChild>
                <Link href={SELECTION_FLOWS[flow].region}>{t('none.map')}</Link>
              </Button>
            </EmptyState>
          )}
        </div>
      }
      after={
        pages > 1 && (
          <div className="mt-6 print:hidden">
            <Pager label={find('pages')} page={page} pages={pages} href={(number) => searchHref(search, number)} />
          </div>
        )
      }
    />
  );
}

/** Returns courses that follow each other in one city as a group each. */
function byCity(courses: readonly Course[]): Course[][] {
  const groups: Course[][] = [];
  for (const course of courses) {
    const group = groups.at(-1);
    if (group?.[0]?.city === course.city) group.push(course);
    else groups.push([course]);
  }
  return groups;
}

/** The summary has the whole selection, whatever the search shows of it. */
const EVERYWHERE = { city: null, courseType: null };
