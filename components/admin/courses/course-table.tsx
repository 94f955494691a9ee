import { Check, Lock } from 'lucide-react';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { DataTable, type Column } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { ADMIN_COURSE_LIST, type AdminCourse, type AdminCourseFilter } from '@/lib/admin/courses/schema';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { RowActions } from './row-actions';

const t = getTranslator('en', 'adminCourses');

const column = (sort: AdminCourseFilter['sort'], rest: Omit<Column<AdminCourse>, 'title'>) => ({
  title: t(`column.${sort}`),
  sort,
  ...rest,
});

const COLUMNS = [
  column('branch', { as: 'name', cell: ({ branch }) => branch }),
  column('city', { as: 'name', className: 'min-w-20', cell: ({ city }) => city }),
  column('institute', {
    as: 'name',
    cell: ({ institute_name: name }) => name ?? getTranslator('en', 'common')('otherInstitutes'),
  }),
  column('type', { cell: ({ course_name: type }) => <TypeTag type={type} /> }),
  column('session', {
    as: 'digits',
    className: 'min-w-16 whitespace-normal',
    cell: ({ session, study_year: year }) => t('sessionAndYear', { session, year }),
  }),
  column('total', { as: 'figure', cell: ({ total_seats: seats }) => formatCount(seats) }),
  column('adopted', { as: 'figure', cell: (course) => <Adopted course={course} /> }),
  column('held', { as: 'figure', cell: ({ held_seats: seats }) => formatCount(seats) }),
  column('left', { as: 'figure', cell: ({ left_seats: seats }) => formatCount(seats) }),
  column('price', { as: 'figure', cell: ({ price_paise: paise }) => formatINR(paise) }),
  column('state', { cell: ({ is_open: isOpen }) => <State isOpen={isOpen} /> }),
  column('changed', {
    as: 'digits',
    className: 'min-w-20 whitespace-normal',
    cell: ({ updated_at: at }) => formatDateTime(new Date(at)),
  }),
];

type CourseTableProps = {
  labelledBy: string;
  rows: readonly AdminCourse[];
  filter: AdminCourseFilter;
  /** Whether the viewer may change courses and institutes. */
  canEdit: boolean;
};

/** The table of courses for administrators. */
export function CourseTable({ labelledBy, rows, filter, canEdit }: CourseTableProps) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      sorting={ADMIN_COURSE_LIST.sorting(filter)}
      columns={[
        ...COLUMNS,
        {
          title: t('column.actions'),
          as: 'actions',
          cell: (course) => <RowActions course={course} canEdit={canEdit} />,
        },
      ]}
    />
  );
}

/** The adopted seats; they lead to the billings of the course. */
function Adopted({ course }: { course: AdminCourse }) {
  const { id, adopted_seats: seats, course_name: type, branch, city } = course;
  if (seats === 0) return formatCount(seats);
  const place = course.institute_name ? placeOf(course.institute_name, city) : city;
  return (
    <Link
      href={`${BILLING_LIST.href({ course: id })}#billings`}
      aria-label={t('adoptedBy', { count: seats, course: t('course', { type, branch, place }) })}
      className="text-link underline underline-offset-4"
    >
      {formatCount(seats)}
    </Link>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  const Icon = isOpen ? Check : Lock;
  return (
    <span className={isOpen ? 'flex items-center gap-1.5 text-ok' : 'flex items-center gap-1.5 text-ink-2'}>
      <Icon aria-hidden className="size-4" />
      {t(isOpen ? 'state.open' : 'state.closed')}
    </span>
  );
}
