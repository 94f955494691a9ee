import 'server-only';
import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { THIS_YEAR, todayInIndia } from '@/db/days';
import { billings, courses, institutes, releaseLines, releases, useLines, uses } from '@/db/schema';
import { OFFICE_ROLES, USE_HEADS, type ReleaseKind } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import { lockBillings } from '@/lib/adoption/core/lock-billings';
import type { Outcome, Problem } from '@/lib/platform/errors';
import { formatINR } from '@/lib/platform/money';
import { ownOffer } from '@/lib/register/statements';
import { lastDayOf } from '@/lib/platform/financial-year';
import { passablePaise, sumOf, unspentPaise } from './rules';
import type { NewRelease, NewUse, ReleaseAction } from './schema';
import { divide, lockFunds, readLineMoney, readPassed, type LineMoneyRow } from './statements';

/*
 * Money of an institute is changed one transaction after the other (lockFunds), and its adoptions are locked meanwhile, so that
 * no more is passed on than was received, and no more is used than was passed on.
 */

/** A release that is locked, with its lines. */
type Release = typeof releases.$inferSelect;
type ReleaseLine = Pick<typeof releaseLines.$inferSelect, 'billingId' | 'courseId' | 'amountPaise'>;

const keyOf = ({ billingId, courseId }: { billingId: string; courseId: string }) => `${billingId} ${courseId}`;

const hasId = (lines: readonly { billingId: string }[]) =>
  sql`${billings.id} = any(${sql.param([...new Set(lines.map(({ billingId }) => billingId))])}::uuid[])`;

async function moneyOfLines(lines: readonly ReleaseLine[], tx: Database): Promise<Map<string, LineMoneyRow>> {
  const rows = await readLineMoney(hasId(lines), tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Returns the problem if a line cannot take its amount: more than was received for it, or given back than is unspent.
 * @param spare what a line has left, before or after this release is counted
 */
function lineProblem(kind: ReleaseKind, spare: readonly number[]): Outcome<object> {
  if (spare.every((paise) => paise >= 0)) return { ok: true };
  return { ok: false, code: kind === 'passed_on' ? 'funds.above_received' : 'funds.above_passed' };
}

const spareOf = (kind: ReleaseKind, money: LineMoneyRow) =>
  kind === 'passed_on' ? passablePaise(money) : unspentPaise(money);

/** What the audit log shows of a release. */
const auditFields = ({ kind, mode, reference, amountPaise, paidOn }: Release, institute: string) => ({
  institute,
  release: kind,
  mode,
  bank_reference: reference,
  amount_paise: amountPaise,
  paid_on: paidOn,
});

/**
 * Records a transfer to an institute, or one back, by adopted lines; it counts once a second administrator confirms it.
 * Refused: more than was received for a line and is not passed on, or more back than the institute has not used; a bank reference
 * that is recorded already.
 * @returns the id of the release
 * @throws HttpError 401 'admin.session_ended'
 */
export function recordRelease(
  by: AdminScope,
  { kind, institute_id: instituteId, mode, paid_on: paidOn, bank_reference: reference, remark, lines }: NewRelease,
  database: Database = db(),
): Promise<Outcome<{ id: string }>> {
  return transaction(async (tx): Promise<Outcome<{ id: string }>> => {
    await tx.execute(lockFunds(instituteId));
    const references = lines.map((line) => line.reference);
    const locked = await lockBillings(sql`${billings.reference} = any(${sql.param(references)}::text[])`, tx);
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    if (await isInFuture(paidOn, tx)) return { ok: false, code: 'adoption.date_in_future' };
    const idOf = new Map(locked.map((billing) => [billing.reference, billing.id]));
    const newLines = lines.map(({ reference: adoption, course_id: courseId, amount: amountPaise }) => ({
      billingId: idOf.get(adoption) ?? '',
      courseId,
      amountPaise,
    }));
    return addRelease(by, { kind, instituteId, mode, paidOn, reference, remark }, newLines, tx);
  }, database);
}

/**
 * Adds a transfer, as recordRelease does, for a caller that holds the locks of its institute and its adoptions.
 * @param lines an adoption that is not known has an empty id
 * @returns its id, or a problem after which nothing was written
 */
export async function addRelease(
  by: AdminScope,
  release: Omit<typeof releases.$inferInsert, 'amountPaise' | 'recordedBy'>,
  lines: readonly ReleaseLine[],
  tx: Database,
): Promise<Outcome<{ id: string }>> {
  const { kind, instituteId, mode, reference } = release;
  const [institute] = await tx.select({ name: institutes.name }).from(institutes).where(eq(institutes.id, instituteId));
  if (!institute) return { ok: false, code: 'institute.not_found' };
  if (await isUsed({ mode, reference }, tx)) return { ok: false, code: 'adoption.reference_used' };
  const ownCourses = await tx.select({ id: courses.id }).from(courses).where(eq(courses.instituteId, instituteId));
  const own = new Set(ownCourses.map(({ id }) => id));
  const money = await moneyOfLines(
    lines.filter(({ billingId }) => billingId !== ''),
    tx,
  );
  const found = lines.map((line) => money.get(keyOf(line)));
  if (lines.some(({ courseId }, index) => !found[index] || !own.has(courseId)))
    return { ok: false, code: 'funds.line_unknown' };
  const fits = lineProblem(
    kind,
    lines.map(({ amountPaise }, index) => spareOf(kind, found[index]!) - amountPaise),
  );
  if (!fits.ok) return fits;
  const amountPaise = sumOf(lines, (line) => line.amountPaise);
  const [added] = await tx
    .insert(releases)
    .values({ ...release, amountPaise, recordedBy: by.adminId })
    .returning();
  await tx.insert(releaseLines).values(lines.map((line) => ({ ...line, releaseId: added!.id })));
  const after = { ...auditFields(added!, institute.name), lines: lines.length };
  await recordAction(by, { action: 'release.recorded', subject: added!.id, after }, tx);
  return { ok: true, id: added!.id };
}

/**
 * Confirms a recorded release: it counts, or, in a file for the bank, is ordered; enters that the bank paid an ordered one, which then
 * counts; rejects one that does not count; or enters that the bank returned one that did. Where nobody else could confirm, the same
 * administrator does.
 * @returns `alone`: the administrator who recorded it confirmed it
 */
export function changeRelease(
  by: AdminScope,
  id: string,
  step: ReleaseAction,
  database: Database = db(),
): Promise<Outcome<{ alone: boolean }>> {
  return transaction(async (tx): Promise<Outcome<{ alone: boolean }>> => {
    const [seen] = await tx.select({ instituteId: releases.instituteId }).from(releases).where(eq(releases.id, id));
    if (!seen) return { ok: false, code: 'funds.not_found' };
    await tx.execute(lockFunds(seen.instituteId));
    const lines = await tx.select().from(releaseLines).where(eq(releaseLines.releaseId, id));
    await lockBillings(hasId(lines), tx);
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const [found] = await tx
      .select({
        ...getTableColumns(releases),
        institute: institutes.name,
        needsOther: needsOtherAdmin(firstStepOf.transfer(releases), by.adminId),
      })
      .from(releases)
      .innerJoin(institutes, eq(institutes.id, releases.instituteId))
      .where(eq(releases.id, id))
      .for('no key update', { of: releases });
    const { institute, needsOther, ...release } = found!;
    if (!FROM[step.action].includes(release.state)) return { ok: false, code: 'funds.changed' };
    if (step.action === 'confirm' && needsOther) return { ok: false, code: 'adoption.second_admin' };
    if (step.action !== 'reject') {
      const problem = await stepProblem(step.action, release, lines, tx);
      if (!problem.ok) return problem;
    }
    if (step.action === 'pay') {
      const problem = await bankProblem(release, step, tx);
      if (!problem.ok) return problem;
    }
    const set = stepOf(step, release, by);
    const [changed] = await tx.update(releases).set(set).where(eq(releases.id, id)).returning();
    const after = { ...auditFields(changed!, institute), reason: step.reason };
    await recordAction(by, { action: `release.${set.state}`, subject: id, after }, tx);
    return { ok: true, alone: step.action === 'confirm' && release.recordedBy === by.adminId };
  }, database);
}

/** The states of a release in which a step can be taken. */
const FROM: Record<ReleaseAction['action'], readonly Release['state'][]> = {
  confirm: ['recorded'],
  pay: ['ordered'],
  reject: ['recorded', 'ordered'],
  return: ['confirmed'],
};

/** What a step writes. */
function stepOf(step: ReleaseAction, { bankFileId }: Release, by: AdminScope) {
  const time = sql`clock_timestamp()`;
  switch (step.action) {
    case 'confirm': {
      const state = bankFileId === null ? 'confirmed' : 'ordered';
      return { state, confirmedBy: by.adminId, confirmedAt: time } as const;
    }
    case 'pay':
      return { state: 'confirmed', paidOn: step.paid_on, reference: step.bank_reference } as const;
    case 'reject':
      return { state: 'rejected', confirmedBy: null, confirmedAt: null } as const;
    case 'return':
      return { state: 'returned', returnedAt: time } as const;
  }
}

/** Whether the bank can have paid a release on a day with a reference. */
async function bankProblem(
  { id, mode }: Release,
  { paid_on: paidOn, bank_reference: reference }: Extract<ReleaseAction, { action: 'pay' }>,
  tx: Database,
): Promise<Outcome<object>> {
  if (await isInFuture(paidOn, tx)) return { ok: false, code: 'adoption.date_in_future' };
  return (await isUsed({ id, mode, reference }, tx)) ? { ok: false, code: 'adoption.reference_used' } : { ok: true };
}

/** Whether a day is after today in India. */
async function isInFuture(day: string, tx: Database): Promise<boolean> {
  const [row] = await tx.execute<{ is: boolean }>(sql`select ${day}::date > ${todayInIndia} as "is"`);
  return row!.is;
}

/** Whether another release has the bank's reference. @param id of the release; undefined: a new one */
async function isUsed(
  { id, mode, reference }: Pick<typeof releases.$inferInsert, 'id' | 'mode' | 'reference'>,
  tx: Database,
): Promise<boolean> {
  const isOther = id === undefined ? undefined : ne(releases.id, id);
  const same = and(eq(releases.mode, mode), eq(releases.reference, reference), ne(releases.state, 'rejected'), isOther);
  return (await tx.$count(releases, same)) > 0;
}

/** Whether the lines of a release can take that it counts, or that it counts no longer. */
async function stepProblem(
  action: 'confirm' | 'pay' | 'return',
  { kind }: Release,
  lines: readonly ReleaseLine[],
  tx: Database,
): Promise<Outcome<object>> {
  const money = await moneyOfLines(lines, tx);
  const moneyOf = (line: ReleaseLine) => money.get(keyOf(line))!;
  // What waits has been subtracted already.
  if (action !== 'return')
    return lineProblem(
      kind,
      lines.map((line) => spareOf(kind, moneyOf(line))),
    );
  const other = kind === 'passed_on' ? 'given_back' : 'passed_on';
  const problem = lineProblem(
    other,
    lines.map((line) => spareOf(other, moneyOf(line)) - line.amountPaise),
  );
  return problem.ok || kind === 'given_back' ? problem : { ok: false, code: 'funds.used_already' };
}

/**
 * States that an institute received a transfer on a day. Another day corrects it.
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function acknowledgeRelease(scope: InstituteScope, id: string, receivedOn: string): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const [release] = await tx
      .select({
        ...getTableColumns(releases),
        institute: institutes.name,
        isFuture: sql<boolean>`${receivedOn}::date > ${todayInIndia}`,
        isEarly: sql<boolean>`${receivedOn}::date < ${releases.paidOn}`,
      })
      .from(releases)
      .innerJoin(institutes, eq(institutes.id, releases.instituteId))
      .where(
        and(
          eq(releases.id, id),
          inArray(
            releases.instituteId,
            scope.institutes.map((own) => own.id),
          ),
        ),
      )
      .for('no key update', { of: releases });
    if (!release || release.kind !== 'passed_on' || release.state !== 'confirmed')
      return { ok: false, code: 'funds.not_found' };
    await requireActingOffice(scope, { roles: OFFICE_ROLES, institutes: [release.instituteId] }, tx);
    if (release.isFuture) return { ok: false, code: 'adoption.date_in_future' };
    if (release.isEarly) return { ok: false, code: 'funds.received_early' };
    if (release.receivedOn === receivedOn) return { ok: true };
    const values = { receivedOn, receivedBy: scope.adminId, receivedAt: sql`now()` };
    await tx.update(releases).set(values).where(eq(releases.id, id));
    const before = release.receivedOn === null ? null : { day: release.receivedOn };
    const after = { ...auditFields(release, release.institute), day: receivedOn };
    await recordAction(scope, { action: 'release.received', subject: id, before, after }, tx);
    return { ok: true };
  });
}

/**
 * States how much of the money passed on for an offer was used up to the end of a financial year. It is a new revision: nothing is
 * changed. The lines of the offer share it in proportion to what each has left of the year before; later years that were stated are
 * shared anew, with the same sums.
 * @returns the revision; codes 'use.changed' if another one was stated meanwhile, 'use.future' for a year that has not begun, 'use.nothing_passed', 'use.above_passed' and
 * 'use.below_earlier' or 'use.above_later' with the amount that limits the sum, or what was spent on something, and its field
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export async function stateUse(
  scope: InstituteScope,
  courseId: string,
  { financial_year: year, used: usedPaise, heads, revision }: NewUse,
): Promise<UseOutcome> {
  const offer = await ownOffer(scope, courseId);
  if (!offer) return { ok: false, code: 'admin.not_found' };
  return transaction(async (tx): Promise<UseOutcome> => {
    await tx.execute(lockFunds(offer.instituteId));
    await requireActingOffice(scope, { roles: OFFICE_ROLES, institutes: [offer.instituteId] }, tx);
    const stated = await newestUses(courseId, tx);
    const same = stated.find(({ financialYear }) => financialYear === year);
    if ((same?.revision ?? 0) !== revision) return { ok: false, code: 'use.changed' };
    const [now] = await tx.execute<{ year: string }>(sql`select ${THIS_YEAR} as year`);
    if (year > now!.year) return { ok: false, code: 'use.future' };
    const passed = await readPassed(courseId, lastDayOf(year), tx);
    const passedPaise = sumOf(passed, (line) => line.passedPaise);
    if (passedPaise === 0) return { ok: false, code: 'use.nothing_passed' };
    const earlier = stated.findLast(({ financialYear }) => financialYear < year);
    const later = stated.filter(({ financialYear }) => financialYear > year);
    if (usedPaise > passedPaise)
      return { ok: false, code: 'use.above_passed', params: { amount: formatINR(passedPaise) } };
    const use = { usedPaise, heads: heads ?? null };
    const below = firstOutside(use, earlier, (paise, limit) => paise < limit);
    if (below) return { ok: false, code: 'use.below_earlier', params: { amount: below.amount }, field: below.field };
    const above = firstOutside(use, later[0], (paise, limit) => paise > limit);
    if (above) return { ok: false, code: 'use.above_later', params: { amount: above.amount }, field: above.field };
    const stating = { ...use, revision: revision + 1, statedBy: scope.adminId };
    const shared = later.map(({ id: _, ...use }) => ({ ...use, revision: use.revision + 1 }));
    let before = earlier ? await linesOfUse(earlier.id, tx) : new Map<string, number>();
    for (const added of [{ ...stating, courseId, financialYear: year }, ...shared])
      before = await addUse(added, before, tx);
    const names = { branch: offer.branch, institute: offer.institute, session: offer.session, financial_year: year };
    const after = { ...names, amount_paise: usedPaise, ...headFields(heads) };
    const entry = same
      ? ({ action: 'use.corrected', before: { ...names, amount_paise: same.usedPaise }, after } as const)
      : ({ action: 'use.stated', after } as const);
    await recordAction(scope, { ...entry, subject: courseId }, tx);
    return { ok: true, revision: revision + 1 };
  });
}

type UseOutcome = { ok: true; revision: number } | ({ ok: false; field?: string } & Problem);

type StatedUse = Pick<typeof uses.$inferSelect, 'usedPaise' | 'heads'>;

/** Returns the first amount of a use that is outside of that of another year, as a limit; null: none. */
function firstOutside(
  use: StatedUse,
  other: StatedUse | undefined,
  isOutside: (paise: number, limit: number) => boolean,
): { field: string; amount: string } | null {
  const limits = [
    { field: 'used', paise: use.usedPaise, limit: other?.usedPaise },
    ...USE_HEADS.map((head) => ({
      field: `heads.${head}`,
      paise: use.heads && (use.heads[head] ?? 0),
      limit: other?.heads ? (other.heads[head] ?? 0) : undefined,
    })),
  ];
  for (const { field, paise, limit } of limits)
    if (paise !== null && limit !== undefined && isOutside(paise, limit)) return { field, amount: formatINR(limit) };
  return null;
}

const headFields = (heads: NewUse['heads'] | null): Record<string, number> =>
  Object.fromEntries(Object.entries(heads ?? {}).map(([head, paise]) => [`${head}_paise`, paise ?? 0]));

/** The newest statement of each financial year, in their order. */
const newestUses = (courseId: string, tx: Database) =>
  tx
    .selectDistinctOn([uses.financialYear])
    .from(uses)
    .where(eq(uses.courseId, courseId))
    .orderBy(uses.financialYear, desc(uses.revision));

/** What of a statement each line used, in paise, by its adoption. */
async function linesOfUse(useId: string, tx: Database): Promise<Map<string, number>> {
  const rows = await tx.select().from(useLines).where(eq(useLines.useId, useId));
  return new Map(rows.map(({ billingId, usedPaise }) => [billingId, usedPaise]));
}

type AddedUse = Omit<typeof uses.$inferInsert, 'id' | 'passedPaise'>;

/**
 * Adds a statement with its lines.
 * @param before what each line had used up to the year before
 * @returns what each line has used
 */
async function addUse(use: AddedUse, before: Map<string, number>, tx: Database): Promise<Map<string, number>> {
  const passed = await readPassed(use.courseId, lastDayOf(use.financialYear), tx);
  const earlier = passed.map(({ billingId }) => before.get(billingId) ?? 0);
  const rest = use.usedPaise - sumOf(earlier, (paise) => paise);
  const parts = await divide(
    rest,
    passed.map(({ passedPaise }, index) => passedPaise - earlier[index]!),
    tx,
  );
  const passedPaise = sumOf(passed, (line) => line.passedPaise);
  const [added] = await tx
    .insert(uses)
    .values({ ...use, passedPaise })
    .returning({ id: uses.id });
  const lines = passed.map((line, index) => ({ ...line, usedPaise: earlier[index]! + parts[index]! }));
  await tx.insert(useLines).values(lines.map((line) => ({ ...line, useId: added!.id, courseId: use.courseId })));
  return new Map(lines.map(({ billingId, usedPaise }) => [billingId, usedPaise]));
}
