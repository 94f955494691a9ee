import { reservedFor, seatsOfReservation } from '@/lib/admin/reservations/rules';
import type { ShownRequest, ShownReservation } from '@/lib/admin/reservations/schema';
import { instituteOf } from '@/lib/admin/reservations/texts';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { packRows } from '@/lib/platform/packed-rows';
import { ReservationRows, type ReservationRow } from './reservation-rows';

const t = getTranslator('en', 'reservations');

type ReservationTableProps = {
  labelledBy: string;
  rows: readonly (ShownReservation | ShownRequest)[];
  /** Whether the viewer may end and extend reservations, and withdraw requests. */
  canEdit: boolean;
};

/** Reservations and requests with who, why, until when, and how many of the seats are used. */
export function ReservationTable({ labelledBy, rows, canEdit }: ReservationTableProps) {
  return (
    <ReservationRows
      labelledBy={labelledBy}
      rows={packRows(rows.map((row) => (row.kind === 'request' ? requestRow(row) : reservationRow(row))))}
      canEdit={canEdit}
    />
  );
}

function reservationRow(reservation: ShownReservation): ReservationRow {
  const { id, kind, state, email, holder, until, version, reason, link, lines, needs_other, scan_id } = reservation;
  const { created_by: by, created_at: at, confirmed_by: confirmed } = reservation;
  return {
    id,
    kind,
    state,
    branch: '',
    holder,
    until,
    version,
    reason,
    needs_other,
    scan_id,
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

function requestRow(request: ShownRequest): ReservationRow {
  const { id, kind, state, email, branch, courseType, session, studyYear, seats, minSeats } = request;
  const course = `${courseType}, ${branch}, ${instituteOf(request)}`;
  return {
    ...{ id, kind, state, branch, email, seats },
    company: email,
    holder: email,
    used: 0,
    until: '',
    version: 0,
    reason: request.missedOffers > 0 ? t('missed', { count: request.missedOffers }) : '',
    link: '',
    needs_other: false,
    scan_id: null,
    lines: [
      t('line', { seats, course, session, year: studyYear }),
      ...(minSeats < seats ? [t('atLeast', { min: minSeats })] : []),
    ],
    made: formatDateTime(request.createdAt),
  };
}
