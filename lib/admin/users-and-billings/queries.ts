import 'server-only';
import type { CourseType } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import { lockedCourseText } from './rules';
import type { BillingFilter, BillingRecord, UserFilter, UserRecord } from './schema';
import {
  billingBatch,
  billingCount,
  billingSlice,
  coursesNamed,
  lineCount,
  recordCounts,
  userBatch,
  userCount,
  userSlice,
  type BatchedBilling,
  type BatchedUser,
  type BillingSelection,
  type Cursor,
  type FoundSelection,
  type Slice,
  type UserSelection,
} from './statements';

/** True if no filter is set. */
const isWhole = ({ sort: _, dir: __, shown: ___, ...criteria }: FoundSelection | UserSelection) =>
  Object.values(criteria).every((value) => value === undefined);

/** Finds the courses that a selection names. */
async function find<S extends BillingSelection>({ institute, branch, ...selection }: S) {
  if (institute === undefined && branch === undefined) return selection;
  const courses = await withQueryDeadline(coursesNamed({ institute, branch }));
  return { ...selection, courseIds: courses.map(({ id }) => id) };
}

/**
 * Counts the matching billings; all without a filter. Throws DeadlineError when the database does not answer in time.
 */
export async function countBillings(scope: AdminScope, selection: BillingSelection = {}): Promise<number> {
  return countFound(scope, await find(selection));
}

const countFound = async (scope: AdminScope, found: FoundSelection) =>
  isWhole(found) ? (await countRecords(scope)).billings : totalOf(billingCount(found));

/** Counts the matching users; all without a filter. Throws like countBillings. */
export async function countUsers(scope: AdminScope, selection: UserSelection = {}): Promise<number> {
  return isWhole(selection) ? (await countRecords(scope)).users : totalOf(userCount(selection));
}

/** Counts all users and billings at constant cost. Throws like countBillings. */
export async function countRecords(_scope: AdminScope): Promise<{ users: number; billings: number }> {
  const [row] = await withQueryDeadline(recordCounts());
  return row!;
}

async function totalOf(query: PromiseLike<{ total: number }[]>): Promise<number> {
  const [row] = await withQueryDeadline(query);
  return row!.total;
}

/** From this offset on the total is read first, so that the page can be read from the nearer end. */
const FAR = 1000;

/** Reads one page and the total of all rows, concurrently if the page is near the start. */
async function readPage<Row>(
  { page, size }: Page,
  countAll: () => Promise<number>,
  sliceOf: (slice: Slice) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const read = (slice: Slice) => withQueryDeadline(sliceOf(slice));
  const offset = (page - 1) * size;
  if (offset < FAR) {
    const [rows, total] = await Promise.all([read({ offset, limit: size, backwards: false }), countAll()]);
    return { rows, total };
  }
  const total = await countAll();
  const limit = Math.min(size, total - offset);
  if (limit <= 0) return { rows: [], total };
  if (offset < total / 2) return { rows: await read({ offset, limit, backwards: false }), total };
  const rows = await read({ offset: total - offset - limit, limit, backwards: true });
  return { rows: rows.reverse(), total };
}

/**
 * Returns one page of the matching billings, including drafts, and the total on all pages; a page past the last
 * has no rows. Throws like countBillings.
 */
export async function listBillingRows(
  scope: AdminScope,
  filter: BillingFilter,
  page: Page,
): Promise<{ rows: BillingRow[]; total: number }> {
  const found = await find(filter);
  const { rows, total } = await readPage(
    page,
    () => countFound(scope, found),
    (slice) => billingSlice(found, slice),
  );
  return { rows: rows.map(toBillingRow), total };
}

/** A billing as a table row. The amount is in paise, seats are by course type in the order of the lines. */
export type BillingRow = ReturnType<typeof toBillingRow>;

function toBillingRow({ types: lines, ...row }: Awaited<ReturnType<typeof billingSlice>>[number]) {
  const types = new Map<CourseType, number>();
  for (const { courseType, seats } of lines ?? []) types.set(courseType, (types.get(courseType) ?? 0) + seats);
  return { ...row, types: [...types] };
}

/** A user as a table row. */
export type UserRow = Awaited<ReturnType<typeof userSlice>>[number];

/** Returns one page of the matching users, guests and registered ones, and the total. Throws like countBillings. */
export async function listUserRows(
  scope: AdminScope,
  filter: UserFilter,
  page: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  return readPage(
    page,
    () => countUsers(scope, filter),
    (slice) => userSlice(filter, slice),
  );
}

/** Returns the newest users. Throws like countBillings. */
export async function latestUsers(_scope: AdminScope, size: number): Promise<UserRow[]> {
  const newest = { offset: 0, limit: size, backwards: false };
  return withQueryDeadline(userSlice({ sort: 'created', dir: 'desc' }, newest));
}

/** Returns one user with the courses of their adopted or held seats, or null. Throws like countBillings. */
export async function readUser(scope: AdminScope, id: string): Promise<UserRecord | null> {
  for await (const [user] of userBatches(scope, { id }, 1)) return user ?? null;
  return null;
}

/** Returns one billing with its courses, or null. Throws like countBillings. */
export async function readBilling(scope: AdminScope, id: string): Promise<BillingRecord | null> {
  for await (const [billing] of billingBatches(scope, { id }, 1)) return billing ?? null;
  return null;
}

/**
 * Yields all billings of a selection in batches, newest first. Each batch is a separate query that starts where the
 * last one ended: no connection is held in between, and concurrent writes cause neither duplicates nor gaps. Throws
 * like countBillings.
 * @param size maximum records per batch
 */
export async function* billingBatches(
  _scope: AdminScope,
  selection: BillingSelection,
  size: number,
): AsyncGenerator<BillingRecord[], void> {
  const found = await find(selection);
  for await (const rows of batches((cursor) => billingBatch(found, cursor, size), size))
    yield rows.map(toBillingRecord);
}

/** What arrived for a billing and was not paid back, the tax withheld by the payer, and what is missing, in paise; the end of its term. */
export type BillingMoney = Pick<BatchedBilling, 'receivedPaise' | 'withheldPaise' | 'outstandingPaise' | 'dueAt'>;

/** Like billingBatches, with the money of each. */
export async function* moneyBatches(
  _scope: AdminScope,
  selection: BillingSelection,
  size: number,
): AsyncGenerator<(BillingRecord & BillingMoney)[], void> {
  const found = await find(selection);
  for await (const rows of batches((cursor) => billingBatch(found, cursor, size, { money: 'whole' }), size))
    yield rows.map(({ receivedPaise, withheldPaise, outstandingPaise, dueAt, ...row }) => ({
      ...toBillingRecord(row),
      ...{ receivedPaise, withheldPaise, outstandingPaise, dueAt },
    }));
}

/** Counts the lines of the matching billings. Throws like countBillings. */
export const countLines = async (_scope: AdminScope, selection: BillingSelection): Promise<number> =>
  totalOf(lineCount(await find(selection)));

/** Like billingBatches, for the lines of the billings that match; each has its part of the money. */
export async function* lineBatches(
  _scope: AdminScope,
  selection: BillingSelection,
  size: number,
): AsyncGenerator<LineRecord[], void> {
  const found = await find(selection);
  for await (const rows of batches((cursor) => billingBatch(found, cursor, size, { money: 'parts' }), size))
    yield rows.flatMap(toLineRecords);
}

/** Like billingBatches, for the users. */
export async function* userBatches(
  { adminId }: AdminScope,
  selection: UserSelection,
  size: number,
): AsyncGenerator<UserRecord[], void> {
  for await (const rows of batches((cursor) => userBatch(selection, cursor, size, adminId), size))
    yield rows.map(toUserRecord);
}

async function* batches<Row extends Cursor>(next: (cursor: Cursor | null) => PromiseLike<Row[]>, size: number) {
  for (let cursor: Cursor | null = null; ;) {
    const rows: Row[] = await withQueryDeadline(next(cursor));
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    cursor = rows.at(-1)!;
  }
}

function toBillingRecord(row: Omit<BatchedBilling, keyof BillingMoney>): BillingRecord {
  return {
    id: row.id,
    user_id: row.userId,
    reference: row.reference,
    company_name: row.company,
    full_name: row.fullName,
    email: row.email,
    totalPaise: row.totalPaise,
    lines: (row.lines ?? []).map(({ courseId: id, seats: selectedSeats, ...line }) => ({ id, selectedSeats, ...line })),
    payment_status: row.status,
    is_verified: row.isVerified,
    verified_channel: row.verifiedChannel,
    paper_reference: row.paperReference,
    order_number: row.orderNumber,
    consent: row.consent,
    is_adopted: row.isAdopted,
    created_at: row.createdAt.toISOString(),
  };
}

/** A line of a billing with its part of the money, as a spreadsheet has it; amounts in paise. */
export type LineRecord = ReturnType<typeof toLineRecords>[number];

function toLineRecords({ lines, parts, ...billing }: BatchedBilling) {
  const { reference, company, status, isVerified, dueAt, paperReference, orderNumber } = billing;
  const partOf = new Map(parts?.map((part) => [part.courseId, part]));
  return (lines ?? []).flatMap(({ courseId, courseName: courseType, ...line }) => {
    const { isFound, receivedPaise, withheldPaise, outstandingPaise } = partOf.get(courseId)!;
    const money = { receivedPaise, withheldPaise, outstandingPaise };
    const names = { reference, company, status, isVerified, dueAt, paperReference, orderNumber };
    return isFound ? [{ ...names, ...money, courseType, ...line }] : [];
  });
}

function toUserRecord({ at: _, createdAt, lines, ...user }: BatchedUser): UserRecord {
  return {
    ...user,
    created_at: createdAt.toISOString(),
    locked_courses: (lines ?? []).map(lockedCourseText),
  };
}
