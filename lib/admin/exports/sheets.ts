import 'server-only';
import { listMovements } from '@/lib/money/payouts/queries';
import { monthOf, totalsOf } from '@/lib/money/payouts/rules';
import { MONTH_LIST, type MonthFilter, type Movement, type Totals } from '@/lib/money/payouts/schema';
import {
  countBillings,
  countLines,
  countUsers,
  lineBatches,
  moneyBatches,
  userBatches,
  type BillingMoney,
  type LineRecord,
} from '@/lib/admin/users-and-billings/queries';
import {
  BILLING_LIST,
  USER_LIST,
  type BillingFilter,
  type BillingRecord,
  type UserFilter,
  type UserRecord,
} from '@/lib/admin/users-and-billings/schema';
import { REGISTERS } from './registers';
import { RESERVATIONS } from './reservations';
import { consentValues } from '@/lib/adoption/core/consent-rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, lineTotal, toRupees } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { joinInCell } from '@/lib/platform/spreadsheet/rules';
import type { Cell, CellType, DownloadKind } from '@/lib/platform/spreadsheet/schema';
import { BATCH, sheet, workbook, type NamedColumn, type Workbook } from './workbook';

const t = getTranslator('en', 'spreadsheet');
const tTables = getTranslator('en', 'usersAndBillings');
const more = (left: number) => t('more', { count: formatCount(left) });

type Cells<R> = Readonly<Record<string, (record: R) => Cell>>;

/** The cells of a user in the order of the file; readable columns precede the ids. */
const USER_CELLS = {
  kind: (user) => tTables(`kind.${user.kind}`),
  name: (user) => user.full_name,
  designation: (user) => user.designation,
  email: (user) => user.email,
  phone: (user) => user.phone_number,
  company: (user) => user.company_name,
  industry: (user) => user.industry,
  created: (user) => new Date(user.created_at),
  lockedCourses: (user) => joinInCell(user.locked_courses, more),
  id: (user) => user.id,
} satisfies Cells<UserRecord>;

/** The cells of a billing with its money; its courses as text and their seats as a number. */
const BILLING_CELLS = {
  reference: (billing) => billing.reference,
  company: (billing) => billing.company_name,
  fullName: (billing) => billing.full_name,
  email: (billing) => billing.email,
  total: (billing) => toRupees(billing.totalPaise),
  seats: seatsOf,
  courses: (billing) => joinInCell(coursesOf(billing), more),
  payment: (billing) => tTables(`status.${billing.payment_status}`),
  verified: (billing) => tTables(billing.is_verified ? 'yes' : 'no'),
  created: (billing) => new Date(billing.created_at),
  id: (billing) => billing.id,
  userId: (billing) => billing.user_id,
  // Last, so that the other columns stay where they were.
  session: ({ lines }) => [...new Set(lines.map(({ session }) => session))].toSorted().join(', '),
  paper: (billing) => billing.paper_reference,
  order: (billing) => billing.order_number,
  consent: ({ consent }) => consent && tTables('view.agreed', consentValues(consent, 'en')),
  received: ({ receivedPaise }) => toRupees(receivedPaise),
  withheld: ({ withheldPaise }) => toRupees(withheldPaise),
  outstanding: ({ outstandingPaise }) => toRupees(outstandingPaise),
  due: ({ dueAt }) => dueAt,
} satisfies Cells<BillingRecord & BillingMoney>;

/** The cells of a line of a billing, with its part of the money: columns add up. */
const LINE_CELLS = {
  reference: (line) => line.reference,
  company: (line) => line.company,
  payment: (line) => tTables(`status.${line.status}`),
  verified: (line) => tTables(line.isVerified ? 'yes' : 'no'),
  type: (line) => line.courseType,
  branch: (line) => line.branch,
  institute: (line) => line.institute,
  city: (line) => line.city,
  seats: (line) => line.seats,
  price: (line) => toRupees(line.pricePaise),
  total: (line) => toRupees(lineTotal(line.seats, line.pricePaise)),
  received: (line) => toRupees(line.receivedPaise),
  outstanding: (line) => toRupees(line.outstandingPaise),
  due: (line) => line.dueAt,
  session: (line) => line.session,
  studyYear: (line) => line.studyYear,
  paper: (line) => line.paperReference,
  // Last, so that the other columns stay where they were.
  withheld: (line) => toRupees(line.withheldPaise),
  order: (line) => line.orderNumber,
} satisfies Cells<LineRecord>;

/** The cells of a payment or refund; the last row has the totals. */
const PAYMENT_CELLS = {
  at: ofMovement(({ at }) => at),
  kind: (row) => t(isMovement(row) ? `payments.kind.${row.kind}` : 'payments.total'),
  reference: ofMovement(({ reference }) => reference),
  provider: ofMovement(({ provider }) => provider),
  entityId: ofMovement(({ entityId }) => entityId),
  transactionId: ofMovement(({ transactionId }) => transactionId),
  providerRef: ofMovement(({ providerRef }) => providerRef),
  method: ofMovement(({ method }) => method),
  currency: (row) => (isMovement(row) ? row.currency : 'INR'),
  gross: ({ grossPaise }) => toRupees(grossPaise),
  fee: ({ feePaise }) => inRupees(feePaise),
  tax: ({ taxPaise }) => inRupees(taxPaise),
  net: ({ netPaise }) => inRupees(netPaise),
  status: ofMovement(({ status, isTest }) => t(`payments.status.${status}`) + (isTest ? t('payments.test') : '')),
  settlement: ofMovement(({ settlement }) => t(`payments.settlement.${settlement}`)),
  settlementId: ofMovement(({ settlementId }) => settlementId),
  utr: ofMovement(({ utr }) => utr),
  settledAt: ofMovement(({ settledAt }) => settledAt),
} satisfies Cells<Movement | Totals>;

/** Returns the columns of a sheet in the order of its cells. @param types of the columns that are not text */
function columnsOf<Name extends string, R>(
  cells: Record<Name, (record: R) => Cell>,
  types: Partial<Record<Name, CellType>>,
  header: (name: Name) => string,
): NamedColumn<R>[] {
  const names = Object.keys(cells) as Name[];
  return names.map((name) => ({ name, header: header(name), type: types[name] ?? 'text', cell: cells[name] }));
}

const users = workbook('users.downloaded', USER_LIST.parse, [
  sheet({
    name: t('users.name'),
    columns: columnsOf(USER_CELLS, { created: 'moment' }, (name) => t(`users.column.${name}`)),
    count: countUsers,
    batches: (scope, filter: UserFilter) => userBatches(scope, filter, BATCH),
  }),
]);

/** The money of an adoption stands once, with the adoption; the lines that match have their parts of it. */
const billings = workbook('billings.downloaded', BILLING_LIST.parse, [
  sheet({
    name: t('billings.name'),
    columns: columnsOf(
      BILLING_CELLS,
      {
        ...{ total: 'rupees', seats: 'number', created: 'moment' },
        ...{ received: 'rupees', withheld: 'rupees', outstanding: 'rupees', due: 'moment' },
      },
      (name) => t(`billings.column.${name}`),
    ),
    count: countBillings,
    batches: (scope, filter: BillingFilter) => moneyBatches(scope, filter, BATCH),
  }),
  sheet({
    name: t('lines.name'),
    columns: columnsOf(
      LINE_CELLS,
      {
        ...{ studyYear: 'number', seats: 'number', price: 'rupees', total: 'rupees', received: 'rupees' },
        ...{ outstanding: 'rupees', withheld: 'rupees', due: 'moment' },
      },
      (name) => t(`lines.column.${name}`),
    ),
    count: countLines,
    batches: (scope, filter: BillingFilter) => lineBatches(scope, filter, BATCH),
  }),
]);

const payments = workbook('payments.downloaded', MONTH_LIST.parse, [
  sheet<MonthFilter, Movement | Totals>({
    name: t('payments.name'),
    columns: columnsOf(
      PAYMENT_CELLS,
      { at: 'moment', gross: 'rupees', fee: 'rupees', tax: 'rupees', net: 'rupees', settledAt: 'moment' },
      (name) => t(`payments.column.${name}`),
    ),
    count: async (scope, filter) => (await listMovements(scope, monthOf(filter))).length,
    // The rows of a month are few enough for one query.
    batches: async function* (scope, filter) {
      const movements = await listMovements(scope, monthOf(filter));
      yield movements;
      yield [totalsOf(movements)];
    },
  }),
]);

export const WORKBOOKS: Record<DownloadKind, Workbook> = {
  users,
  billings,
  payments,
  reservations: RESERVATIONS,
  ...REGISTERS,
};

function isMovement(row: Movement | Totals): row is Movement {
  return 'kind' in row;
}

/** Returns a cell that is empty in the row of the totals. */
function ofMovement(cell: (movement: Movement) => Cell): (row: Movement | Totals) => Cell {
  return (row) => (isMovement(row) ? cell(row) : null);
}

function inRupees(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise);
}

function seatsOf({ lines }: BillingRecord): number {
  return lines.reduce((sum, { selectedSeats }) => sum + selectedSeats, 0);
}

/** E.g. 'B.Tech Civil, SGSITS, Indore: 12 seats at ₹1,25,000.00'. */
function coursesOf({ lines }: BillingRecord): string[] {
  return lines.map(({ courseName, branch, institute, city, pricePaise, selectedSeats }) => {
    const place = [institute, city].filter(Boolean).join(', ');
    const price = formatINR(pricePaise);
    return t('billings.course', { course: `${courseName} ${branch}`, place, count: selectedSeats, price });
  });
}
