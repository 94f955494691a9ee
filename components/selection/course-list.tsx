import { setTimeout as pause } from 'node:timers/promises';
import Link from 'next/link';
import { Suspense } from 'react';
import { CardSkeleton } from '@/components/course/card-skeleton';
import { LoadFailure } from '@/components/course/load-failure';
import { LoadNotice } from '@/components/course/load-notice';
import { SeatGlyph } from '@/components/seat/seat-glyph';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { byBranch, byCourseNameThenBranch, groupByInstitute } from '@/lib/catalogue/rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { getErrorText, getTranslations } from '@/lib/i18n/server';
import { CourseSelection } from './course-selection';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';
import { loadCity, type ListParams } from './load-courses';

/** Returns the title of a course list, with the catalogue's spelling of the city. */
export async function courseListTitle({ city, courseType, holder }: ListParams): Promise<string> {
  const t = await getTranslations('list');
  const names = await getNames();
  const place = names.place((await loadCity(city, courseType, holder)).city);
  return courseType ? t('metaTyped', { type: names.type(courseType), city: place }) : t('title', { city: place });
}

/** Milliseconds that go unnoticed: a list that loads within them needs no skeleton and no script to replace it. */
const UNNOTICED_MS = 100;
const isSoon = (load: Promise<unknown>) => Promise.race([load.then(() => true), pause(UNNOTICED_MS, false)]);

/**
 * The courses of a city, of one type or all, in either flow: rendered with the page, or streamed if the database is
 * slow.
 */
export async function CourseList({ flow, ...params }: ListParams & { flow: SelectionFlow }) {
  const t = await getTranslations('list');
  const { courseType } = params;
  return (
    <>
      <div className="wrap pt-2 md:pt-4">
        <BackLink href={citiesPath(flow, courseType)}>{courseType ? t('backToCities') : t('backToCourses')}</BackLink>
      </div>
      {(await isSoon(loadCity(params.city, courseType, params.holder))) ? (
        <Courses {...params} flow={flow} />
      ) : (
        <Suspense fallback={<Loading />}>
          <Courses {...params} flow={flow} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the path to choose other cities: of the list's type, or of all. */
const citiesPath = (flow: SelectionFlow, courseType: ListParams['courseType']) =>
  courseType ? `${SELECTION_FLOWS[flow].regionOf}/${courseType}` : SELECTION_FLOWS[flow].region;

async function Courses({ city: requested, courseType, holder, flow }: ListParams & { flow: SelectionFlow }) {
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
  const courses = load.ok ? load.courses : [];
  return (
    <>
      <div className="wrap flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-1 pb-6">
        <h1>{title}</h1>
        {courses.length > 0 && <SeatKey />}
      </div>
      {load.ok && <LoadNotice key={crypto.randomUUID()} dropped={load.dropped} />}
      {courses.length > 0 ? (
        <CourseSelection
          groups={groupByInstitute(courses, courseType ? byBranch : byCourseNameThenBranch)}
          flow={flow}
        />
      ) : (
        <div className="wrap pb-18">
          {load.ok ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')}>
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

async function Loading() {
  const t = await getTranslations('list');
  return (
    <div className="wrap grid gap-3 pt-1 pb-18" aria-busy="true">
      <p className="sr-only">{t('loading')}</p>
      <p className="pb-6 text-h1 leading-(--lh-tight)">
        <Skeleton className="h-[1lh] w-80 max-w-full align-top" />
      </p>
      <p className="text-lead leading-(--lh-head)">
        <Skeleton className="h-[1lh] w-64 max-w-full align-top" />
      </p>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  );
}
