import { DataTable } from '@/components/platform/ui/data-table';
import type { Demand, WaitingRecord } from '@/lib/waiting/admin/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';
import { instituteOf } from '@/lib/waiting/admin/texts';
import { placeOf } from '@/lib/platform/place-of';
import { EndRequest } from './end-request';

const t = getTranslator('en', 'reservations.waiting');

type WaitingTableProps = { labelledBy: string; rows: readonly WaitingRecord[]; canEdit: boolean };

/** Requests to be told about free seats: who, what, how many, since when. */
export function WaitingTable({ labelledBy, rows, canEdit }: WaitingTableProps) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: t('column.email'), as: 'name', cell: ({ email }) => email },
        { title: t('column.state'), cell: ({ state }) => t(`state.${state}`) },
        { title: t('column.type'), cell: ({ courseType }) => courseType },
        { title: t('column.branch'), as: 'name', cell: ({ branch }) => branch },
        { title: t('column.institute'), as: 'name', cell: (row) => placeOf(instituteOf(row), row.city) },
        {
          title: t('column.session'),
          as: 'digits',
          cell: (row) => t('offer', { session: row.session, year: row.studyYear }),
        },
        { title: t('column.seats'), as: 'figure', cell: ({ seats }) => formatCount(seats) },
        { title: t('column.min'), as: 'figure', cell: ({ minSeats }) => formatCount(minSeats) },
        { title: t('column.since'), as: 'digits', cell: ({ createdAt }) => formatDateTime(createdAt) },
        { title: t('column.missed'), as: 'figure', cell: ({ missedOffers }) => formatCount(missedOffers) },
        canEdit && {
          title: t('column.actions'),
          as: 'actions',
          cell: ({ id, email, branch, state }) =>
            state !== 'ended' && <EndRequest id={id} email={email} branch={branch} />,
        },
      ]}
    />
  );
}

/** The demand by course type and city. */
export function DemandTable({ labelledBy, rows }: { labelledBy: string; rows: readonly Demand[] }) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ courseType, city }) => `${courseType} ${city}`}
      columns={[
        { title: t('column.type'), cell: ({ courseType }) => courseType },
        { title: t('column.city'), as: 'name', cell: ({ city }) => city },
        { title: t('column.requests'), as: 'figure', cell: ({ requests }) => formatCount(requests) },
        { title: t('column.seats'), as: 'figure', cell: ({ seats }) => formatCount(seats) },
      ]}
    />
  );
}
