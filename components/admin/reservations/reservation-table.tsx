import { reservedFor, seatsOfReservation } from '@/lib/admin/reservations/rules';
import type { ShownReservation } from '@/lib/admin/reservations/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { packRows } from '@/lib/platform/packed-rows';
import { ReservationRows, type ReservationRow } from './reservation-rows';

const t = getTranslator('en', 'reservations');

type ReservationTableProps = {
  labelledBy: string;
  rows: readonly ShownReservation[];
  /** Whether the viewer may end and extend reservations. */
  canEdit: boolean;
};

/** Reservations with who, why, until when, and how many of the seats are used. */
export function ReservationTable({ labelledBy, rows, canEdit }: ReservationTableProps) {
  return <ReservationRows labelledBy={labelledBy} rows={packRows(rows.map(rowOf))} canEdit={canEdit} />;
}

function rowOf(reservation: ShownReservation): ReservationRow {
  const { id, kind, state, email, holder, until, version, reason, link, lines, needs_other } = reservation;
  const { created_by: by, created_at: at, confirmed_by: confirmed } = reservation;
  return {
    id,
    kind,
    state,
    holder,
    until,
    version,
    reason,
    needs_other,
    ...seatsOfReservation(reservation),
    company: reservedFor(reservation),
    // What the actions of other states need.
    email: state === 'waiting' ? email : '',
    link: state === 'waiting' || state === 'ended' ? '' : link,
    lines: lines.map(({ seats, course, session, study_year: year }) => t('line', { seats, course, session, year })),
    made: t('madeBy', {
      who: by || t('nobody'),
      at: formatDateTime(new Date(at)),
      confirmed: confirmed || 'none',
    }),
  };
}
