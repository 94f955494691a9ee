'use client';

import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CourseCard } from '@/components/course/course-card';
import { useNames } from '@/components/i18n/use-names';
import { MANY, paintOnSight } from '@/components/selection/course-selection';
import { SeatPatterns } from '@/components/seat/seat-field';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { placeOf } from '@/lib/catalogue/rules';
import { COURSE_TYPE_SLUGS, type Course, type CourseType } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/core/errors';
import type { SeatDraft } from '@/lib/selection/rules';
import { usePortions } from './use-portions';
import { useSearch } from './use-search';

/** From this many courses on, a step offers a search. */
const SEARCHABLE = 12;

type CategoryProps = {
  type: CourseType;
  /** sorted by branch */
  courses: readonly Course[];
  draft: SeatDraft;
  onToggle: (course: Course) => void;
  onSeats: (course: Course, typed: string) => Problem | null;
};

/** The courses of one step, over all cities. Use the step as `key`: it resets the search. */
export function Category({ type, courses, draft, onToggle, onSeats }: CategoryProps) {
  const t = useTranslations('wizard');
  const common = useTranslations('common');
  const names = useNames();
  const { query, setQuery, prepare, found } = useSearch(courses);
  const portions = usePortions(found);
  const shown = useMemo(() => new Set(found.map(({ id }) => id)), [found]);
  const hidden = courses.filter(({ id }) => id in draft && !shown.has(id)).length;

  if (courses.length === 0) {
    return <EmptyState title={t('empty.title', { category: names.type(type) })} text={t('empty.text')} />;
  }
  return (
    <>
      {/* The step's name is the page's heading, and the cards use level 3. */}
      <h2 className="sr-only">{t('courses', { category: names.type(type) })}</h2>
      {courses.length >= SEARCHABLE && (
        <div className="grid gap-1">
          <Field
            type="search"
            label={t('search.label')}
            value={query}
            onFocus={prepare}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p aria-live="polite" className="min-h-[1lh] text-small text-ink-2">
            {query.trim() !== '' &&
              t('search.found', { found: found.length, all: courses.length, category: names.type(type) })}{' '}
            {hidden > 0 && <b className="text-ink">{t('search.hidden', { hidden })}</b>}
          </p>
          {found.length === 0 && (
            <Button variant="line" className="justify-self-start" onClick={() => setQuery('')}>
              {t('search.clear')}
            </Button>
          )}
        </div>
      )}
      <SeatPatterns slugs={[COURSE_TYPE_SLUGS[type]]} />
      <div className="course-list">
        <ul className={cn('courses', courses.length > MANY && paintOnSight)}>
          {portions.map((course) => (
            <li key={course.id}>
              <CourseCard
                course={course}
                place={placeOf(
                  course.institute_name || common('otherInstitutes'),
                  course.city,
                  names.place(course.city),
                )}
                placed
                seats={draft[course.id]}
                ready
                onToggle={onToggle}
                onSeats={onSeats}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
