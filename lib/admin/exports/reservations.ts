import 'server-only';
import { countReservations, reservationBatches } from '@/lib/admin/reservations/queries';
import { reservedFor } from '@/lib/admin/reservations/rules';
import { RESERVATION_LIST, type ShownRequest, type ShownReservation } from '@/lib/admin/reservations/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Cell, CellType } from '@/lib/platform/spreadsheet/schema';
import { BATCH, sheet, workbook } from './workbook';

const t = getTranslator('en', 'spreadsheet.reservations');
const tTable = getTranslator('en', 'reservations');

/** A row of the file: a course of a reservation, or a request. Columns of seats add up. */
type Row = Record<(typeof COLUMNS)[number][0], Cell>;

const COLUMNS = [
  ['company', 'text'],
  ['email', 'text'],
  ['kind', 'text'],
  ['state', 'text'],
  ['type', 'text'],
  ['branch', 'text'],
  ['institute', 'text'],
  ['city', 'text'],
  ['radius', 'number'],
  ['session', 'text'],
  ['studyYear', 'number'],
  ['seats', 'number'],
  ['used', 'number'],
  ['min', 'number'],
  ['since', 'moment'],
  ['until', 'moment'],
  ['missed', 'number'],
  ['by', 'text'],
  ['confirmedBy', 'text'],
  ['reason', 'text'],
] as const satisfies readonly (readonly [string, CellType])[];

function rowsOf(listed: ShownReservation | ShownRequest): Row[] {
  const { kind, state, email } = listed;
  const shared = { email, kind: tTable(`kind.${kind}`), state: tTable(`state.${state}`) };
  if (listed.kind === 'request') {
    const { courseType: type, branch, institute, city, radiusKm: radius, session, studyYear, seats } = listed;
    const { minSeats: min, createdAt: since, missedOffers: missed } = listed;
    const none = { company: '', used: null, until: null, by: '', confirmedBy: '', reason: '' };
    const where = { type, branch, institute, city, radius, session, studyYear };
    return [{ ...shared, ...none, ...where, seats, min, since, missed }];
  }
  return listed.lines.map((line) => ({
    ...shared,
    company: reservedFor(listed),
    type: line.course_type,
    branch: line.branch,
    institute: line.institute,
    city: line.city,
    radius: null,
    session: line.session,
    studyYear: line.study_year,
    seats: line.seats,
    used: line.used_seats,
    min: null,
    since: new Date(listed.created_at),
    until: new Date(listed.until),
    missed: null,
    by: listed.created_by,
    confirmedBy: listed.confirmed_by,
    reason: listed.reason,
  }));
}

/** What the page of reservations and requests lists. */
export const RESERVATIONS = workbook('reservations.downloaded', RESERVATION_LIST.parse, [
  sheet({
    name: t('name'),
    columns: COLUMNS.map(([name, type]) => ({ header: t(`column.${name}`), type, cell: (row: Row) => row[name] })),
    count: countReservations,
    batches: async function* (scope, filter) {
      for await (const listed of reservationBatches(scope, filter, BATCH)) yield listed.flatMap(rowsOf);
    },
  }),
]);
