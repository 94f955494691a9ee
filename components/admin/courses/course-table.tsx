'use client';

import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { ColumnChoice, shownColumns } from '@/components/admin/column-choice';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { DataTable, type Column, type Columns, type Sorting } from '@/components/platform/ui/data-table';
import { useIsLimited } from '@/components/admin/viewer';
import { Link } from '@/components/platform/ui/link';
import { RowSelection } from '@/components/platform/ui/row-selection';
import '@/components/platform/ui/status-tag.css';
import type { AdminCourse, AdminCourseFilter } from '@/lib/admin/courses/schema';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { ChangeMany } from './change-many';
import { RowActions } from './row-actions';
import { useCourseName, useCourseNames } from './save';

type CourseTableProps = {
  labelledBy: string;
  rows: PackedRows<AdminCourse>;
  sorting: Sorting;
  /** The columns, as the address has them. */
  shown: string | undefined;
  /** Whether the viewer may change courses and institutes. */
  canEdit: boolean;
  /** All courses of the filter, as RowSelection takes them. */
  all: ComponentProps<typeof RowSelection>['all'];
};

/**
 * The table of courses for administrators. A client component, so that the page carries its rows as data and not as
 * elements.
 */
export function CourseTable({ canEdit, rows: packed, all, shown, ...table }: CourseTableProps) {
  const rows = unpackRows(packed);
  const t = useTranslations('adminCourses');
  const common = useTranslations('common');
  const nameOf = useCourseNames();
  const column = (sort: AdminCourseFilter['sort'], rest: Omit<Column<AdminCourse>, 'title'>) => ({
    title: t(`column.${sort}`),
    name: sort,
    sort,
    ...rest,
  });
  const columns: Columns<AdminCourse> = [
    column('branch', { as: 'name', cell: ({ branch }) => branch }),
    column('city', { as: 'name', className: 'min-w-20', cell: ({ city }) => city }),
    column('institute', { as: 'name', cell: ({ institute_name: name }) => name ?? common('otherInstitutes') }),
    column('type', { cell: ({ course_name: type }) => <TypeTag type={type} /> }),
    column('session', {
      as: 'moment',
      cell: ({ session, study_year: year }) => t('sessionAndYear', { session, year }),
    }),
    column('total', { as: 'figure', cell: ({ total_seats: seats }) => formatCount(seats) }),
    column('adopted', { as: 'figure', cell: (course) => <Adopted course={course} /> }),
    column('held', { as: 'figure', cell: ({ held_seats: seats }) => formatCount(seats) }),
    column('left', { as: 'figure', cell: ({ left_seats: seats }) => formatCount(seats) }),
    column('price', { as: 'figure', cell: ({ price_paise: paise }) => formatINR(paise) }),
    column('state', { cell: ({ is_open: isOpen }) => <State isOpen={isOpen} /> }),
    column('changed', {
      as: 'moment',
      cell: ({ updated_at: at }) => formatDateTime(new Date(at)),
    }),
    {
      title: t('column.actions'),
      as: 'actions',
      cell: (course) => <RowActions course={course} canEdit={canEdit} />,
    },
  ];
  return (
    <RowSelection values={rows.map(({ id }) => id)} all={all}>
      <ColumnChoice columns={columns} shown={shown} />
      {canEdit && <ChangeMany />}
      <DataTable
        {...table}
        rows={rows}
        rowKey={({ id }) => id}
        selection={canEdit && ((course) => ({ value: course.id, label: t('choose', { course: nameOf(course) }) }))}
        columns={shownColumns(columns, shown)}
      />
    </RowSelection>
  );
}

/** The adopted seats; they lead to the billings of the course. */
function Adopted({ course }: { course: AdminCourse }) {
  const t = useTranslations('adminCourses');
  const name = useCourseName(course);
  const { id, adopted_seats: seats } = course;
  const isLimited = useIsLimited();
  if (seats === 0 || isLimited) return formatCount(seats);
  return (
    <Link
      href={`${BILLING_LIST.href({ course: id })}#billings`}
      aria-label={t('adoptedBy', { count: seats, course: name })}
    >
      {formatCount(seats)}
    </Link>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('adminCourses');
  return (
    <span data-icon={isOpen ? 'Check' : 'Lock'} className={isOpen ? 'state ok' : 'state'}>
      {t(isOpen ? 'state.open' : 'state.closed')}
    </span>
  );
}
