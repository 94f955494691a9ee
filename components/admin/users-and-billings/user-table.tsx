'use client';

import { useTranslations } from 'use-intl';
import { ColumnChoice, shownColumns } from '@/components/admin/column-choice';
import { DataTable, type Columns, type Sorting } from '@/components/platform/ui/data-table';
import type { UserRow } from '@/lib/admin/users-and-billings/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { Clamped, Email } from './cells';
import { RecordDialog } from './record-dialog';

type UserTableProps = {
  labelledBy: string;
  rows: PackedRows<UserRow>;
  sorting?: Sorting;
  /** The columns, as the address has them; without it they cannot be chosen. */
  shown?: { columns: string | undefined };
};

/** The table of users. A client component, so that the page carries its rows as data and not as elements. */
export function UserTable({ rows, shown, ...table }: UserTableProps) {
  const t = useTranslations('usersAndBillings');
  const columns: Columns<UserRow> = [
    {
      title: t('column.name'),
      name: 'name',
      as: 'name',
      sort: 'name',
      cell: ({ fullName }) => <Clamped>{fullName}</Clamped>,
    },
    {
      title: t('column.company'),
      name: 'company',
      as: 'name',
      sort: 'company',
      cell: ({ company }) => <Clamped>{company}</Clamped>,
    },
    {
      title: t('column.designation'),
      name: 'designation',
      as: 'name',
      cell: ({ designation }) => <Clamped>{designation}</Clamped>,
    },
    {
      title: t('column.industry'),
      name: 'industry',
      as: 'name',
      cell: ({ industry }) => <Clamped>{industry ?? ''}</Clamped>,
    },
    { title: t('column.email'), name: 'email', as: 'name', cell: ({ email }) => <Email>{email}</Email> },
    { title: t('column.phone'), name: 'phone', as: 'digits', cell: ({ phone }) => phone },
    {
      title: t('column.kind'),
      name: 'kind',
      cell: ({ kind, owner }) =>
        owner === null ? (
          t(`kind.${kind}`)
        ) : (
          <span className="block max-w-48 min-w-28 wrap-break-word whitespace-normal">
            <Clamped>{t('kind.colleague', { owner })}</Clamped>
          </span>
        ),
    },
    {
      title: t('column.created'),
      name: 'created',
      as: 'digits',
      sort: 'created',
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      title: t('column.details'),
      as: 'actions',
      cell: ({ id, fullName, company }) => (
        <RecordDialog record={{ kind: 'user', id, name: fullName }} whose={`${fullName}, ${company}`} />
      ),
    },
  ];
  return (
    <>
      {shown && <ColumnChoice columns={columns} shown={shown.columns} />}
      <DataTable
        {...table}
        rows={unpackRows(rows)}
        columns={shownColumns(columns, shown?.columns)}
        rowKey={({ id }) => id}
      />
    </>
  );
}
