'use client';

import { useTranslations } from 'use-intl';
import { DataTable, type Columns, type Sorting } from '@/components/platform/ui/data-table';
import type { UserRow } from '@/lib/admin/users-and-billings/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { Clamped, Email } from './cells';
import { RecordDialog } from './record-dialog';

type UserTableProps = { labelledBy: string; rows: PackedRows<UserRow>; sorting?: Sorting };

/** The table of users. A client component, so that the page carries its rows as data and not as elements. */
export function UserTable({ rows, ...table }: UserTableProps) {
  const t = useTranslations('usersAndBillings');
  const columns: Columns<UserRow> = [
    { title: t('column.name'), as: 'name', sort: 'name', cell: ({ fullName }) => <Clamped>{fullName}</Clamped> },
    { title: t('column.company'), as: 'name', sort: 'company', cell: ({ company }) => <Clamped>{company}</Clamped> },
    { title: t('column.designation'), as: 'name', cell: ({ designation }) => <Clamped>{designation}</Clamped> },
    { title: t('column.industry'), as: 'name', cell: ({ industry }) => <Clamped>{industry ?? ''}</Clamped> },
    { title: t('column.email'), as: 'name', cell: ({ email }) => <Email>{email}</Email> },
    { title: t('column.phone'), as: 'digits', cell: ({ phone }) => phone },
    {
      title: t('column.kind'),
      cell: ({ kind, owner }) =>
        owner === null ? (
          t(`kind.${kind}`)
        ) : (
          <span className="block max-w-48 min-w-28 wrap-break-word whitespace-normal">
            <Clamped>{t('kind.colleague', { owner })}</Clamped>
          </span>
        ),
    },
    { title: t('column.created'), as: 'digits', sort: 'created', cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      title: t('column.details'),
      as: 'actions',
      cell: ({ id, fullName, company }) => (
        <RecordDialog record={{ kind: 'user', id, name: fullName }} whose={`${fullName}, ${company}`} />
      ),
    },
  ];
  return <DataTable {...table} rows={unpackRows(rows)} columns={columns} rowKey={({ id }) => id} />;
}
