'use client';

import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { RetryNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { useNames } from '@/components/platform/i18n/use-names';
import { Link } from '@/components/platform/ui/link';
import { Skeleton } from '@/components/platform/ui/skeleton';
import { asSchema, call } from '@/lib/api/client/client';
import { namesSessions } from '@/lib/adoption/core/period';
import { byBranch, byCourseNameThenBranch, offerOf, offerText } from '@/lib/catalogue/rules';
import { coursesSchema, toCourseType, type Course } from '@/lib/catalogue/schema';
import { langOf } from '@/lib/platform/i18n/script';

type CityCoursesProps = {
  city: string;
  courseType: CourseType | null;
  /** The path of the institutes' pages. */
  institutes: string;
};

/** The courses of a city in the list view, fetched on demand. Give it a `key` for city and type. */
export function CityCourses({ city, courseType, institutes }: CityCoursesProps) {
  const t = useTranslations('region');
  const query = { city, details: '1', courseType: courseType ?? undefined } as const;
  const loaded = useLoaded(() => call('GET /courses', { query, read: asSchema(coursesSchema) }), {
    code: 'course.load_failed',
  });
  const courses = loaded.data?.toSorted(courseType ? byBranch : byCourseNameThenBranch);

  if (loaded.failure !== null)
    return (
      <div className="py-3">
        <RetryNote loaded={loaded} />
      </div>
    );
  if (!courses)
    return (
      <div role="status" className="grid gap-2 py-3">
        <span className="sr-only">{t('coursesLoading', { city })}</span>
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    );
  if (courses.length === 0) return <p className="py-3 text-ink-2">{t('coursesNone')}</p>;
  return (
    <ul className="grid gap-x-8 gap-y-2 py-3 lg:grid-cols-2">
      {courses.map((course) => (
        <CourseLine
          key={course.id}
          course={course}
          typed={courseType !== null}
          isNamed={namesSessions(courses)}
          institutes={institutes}
        />
      ))}
    </ul>
  );
}

type CourseLineProps = { course: Course; typed: boolean; isNamed: boolean; institutes: string };

function CourseLine({ course, typed, isNamed, institutes }: CourseLineProps) {
  const t = useTranslations('region');
  const common = useTranslations('common');
  const offer = offerText(common, { ...offerOf(course), years: null }, isNamed);
  const names = useNames();
  const type = typed ? null : toCourseType(course.course_name);
  const branch = names.branch(course.branch, course.branch_hindi);
  const institute = names.institute(course.institute_name, course.institute_hindi);
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span className="min-w-0">
        <b lang={langOf(branch)} className="me-1.5">
          {branch}
        </b>{' '}
        {type && <TypeTag type={type} />}
        {offer && <span className="ms-1.5 text-cap text-ink-2">{offer}</span>}
        {institute && (
          <span lang={langOf(institute)} className="block text-cap text-ink-2">
            {course.institute_id ? (
              <Link
                href={`${institutes}/${course.institute_id}`}
                className="inline-flex min-h-6 items-center text-link underline underline-offset-4"
              >
                {institute}
              </Link>
            ) : (
              institute
            )}
          </span>
        )}
      </span>
      <span className="text-cap whitespace-nowrap text-ink-2 tabular-nums">
        {t('courseLine', { left: course.left_seats, total: course.total_seats })}
      </span>
    </li>
  );
}
