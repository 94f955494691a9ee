'use client';

import { useTranslations } from 'use-intl';
import { WriteMany } from '@/components/admin/mailings/write-many';
import { ExtendMany } from '@/components/admin/adoptions/extend-many';
import { listedColumns } from '@/components/admin/adoptions/listed-columns';
import { ColumnChoice, shownColumns } from '@/components/admin/column-choice';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { DataTable, type Columns, type Sorting } from '@/components/platform/ui/data-table';
import { RowSelection, SelectionBar } from '@/components/platform/ui/row-selection';
import type { BillingRow } from '@/lib/admin/users-and-billings/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { Clamped } from './cells';
import { PaymentTag } from './payment-tag';
import { RecordDialog } from './record-dialog';
import { Verified } from './verified';

type BillingTableProps = {
  labelledBy: string;
  rows: PackedRows<BillingRow>;
  sorting: Sorting;
  /** The columns, as the address has them. */
  shown: string | undefined;
  /** Whether rows can be chosen, to extend them or write to their sponsors; `all`: the billings of the filter, if not too many. */
  canChoose: boolean;
  all: { count: number; filter: string } | false;
};

/** The table of billings. A client component, so that the page carries its rows as data and not as elements. */
export function BillingTable({ rows: packed, shown, canChoose, all, ...table }: BillingTableProps) {
  const rows = unpackRows(packed);
  const t = useTranslations('usersAndBillings');
  const listed = listedColumns({ reference: t('column.reference'), company: t('column.company') });
  const columns: Columns<BillingRow> = [
    { ...listed.reference, name: 'reference' },
    { ...listed.company, name: 'company' },
    {
      title: t('column.courses'),
      name: 'courses',
      cell: ({ types }) => (
        <ul className="seats-by-type">
          {types.map(([courseType, seats]) => (
            <li key={courseType}>
              <TypeTag type={courseType}>{formatCount(seats)}</TypeTag>
            </li>
          ))}
        </ul>
      ),
    },
    {
      title: t('column.seats'),
      name: 'seats',
      as: 'figure',
      sort: 'seats',
      cell: ({ types }) => formatCount(types.reduce((sum, [, seats]) => sum + seats, 0)),
    },
    {
      title: t('column.total'),
      name: 'total',
      as: 'figure',
      sort: 'total',
      cell: ({ totalPaise }) => formatINR(totalPaise),
    },
    {
      title: t('column.payment'),
      name: 'payment',
      cell: ({ status }) => <PaymentTag status={status}>{t(`status.${status}`)}</PaymentTag>,
    },
    {
      title: t('column.verified'),
      name: 'verified',
      cell: ({ isVerified, paperReference }) => (
        <>
          <Verified is={isVerified}>{t(isVerified ? 'yes' : 'no')}</Verified>
          {paperReference !== null && <Clamped>{t('fromPaper', { paper: paperReference })}</Clamped>}
        </>
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
      title: t('column.session'),
      name: 'session',
      as: 'digits',
      cell: ({ sessions, hasEnded }) => t('sessions', { sessions: sessions.join(', '), ended: String(hasEnded) }),
    },
    {
      title: t('column.details'),
      as: 'actions',
      cell: ({ id, reference }) => <RecordDialog record={{ kind: 'billing', id, name: reference }} whose={reference} />,
    },
  ];
  return (
    <RowSelection values={canChoose ? rows.map(({ id }) => id) : []} all={all}>
      <ColumnChoice columns={columns} shown={shown} />
      {canChoose && (
        <SelectionBar>
          <ExtendMany />
          <WriteMany target="adoptions" />
        </SelectionBar>
      )}
      <DataTable
        {...table}
        rows={rows}
        columns={shownColumns(columns, shown)}
        rowKey={({ id }) => id}
        selection={canChoose && (({ id, reference }) => ({ value: id, label: t('extend.choose', { reference }) }))}
      />
    </RowSelection>
  );
}
