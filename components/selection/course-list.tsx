import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { Elsewhere } from '@/components/catalogue/search/elsewhere';
import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { Pager } from '@/components/platform/ui/pager';
import { getNames } from '@/lib/catalogue/localized-names';
import { namedSessions } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import type { GivenParams } from '@/lib/platform/search-params';
import { amountOf, listHref, parseListFilter } from '@/lib/catalogue/list/filter';
import { institutesOf, MAX_ON_ONE_PAGE, pageOfCourses } from '@/lib/catalogue/list/rules';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import { pathTo } from '@/lib/platform/site/metadata';
import { CourseSelection } from './course-selection';
import { ListFilterForm } from './list-filter';
import { ListNotice } from './list-notice';
import { packSections } from './packed-sections';
import { QueryNotices } from './search/query-notices';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';
import { loadCity, type ListParams } from './load-courses';

/** Returns the title of a course list, with the catalogue's spelling of the city. */
export async function courseListTitle({ city, courseType, holder }: ListParams): Promise<string> {
  const t = await getTranslations('list');
  const names = await getNames();
  const place = names.place((await loadCity(city, courseType, holder)).city);
  return courseType ? t('metaTyped', { type: names.type(courseType), city: place }) : t('title', { city: place });
}

type CourseListProps = ListParams & {
  flow: SelectionFlow;
  /** The search parameters of the page: search, filters, order, budget and page. */
  search: GivenParams;
};

/**
 * The courses of a city, of one type or all, in either flow. Not streamed: without JavaScript streamed parts stay hidden,
 * and the selection would not survive the change between a streamed and an immediate list.
 */
export async function CourseList(props: CourseListProps) {
  const t = await getTranslations('list');
  const { flow, courseType } = props;
  return (
    <>
      <div className="wrap pt-2 md:pt-4">
        <BackLink href={citiesPath(flow, courseType)}>{courseType ? t('backToCities') : t('backToCourses')}</BackLink>
      </div>
      <Courses {...props} />
    </>
  );
}

/** Returns the path to choose other cities: of the list's type, or of all. */
const citiesPath = (flow: SelectionFlow, courseType: ListParams['courseType']) =>
  courseType ? `${SELECTION_FLOWS[flow].regionOf}/${courseType}` : SELECTION_FLOWS[flow].region;

async function Courses({ city: requested, courseType, holder, flow, search }: CourseListProps) {
  const t = await getTranslations('list');
  const load = await loadCity(requested, courseType, holder);
  const names = await getNames();
  const city = names.place(load.city);
  const title = courseType
    ? t.rich('titleTyped', {
        type: names.type(courseType),
        city,
        dye: (chunks) => <span className="text-type">{chunks}</span>,
      })
    : t('title', { city });
  const all = load.ok ? load.courses : [];
  const path = SELECTION_FLOWS[flow].list + pathTo(requested, ...(courseType ? [courseType] : []));
  return (
    <>
      <div className="wrap flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-1 pb-4">
        <h1>{title}</h1>
        {all.length > 0 && <SeatKey />}
      </div>
      {load.ok && <LoadNotice key={crypto.randomUUID()} dropped={load.dropped} />}
      {all.length > 0 ? (
        <CoursePage all={all} path={path} search={search} courseType={courseType} city={load.city} flow={flow} />
      ) : (
        <div className="wrap pb-18">
          {load.ok ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')}>
              <Elsewhere city={load.city} courseType={courseType} base={SELECTION_FLOWS[flow].list} />
              <Button asChild>
                <Link href={citiesPath(flow, courseType)}>{t('empty.choose')}</Link>
              </Button>
            </EmptyState>
          ) : (
            <LoadFailure message={await getErrorText(load.code)} />
          )}
        </div>
      )}
    </>
  );
}

type CoursePageProps = Pick<CourseListProps, 'courseType' | 'flow' | 'search'> & {
  /** All courses of the list. */
  all: readonly Course[];
  /** The city as spelled in the catalogue. */
  city: string;
  /** The address of the list without search parameters. */
  path: string;
};

/** One page of a list with its filters and pager. */
async function CoursePage({ all, path, search, courseType, city, flow }: CoursePageProps) {
  const t = await getTranslations('list.find');
  const { filter, page: requested, problems } = parseListFilter(search);
  const { sections, found, query, page, pages, first, missing } = pageOfCourses(all, filter, requested, courseType);
  const sessions = await namedSessions();
  const count = sections.reduce((sum, section) => sum + section.courses.length, 0);
  return (
    <CourseSelection
      page={packSections(sections)}
      flow={flow}
      scope={count < all.length ? { city, courseType } : null}
      headings={filter.sort === 'institute' ? null : [t(filter.sort === 'price' ? 'byPrice' : 'bySeats')]}
      shown={filter.sort === 'institute' ? undefined : 'institute'}
      budgetPaise={amountOf(filter.budget)}
      isNamed={sessions.length > 0}
      before={
        <>
          <ListNotice problems={problems} missing={missing} />
          <ListFilterForm path={path} filter={filter} institutes={institutesOf(all)} sessions={sessions} />
          {query && <QueryNotices query={query} isFound={found > 0} plan={SELECTION_FLOWS[flow].plan} />}
          {count < all.length && (
            <p role="status" className="mb-2 text-small text-ink-2">
              {found === 0
                ? t('none')
                : pages > 1
                  ? t('foundPart', { found, first, last: first + count - 1 })
                  : t('found', { found, all: all.length })}
            </p>
          )}
        </>
      }
      after={
        pages > 1 && (
          <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
            <Pager label={t('pages')} page={page} pages={pages} href={(number) => listHref(path, filter, number)} />
            {found <= MAX_ON_ONE_PAGE && (
              <Link
                href={listHref(path, { ...filter, show: 'all' })}
                className="inline-flex min-h-tap items-center text-small text-link"
              >
                {t('showAll', { found })}
              </Link>
            )}
          </div>
        )
      }
    />
  );
}

async function SeatKey() {
  const t = await getTranslations('list');
  return (
    <ul aria-label={t('key.label')} className="flex flex-wrap gap-x-4 gap-y-1 text-cap text-ink-2">
      <li className="inline-flex items-center gap-1.5">
        <SeatGlyph state="taken" />
        {t('key.adopted')}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <SeatGlyph state="yours" className="text-type-seat" />
        {t('key.yours')}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <SeatGlyph state="open" />
        {t('key.left')}
      </li>
    </ul>
  );
}
