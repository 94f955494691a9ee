import { CopyButton } from '@/components/platform/ui/copy-button';
import { DataTable } from '@/components/platform/ui/data-table';
import { reservedFor, seatsOfReservation } from '@/lib/admin/reservations/rules';
import type { ShownReservation } from '@/lib/admin/reservations/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { SecondStep } from '@/components/admin/adoptions/second-step';
import { ChangeLastDay, ConfirmReservation, EndReservation } from './act-on-reservation';

const t = getTranslator('en', 'reservations');

type ReservationTableProps = {
  labelledBy: string;
  rows: readonly ShownReservation[];
  /** Whether the viewer may end and extend reservations. */
  canEdit: boolean;
};

/** Reservations with who, why, until when, and how many of the seats are used. */
export function ReservationTable({ labelledBy, rows, canEdit }: ReservationTableProps) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: t('column.company'), as: 'name', cell: Holder },
        { title: t('column.courses'), as: 'long', cell: ({ lines }) => <Lines lines={lines} /> },
        { title: t('column.used'), as: 'figure', cell: (row) => t('usedOf', seatsOfReservation(row)) },
        {
          title: t('column.kind'),
          as: 'name',
          cell: ({ kind, state }) => (
            <>
              <p>{t(`kind.${kind}`)}</p>
              <p className="text-ink-2">{t(`state.${state}`)}</p>
            </>
          ),
        },
        {
          title: t('column.until'),
          as: 'digits',
          className: 'min-w-24 whitespace-normal',
          cell: ({ until }) => formatDateTime(new Date(until)),
        },
        { title: t('column.made'), as: 'long', cell: Made },
        { title: t('column.actions'), as: 'actions', cell: (row) => <Actions row={row} canEdit={canEdit} /> },
      ]}
    />
  );
}

/** Whom the seats are kept for, and who can adopt them. */
function Holder(row: ShownReservation) {
  const company = reservedFor(row);
  return (
    <>
      <p>{company}</p>
      {row.holder !== company && <p className="font-normal text-ink-2">{row.holder}</p>}
    </>
  );
}

/** Who keeps them and since when, and why. */
function Made({ created_by: by, created_at: at, confirmed_by: confirmed, reason }: ShownReservation) {
  return (
    <>
      <p>
        {t('madeBy', {
          who: by || t('nobody'),
          at: formatDateTime(new Date(at)),
          confirmed: confirmed || 'none',
        })}
      </p>
      {reason && <p className="text-ink-2">{reason}</p>}
    </>
  );
}

function Lines({ lines }: Pick<ShownReservation, 'lines'>) {
  return (
    <ul>
      {lines.map(({ id, seats, course, session, study_year: year }) => (
        <li key={id}>{t('line', { seats, course, session, year })}</li>
      ))}
    </ul>
  );
}

function Actions({ row, canEdit }: { row: ShownReservation; canEdit: boolean }) {
  if (row.state === 'ended' || row.kind === 'entry') return null;
  const { seats, used } = seatsOfReservation(row);
  if (row.state === 'waiting') {
    if (!canEdit) return null;
    const refusedBy = row.needs_other ? `own-${row.id}` : undefined;
    return (
      <SecondStep isOwn={row.needs_other} id={row.id} text={t('own')}>
        <ConfirmReservation reservation={row} seats={seats} refusedBy={refusedBy} />
        <EndReservation reservation={row} unused={seats - used} />
      </SecondStep>
    );
  }
  return (
    <span className="grid justify-items-start *:px-1">
      <CopyButton text={row.link} about={t('link.of', { company: reservedFor(row) })} />
      {canEdit && <ChangeLastDay reservation={row} />}
      {canEdit && <EndReservation reservation={row} unused={seats - used} />}
    </span>
  );
}
