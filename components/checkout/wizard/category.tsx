'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { CourseRow, CourseUnits } from '@/components/catalogue/course/course-row';
import { useNames } from '@/components/platform/i18n/use-names';
import { MANY, lazyPaint } from '@/components/selection/course-selection';
import { SELECTION_FLOWS } from '@/components/selection/selection-flows';
import { SeatPatterns } from '@/components/catalogue/seat/seat-field';
import { cn } from '@/components/platform/ui/cn';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { COURSE_TYPE_SLUGS, type Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/platform/errors';
import { placeOf } from '@/lib/platform/place-of';
import type { SeatDraft } from '@/lib/selection/rules';

type CategoryProps = {
  type: CourseType;
  /** One page of the courses of the category. */
  courses: readonly Course[];
  /** True if the whole category has no course. */
  isEmpty: boolean;
  /** Chosen courses of the category that are not on this page. */
  hidden: number;
  /** True if each course names its session. */
  isNamed: boolean;
  draft: SeatDraft;
  onToggle: (course: Course) => void;
  onSeats: (course: Course, typed: string) => Problem | null;
  /** Above and below the cards: filters and pager. */
  before: ReactNode;
  after: ReactNode;
};

/** The courses of one step, over all cities. */
export function Category(props: CategoryProps) {
  const { type, courses, isEmpty, hidden, isNamed, draft, onToggle, onSeats, before, after } = props;
  const t = useTranslations('wizard');
  const common = useTranslations('common');
  const names = useNames();
  if (isEmpty) {
    return <EmptyState title={t('empty.title', { category: names.type(type) })} text={t('empty.text')} />;
  }
  return (
    <>
      {/* The step's name is the page's heading, and the cards use level 3. */}
      <h2 className="sr-only">{t('courses', { category: names.type(type) })}</h2>
      <div>
        {before}
        <p aria-live="polite" className="text-small font-semibold">
          {hidden > 0 && t('search.hidden', { hidden })}
        </p>
      </div>
      <SeatPatterns slugs={[COURSE_TYPE_SLUGS[type]]} />
      <div className="course-list">
        <CourseUnits />
        <ul className={cn('courses', courses.length > MANY && lazyPaint)}>
          {courses.map((course) => (
            <li key={course.id}>
              <CourseRow
                course={course}
                place={placeOf(
                  names.institute(course.institute_name, course.institute_hindi) || common('otherInstitutes'),
                  course.city,
                  names.place(course.city),
                )}
                shown="place"
                instituteHref={
                  course.institute_id ? `${SELECTION_FLOWS.dashboard.institute}/${course.institute_id}` : undefined
                }
                isNamed={isNamed}
                seats={draft[course.id]}
                ready
                onToggle={onToggle}
                onSeats={onSeats}
              />
            </li>
          ))}
        </ul>
      </div>
      {after}
    </>
  );
}
