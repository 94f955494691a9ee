import { Check, Lock } from 'lucide-react';
import { ColumnHead } from '@/components/admin/column-head';
import { TableRegion } from '@/components/admin/table-region';
import { TypeTag } from '@/components/course/type-tag';
import { Link } from '@/components/ui/link';
import { adminCourseParams, sortedBy } from '@/lib/admin/courses/rules';
import type { AdminCourseFilter, AdminCourseSort, AdminCourse } from '@/lib/admin/courses/schema';
import { billingParams } from '@/lib/admin/users-and-billings/rules';
import { placeOf } from '@/lib/catalogue/rules';
import { formatDateTime } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { catalogueHref } from './href';
import { RowActions } from './row-actions';

const NAMES = ['branch', 'city', 'institute', 'type'] as const;
const FIGURES = ['total', 'adopted', 'held', 'left', 'price'] as const;
const LAST = ['state', 'changed'] as const;

type CourseTableProps = {
  labelledBy: string;
  rows: readonly AdminCourse[];
  filter: AdminCourseFilter;
  /** Whether the viewer may change courses and institutes. */
  canEdit: boolean;
};

/** The table of courses for administrators. */
export function CourseTable({ labelledBy, rows, filter, canEdit }: CourseTableProps) {
  const t = getTranslator('en', 'adminCourses');
  const head = (sort: AdminCourseSort, isFigure = false) => (
    <ColumnHead
      key={sort}
      numeric={isFigure}
      order={filter.sort === sort ? filter.dir : null}
      href={catalogueHref(adminCourseParams(sortedBy(filter, sort)))}
    >
      {t(`column.${sort}`)}
    </ColumnHead>
  );
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          {NAMES.map((sort) => head(sort))}
          {FIGURES.map((sort) => head(sort, true))}
          {LAST.map((sort) => head(sort))}
          <th scope="col" className="actions">
            <span className="sr-only">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((course) => (
          <Row key={course.id} course={course} canEdit={canEdit} />
        ))}
      </tbody>
    </TableRegion>
  );
}

function Row({ course, canEdit }: { course: AdminCourse; canEdit: boolean }) {
  const { total_seats, held_seats, left_seats } = course;
  return (
    <tr>
      <th scope="row" className="name">
        {course.branch}
      </th>
      <td className="name min-w-24">{course.city}</td>
      <td className="name">{course.institute_name ?? getTranslator('en', 'common')('otherInstitutes')}</td>
      <td>
        <TypeTag type={course.course_name} />
      </td>
      <td className="figure">{formatCount(total_seats)}</td>
      <td className="figure">
        <Adopted course={course} />
      </td>
      <td className="figure">{formatCount(held_seats)}</td>
      <td className="figure">{formatCount(left_seats)}</td>
      <td className="figure">{formatINR(course.price_paise)}</td>
      <td>
        <State isOpen={course.is_open} />
      </td>
      <td className="min-w-26 whitespace-normal tabular-nums">{formatDateTime(new Date(course.updated_at))}</td>
      <td className="actions">
        <RowActions course={course} canEdit={canEdit} />
      </td>
    </tr>
  );
}

/** The adopted seats; they lead to the billings of the course. */
function Adopted({ course }: { course: AdminCourse }) {
  const { id, adopted_seats: seats, course_name: type, branch, city } = course;
  if (seats === 0) return formatCount(seats);
  const t = getTranslator('en', 'adminCourses');
  const place = course.institute_name ? placeOf(course.institute_name, city) : city;
  return (
    <Link
      href={`/admin/dashboard?${billingParams({ course: id })}#billings`}
      aria-label={t('adoptedBy', { count: seats, course: t('course', { type, branch, place }) })}
      className="text-link underline underline-offset-4"
    >
      {formatCount(seats)}
    </Link>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  const t = getTranslator('en', 'adminCourses');
  const Icon = isOpen ? Check : Lock;
  return (
    <span className={isOpen ? 'flex items-center gap-1.5 text-ok' : 'flex items-center gap-1.5 text-ink-2'}>
      <Icon aria-hidden className="size-4" />
      {t(isOpen ? 'state.open' : 'state.closed')}
    </span>
  );
}
