'use client';

import { ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CourseRow, CourseUnits } from '@/components/catalogue/course/course-row';
import { SeatPatterns } from '@/components/catalogue/seat/seat-field';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { UnsavedChangesGuard } from '@/components/platform/unsaved-changes/unsaved-changes-guard';
import { courseTypeSlug, type Course } from '@/lib/catalogue/schema';
import { placeOf } from '@/lib/platform/place-of';
import type { ListScope } from '@/lib/selection/rules';
import { BudgetLine } from './budget-line';
import { Dock } from './dock';
import { InstituteSection } from './institute-section';
import { LiveTotals } from './live-totals';
import { unpackSections, type PackedSections } from './packed-sections';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';
import { SELECTION, SkipToSelection } from './skip-to-selection';
import { StorageNotice } from './storage-notice';
import { Summary } from './summary';
import { useFolded } from './use-folded';
import { useSeenCourses } from './use-seen-courses';
import { useSelection } from './use-selection';

/** From this many courses on, off-screen rows skip layout. */
export const MANY = 20;
export const lazyPaint = '[&_article]:[contain-intrinsic-size:auto_5rem] [&_article]:[content-visibility:auto]';

type CourseSelectionProps = {
  /** One page of the list. */
  page: PackedSections;
  flow: SelectionFlow;
  /** The whole list, if this page is only a part of it. */
  scope: ListScope | null;
  /** The heading of each section of a list that is not grouped by institute. */
  headings: readonly string[] | null;
  /** The visitor's budget in paise. */
  budgetPaise: number | null;
  /** What each row shows of its institute, where no heading above it does. */
  shown?: 'institute' | 'place';
  /** What is said of a course behind its place, by city: the distance. */
  notes?: Readonly<Record<string, string>>;
  /** True if each row names its session. */
  isNamed: boolean;
  /** Above and below the rows: filters and pager. */
  before: ReactNode;
  after: ReactNode;
};

/** Courses of a city or a search, what is chosen so far, and the link to cart or payment. */
export function CourseSelection({
  page,
  flow,
  scope,
  headings,
  shown,
  budgetPaise,
  notes,
  isNamed,
  before,
  after,
}: CourseSelectionProps) {
  const t = useTranslations('list.summary');
  const common = useTranslations('common');
  const names = useNames();
  const id = useId();
  const router = useRouter();
  const sections = useMemo(() => unpackSections(page), [page]);
  const pageCourses = useMemo(() => sections.flatMap(({ courses }) => courses), [sections]);
  const courses = useSeenCourses(pageCourses);
  const { hydrated, draft, dirty, lines, totals, onToggle, onSeats, commit, complete, reset } = useSelection(
    courses,
    flow,
    scope ?? undefined,
  );
  const { folded, fold } = useFolded();
  // A search is over all cities: each course is named with its own.
  const isWide = scope !== null && scope.city === null;
  const placeName = ({ institute_name, institute_hindi, city }: Course) => {
    const institute = names.institute(institute_name, institute_hindi) || common('otherInstitutes');
    return isWide ? placeOf(institute, city, names.place(city)) : institute;
  };

  const proceed = () => {
    if (commit() && complete()) router.push(SELECTION_FLOWS[flow].next);
  };
  const leave = (confirmed?: boolean) => commit({ allowEmpty: true }) && (!confirmed || complete());

  return (
    <div className="@container flex grow flex-col">
      <SeatPatterns slugs={page.types.map(courseTypeSlug)} />
      <div className="wrap grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 pb-18 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className={cn('course-list', pageCourses.length > MANY && lazyPaint)}>
          <SkipToSelection />
          {before}
          {pageCourses.length > 0 && headings?.length !== 1 && <CourseUnits />}
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
            {sections.map(({ courses: members, ...section }, index) => {
              const rows = members.map((course) => (
                <CourseRow
                  key={course.id}
                  course={course}
                  place={placeName(course)}
                  shown={shown}
                  instituteHref={
                    shown && course.institute_id
                      ? `${SELECTION_FLOWS[flow].institute}/${course.institute_id}`
                      : undefined
                  }
                  note={notes?.[course.city]}
                  isNamed={isNamed}
                  seats={draft[course.id]}
                  ready={hydrated}
                  onToggle={onToggle}
                  onSeats={onSeats}
                />
              ));
              if (headings !== null)
                return (
                  <section key={index} aria-labelledby={`${id}-${index}`}>
                    <h2 id={`${id}-${index}`} className="mb-1 text-body md:mb-3 md:text-lead">
                      {headings[index]}
                    </h2>
                    {headings.length === 1 && <CourseUnits />}
                    <div className="courses">{rows}</div>
                  </section>
                );
              const key = section.instituteId ?? `${page.cities[0] ?? ''}/${section.institute ?? ''}`;
              return (
                <InstituteSection
                  key={key}
                  section={section}
                  hindi={members[0]?.institute_hindi}
                  flow={flow}
                  folded={folded.has(key)}
                  onFold={(hide) => fold([key], hide)}
                >
                  {rows}
                </InstituteSection>
              );
            })}
          </div>
          {after}
        </div>
        <aside
          {...SELECTION}
          aria-labelledby={lines.length > 0 ? `${id}-summary` : undefined}
          className={cn(
            'sticky top-4 grid max-h-[calc(100dvh-2rem)] content-start gap-4 self-start overflow-y-auto rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-6 outline-none not-print:@max-[60rem]:hidden',
            lines.length > 0 ? 'print:static print:mt-0 print:max-h-none print:overflow-visible' : 'print:hidden',
          )}
        >
          {lines.length > 0 ? (
            <Summary
              lines={lines}
              totals={totals}
              headingId={`${id}-summary`}
              placed={isWide}
              budgetPaise={budgetPaise}
            />
          ) : (
            <p className="grid gap-1 text-ink-2">
              {t('none')}
              {budgetPaise !== null && <BudgetLine budgetPaise={budgetPaise} spentPaise={0} />}
            </p>
          )}
          <Button wide onClick={proceed}>
            {t('proceed')}
            <ArrowRight aria-hidden />
          </Button>
        </aside>
      </div>
      <Dock lines={lines} totals={totals} label={t('proceed')} placed={isWide} budgetPaise={budgetPaise}>
        <Button size="snug" onClick={proceed} className="whitespace-nowrap max-[22.5rem]:w-full">
          {t('proceed')}
        </Button>
      </Dock>
      <LiveTotals totals={totals} budgetPaise={budgetPaise} />
      <UnsavedChangesGuard dirty={dirty} onCommit={leave} onDiscard={reset} anyQuery />
      <StorageNotice />
    </div>
  );
}
