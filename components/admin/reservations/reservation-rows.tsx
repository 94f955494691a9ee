'use client';

import { useTranslations } from 'use-intl';
import { ScanButton } from './scan-button';
import { SecondStep } from '@/components/admin/adoptions/second-step';
import { CopyButton } from '@/components/platform/ui/copy-button';
import { DataTable, type Columns } from '@/components/platform/ui/data-table';
import type { ShownRequest, ShownReservation } from '@/lib/admin/reservations/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { ChangeLastDay, ConfirmReservation, EndReservation } from './act-on-reservation';
import { EndRequest } from './end-request';

/** A reservation or a request as its row shows it; `company` is whom it is for. What a request does not have is empty. */
export type ReservationRow = Pick<
  ShownReservation,
  'id' | 'company' | 'holder' | 'email' | 'until' | 'version' | 'reason' | 'link' | 'needs_other' | 'scan_id'
> &
  Pick<ShownReservation | ShownRequest, 'kind' | 'state'> & {
    lines: string[];
    seats: number;
    used: number;
    /** That of a request. */
    branch: string;
    /** Who keeps the seats, and since when. */
    made: string;
  };

type ReservationRowsProps = { labelledBy: string; rows: PackedRows<ReservationRow>; canEdit: boolean };

/** The table of reservations and requests. A client component, so that the page carries its rows as data and not as elements. */
export function ReservationRows({ labelledBy, rows, canEdit }: ReservationRowsProps) {
  const t = useTranslations('reservations');
  const columns: Columns<ReservationRow> = [
    {
      title: t('column.company'),
      as: 'name',
      cell: ({ company, holder }) => (
        <>
          <p>{company}</p>
          {holder !== company && <small>{holder}</small>}
        </>
      ),
    },
    {
      title: t('column.courses'),
      as: 'long',
      cell: ({ lines }) => (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    {
      title: t('column.used'),
      as: 'figure',
      cell: ({ kind, seats, used }) => kind !== 'request' && t('usedOf', { seats, used }),
    },
    {
      title: t('column.kind'),
      as: 'name',
      cell: ({ kind, state }) => (
        <>
          {t(`kind.${kind}`)}
          <small>{kind !== 'request' && state === 'waiting' ? t('stateOf.waiting') : t(`state.${state}`)}</small>
        </>
      ),
    },
    { title: t('column.until'), as: 'moment', cell: ({ until }) => until && formatDateTime(new Date(until)) },
    {
      title: t('column.made'),
      as: 'long',
      cell: ({ made, reason, scan_id: scan, company }) => (
        <>
          {made}
          {reason && <small>{reason}</small>}
          {scan !== null && canEdit && <ScanButton id={scan} about={company} />}
        </>
      ),
    },
    {
      title: t('column.actions'),
      as: 'actions',
      cell: (row) =>
        row.state !== 'ended' && row.kind !== 'entry' && row.kind !== 'move' && <Actions row={row} canEdit={canEdit} />,
    },
  ];
  return <DataTable labelledBy={labelledBy} rows={unpackRows(rows)} rowKey={({ id }) => id} columns={columns} />;
}

function Actions({ row, canEdit }: { row: ReservationRow; canEdit: boolean }) {
  const t = useTranslations('reservations');
  const { id, kind, state, company, email, branch, link, needs_other: isOwn } = row;
  if (kind === 'request') return canEdit && <EndRequest id={id} email={email} branch={branch} />;
  if (state === 'waiting')
    return (
      canEdit && (
        <SecondStep isOwn={isOwn} id={id} text={t('own')}>
          <ConfirmReservation reservation={row} refusedBy={isOwn ? `own-${id}` : undefined} />
          <EndReservation reservation={row} />
        </SecondStep>
      )
    );
  return (
    <div>
      <CopyButton text={link} about={t('link.of', { company })} />
      {canEdit && <ChangeLastDay reservation={row} />}
      {canEdit && <EndReservation reservation={row} />}
    </div>
  );
}
