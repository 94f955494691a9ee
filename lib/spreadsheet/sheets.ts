import 'server-only';
import type { AdminScope } from '@/lib/admin/session';
import type { AuditAction } from '@/lib/audit/schema';
import type { ParsedFilter } from '@/lib/core/address';
import { figure } from '@/lib/core/figure';
import { formatINR, requirePaise } from '@/lib/core/money';
import { billingBatches, countBillings, countUsers, userBatches } from '@/lib/records/queries';
import { parseBillingFilter, parseUserFilter } from '@/lib/records/rules';
import type { BillingFilter, BillingRecord, UserFilter, UserRecord } from '@/lib/records/schema';
import { texts } from '@/lib/text/server';
import { joinInCell } from './rules';
import type { Column, DownloadKind } from './schema';

/** Records read at a time: few enough to be a small part of the memory, many enough that asking costs little. */
const BATCH = 500;

/** A sheet: where its records come from, and what their cells say. */
export type Sheet<F, R> = {
  action: AuditAction;
  /** Reads the parameters of the tables' addresses. */
  parse: (params: URLSearchParams) => ParsedFilter<F>;
  count: (scope: AdminScope, filter: F) => Promise<number>;
  batches: (scope: AdminScope, filter: F) => AsyncGenerator<readonly R[]>;
  name: string;
  columns: readonly Column<R>[];
};

const t = texts('en', 'spreadsheet');
const words = texts('en', 'records');
const more = (left: number) => t('more', { count: figure(left) });

/** One row a user, all of R-ENT-15; what people read stands before the ids. */
const users: Sheet<UserFilter, UserRecord> = {
  action: 'users.downloaded',
  parse: parseUserFilter,
  count: countUsers,
  batches: (scope, filter) => userBatches(scope, filter, BATCH),
  name: t('users.name'),
  columns: [
    { header: t('users.kind'), type: 'text', cell: (user) => words(`kind.${user.kind}`) },
    { header: t('users.fullName'), type: 'text', cell: (user) => user.full_name },
    { header: t('users.designation'), type: 'text', cell: (user) => user.designation },
    { header: t('users.email'), type: 'text', cell: (user) => user.email },
    { header: t('users.phone'), type: 'text', cell: (user) => user.phone_number },
    { header: t('users.company'), type: 'text', cell: (user) => user.company_name },
    { header: t('users.industry'), type: 'text', cell: (user) => user.industry },
    { header: t('users.created'), type: 'moment', cell: (user) => new Date(user.created_at) },
    { header: t('users.lockedCourses'), type: 'text', cell: (user) => joinInCell(user.locked_courses, more) },
    { header: t('users.id'), type: 'text', cell: (user) => user.id },
  ],
};

/** One row a billing, all of R-ENT-16; its courses as text and their seats as a number. */
const billings: Sheet<BillingFilter, BillingRecord> = {
  action: 'billings.downloaded',
  parse: parseBillingFilter,
  count: countBillings,
  batches: (scope, filter) => billingBatches(scope, filter, BATCH),
  name: t('billings.name'),
  columns: [
    { header: t('billings.reference'), type: 'text', cell: (billing) => billing.reference },
    { header: t('billings.company'), type: 'text', cell: (billing) => billing.company_name },
    { header: t('billings.fullName'), type: 'text', cell: (billing) => billing.full_name },
    { header: t('billings.email'), type: 'text', cell: (billing) => billing.email },
    { header: t('billings.total'), type: 'rupees', cell: (billing) => billing.total_price },
    { header: t('billings.seats'), type: 'number', cell: seatsOf },
    { header: t('billings.courses'), type: 'text', cell: (billing) => joinInCell(coursesOf(billing), more) },
    { header: t('billings.payment'), type: 'text', cell: (billing) => words(`status.${billing.payment_status}`) },
    { header: t('billings.verified'), type: 'text', cell: (billing) => words(billing.is_verified ? 'yes' : 'no') },
    { header: t('billings.created'), type: 'moment', cell: (billing) => new Date(billing.created_at) },
    { header: t('billings.id'), type: 'text', cell: (billing) => billing.id },
    { header: t('billings.userId'), type: 'text', cell: (billing) => billing.user_id },
  ],
};

export const SHEETS = { users, billings } satisfies Record<DownloadKind, unknown>;

const entriesOf = ({ selected_courses }: BillingRecord) => Object.values(selected_courses);

function seatsOf(billing: BillingRecord): number {
  return entriesOf(billing).reduce((sum, { selectedSeats }) => sum + selectedSeats, 0);
}

/** E.g. 'B.Tech Civil, SGSITS, Indore: 12 seats at ₹1,25,000.00'. */
function coursesOf(billing: BillingRecord): string[] {
  return entriesOf(billing).map(({ courseName, branch, institute, city, pricePerSeat, selectedSeats }) => {
    const place = [institute, city].filter(Boolean).join(', ');
    const price = formatINR(requirePaise(pricePerSeat));
    return t('billings.course', { course: `${courseName} ${branch}`, place, count: selectedSeats, price });
  });
}
