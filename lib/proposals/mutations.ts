import 'server-only';
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { db, withLongStatements, type Database } from '@/db/client';
import { academicSessions, admins, courses, institutes, outboundMessages, proposals } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { isOwnInstitute, requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import { applyDryRun, dryRunImport } from '@/lib/catalogue-import/dry-run';
import type { Imported } from '@/lib/catalogue-import/mutations';
import type { CatalogueFile } from '@/lib/catalogue-import/read';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { areaOf } from '@/lib/catalogue/areas/queries';
import type { ProposedChange } from '@/lib/catalogue/proposals';
import { overdueSeats } from '@/lib/catalogue/statements';
import type { AccountMessageDetail } from '@/lib/notifications/schema';
import type { Outcome } from '@/lib/platform/errors';
import { groupBy } from '@/lib/platform/group-by';
import { IMPORT_STATEMENT_MS, MAX_OPEN_BRANCHES, PROPOSAL_DAYS } from '@/lib/platform/limits';
import { jsonDigest } from '@/lib/platform/json-digest';
import { contentOf, similarBranch, type CurrentProposal } from './rules';
import type { WantedBranch, WantedChange } from './read';
import { branchNames, canChange, changeColumns, currentColumns, openKinds, takenSeats } from './statements';

type Values = typeof proposals.$inferInsert;

/**
 * Proposes other seats, another price or the end of an offer: seats and price together are one proposal, the end is one of its own.
 * @param wanted as readChange returns it
 * @returns the number of proposals; 'admin.not_found' for an unknown id, offers of others and of closed sessions;
 * 'course.below_taken', 'offer_proposal.nothing', or 'offer_proposal.open' if the same kind is proposed for the offer already
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function proposeChange(
  scope: InstituteScope,
  courseId: string,
  { total_seats: totalSeats, price_per_seat: pricePaise, close, note }: WantedChange,
): Promise<Outcome<{ proposals: number }>> {
  return transaction(async (tx): Promise<Outcome<{ proposals: number }>> => {
    const [found] = await tx
      .select({ offer: courses, institute: institutes, open: openKinds, taken: takenSeats })
      .from(courses)
      .innerJoin(institutes, eq(institutes.id, courses.instituteId))
      .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(and(eq(courses.id, courseId), isOwnInstitute(scope, institutes.id), canChange));
    if (!found) return { ok: false, code: 'admin.not_found' };
    const { offer, institute, open, taken } = found;
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [institute.id] }, tx);
    const changes: Pick<Values, 'kind' | 'totalSeats' | 'pricePaise' | 'oldSeats' | 'oldPaise'>[] = [];
    const seats = totalSeats !== undefined &&
      totalSeats !== offer.totalSeats && { totalSeats, oldSeats: offer.totalSeats };
    const price = pricePaise !== undefined &&
      pricePaise !== offer.pricePaise && { pricePaise, oldPaise: offer.pricePaise };
    if (seats || price) changes.push({ kind: seats ? 'seats' : 'price', ...seats, ...price });
    if (close && offer.isOpen) changes.push({ kind: 'close' });
    const kinds = [seats && 'seats', price && 'price', ...changes.map(({ kind }) => kind)];
    if (changes.length === 0) return { ok: false, code: 'offer_proposal.nothing' };
    if (kinds.some((kind) => kind && open.includes(kind))) return { ok: false, code: 'offer_proposal.open' };
    if (seats && seats.totalSeats < taken) return { ok: false, code: 'course.below_taken', params: { taken } };
    const common = { instituteId: institute.id, courseId, note: note || null, proposedBy: scope.adminId };
    const { courseType, branch, session } = offer;
    // Somebody who proposes the same at once violates the index; the transaction then runs again and sees that proposal.
    for (const change of changes)
      await propose(scope, { ...common, ...change }, { courseType, branch, session, institute }, tx);
    return { ok: true, proposals: changes.length };
  });
}

/** Stores a proposal and its audit log entry. */
async function propose(
  scope: InstituteScope,
  values: Values,
  {
    institute: { name, city },
    ...course
  }: { institute: { name: string; city: string }; courseType: string; branch: string; session: string },
  tx: Database,
): Promise<void> {
  const [added] = await tx.insert(proposals).values(values).returning({ id: proposals.id });
  const { kind, totalSeats = null, pricePaise = null } = values;
  const entry = entryOf({ ...course, institute: name, city, kind, totalSeats, pricePaise });
  await recordAction(scope, { action: 'proposal.made', subject: added!.id, after: entry }, tx);
}

/** What the audit log says of a proposal. */
const entryOf = ({
  courseType,
  branch,
  session,
  institute,
  city,
  kind,
  totalSeats,
  pricePaise,
}: Pick<ProposedChange, 'courseType' | 'branch' | 'session' | 'totalSeats' | 'pricePaise'> & {
  kind: string;
  institute: string;
  city: string;
}) => ({
  course_type: courseType,
  branch,
  session,
  institute,
  city,
  ...(totalSeats !== null && { total_seats: totalSeats }),
  ...(pricePaise !== null && { price_paise: pricePaise }),
  ...(kind === 'close' && { is_open: false }),
});

/**
 * Proposes a new offer of an institute.
 * @param wanted as readBranch returns it
 * @returns 'admin.not_found' for an institute of others; 'session.not_found' for one whose session is closed or unknown;
 * 'course.duration_below_year'; 'offer_proposal.branch_exists'; 'offer_proposal.open' if the same one is proposed already;
 * 'offer_proposal.branch_similar' with the name of a branch that is spelled nearly the same, unless it is said to be another one;
 * 'offer_proposal.too_many'
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function proposeBranch(
  scope: InstituteScope,
  instituteId: string,
  wanted: WantedBranch,
): Promise<Outcome<{ proposals: number }>> {
  const institute = scope.institutes.find(({ id }) => id === instituteId);
  if (!institute) return Promise.resolve({ ok: false, code: 'admin.not_found' });
  const { course_name: courseType, session, duration_years: durationYears, total_seats: totalSeats } = wanted;
  const studyYear = wanted.study_year ?? 1;
  return transaction(async (tx): Promise<Outcome<{ proposals: number }>> => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [instituteId] }, tx);
    const isSession = and(eq(academicSessions.name, session), canChange);
    if ((await tx.$count(academicSessions, isSession)) === 0) return { ok: false, code: 'session.not_found' };
    if (durationYears !== null && durationYears < studyYear)
      return { ok: false, code: 'course.duration_below_year', params: { year: studyYear } };
    const branches = (await branchNames(courseType, tx)).map(({ branch }) => branch);
    const spelled = branches.find((name) => name.toLowerCase() === wanted.branch.toLowerCase());
    const branch = spelled ?? wanted.branch;
    const similar = spelled === undefined && !wanted.is_other_name ? similarBranch(branch, branches) : null;
    if (similar !== null) return { ok: false, code: 'offer_proposal.branch_similar', params: { branch: similar } };
    const offered = and(
      eq(courses.instituteId, instituteId),
      eq(courses.courseType, courseType),
      sql`lower(${courses.branch}) = lower(${branch})`,
      eq(courses.session, session),
      eq(courses.studyYear, studyYear),
    );
    if ((await tx.$count(courses, offered)) > 0) return { ok: false, code: 'offer_proposal.branch_exists' };
    const isOpen = and(
      eq(proposals.instituteId, instituteId),
      eq(proposals.kind, 'branch'),
      eq(proposals.state, 'open'),
    );
    const open = await tx
      .select({
        courseType: proposals.courseType,
        branch: proposals.branch,
        session: proposals.session,
        studyYear: proposals.studyYear,
      })
      .from(proposals)
      .where(isOpen);
    const isSame = (other: (typeof open)[number]) =>
      other.courseType === courseType && other.session === session && other.studyYear === studyYear;
    if (open.some((other) => isSame(other) && other.branch!.toLowerCase() === branch.toLowerCase()))
      return { ok: false, code: 'offer_proposal.open' };
    if (open.length >= MAX_OPEN_BRANCHES)
      return { ok: false, code: 'offer_proposal.too_many', params: { max: MAX_OPEN_BRANCHES } };
    const values: Values = {
      instituteId,
      kind: 'branch',
      courseType,
      branch,
      branchHindi: wanted.branch_hindi,
      durationYears,
      session,
      studyYear,
      totalSeats,
      pricePaise: wanted.price_per_seat,
      note: wanted.note || null,
      proposedBy: scope.adminId,
    };
    await propose(scope, values, { courseType, branch, session, institute }, tx);
    return { ok: true, proposals: 1 };
  });
}

/**
 * Withdraws an open proposal of the office's.
 * @returns 'offer_proposal.not_found' for an unknown id and for proposals of others; 'offer_proposal.answered'
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function withdrawProposal(scope: InstituteScope, id: string): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [] }, tx);
    const [proposal] = await tx
      .select({ state: proposals.state })
      .from(proposals)
      .where(and(eq(proposals.id, id), isOwnInstitute(scope, proposals.instituteId)))
      .for('no key update');
    if (!proposal) return { ok: false, code: 'offer_proposal.not_found' };
    if (proposal.state !== 'open') return { ok: false, code: 'offer_proposal.answered' };
    await answer({ ids: [id], state: 'withdrawn', by: scope.adminId }, tx);
    const [change] = await readChanges([id], tx);
    await recordAction(scope, { action: 'proposal.withdrawn', subject: id, after: entryOf(change!) }, tx);
    return { ok: true };
  });
}

type Answer = { ids: readonly string[]; state: 'accepted' | 'refused' | 'withdrawn'; by: string; reason?: string };

const answer = ({ ids, state, by, reason }: Answer, tx: Database) =>
  tx
    .update(proposals)
    .set({ state, answeredBy: by, answeredAt: sql`now()`, reason })
    .where(inArray(proposals.id, ids));

/** What a refused acceptance says: the check as it would be now. */
type Refused =
  | { ok: false; code: 'offer_proposal.not_found' | 'offer_proposal.answered' }
  | { ok: false; code: 'catalogue.import_changed' | 'catalogue.import_bad'; dryRun: DryRun };

/**
 * Returns what accepting proposals would do: the dry run of an import with a row for each of their offers. Read-only.
 * @returns 'offer_proposal.not_found' for an unknown id, 'offer_proposal.answered' if one is not open any more
 */
export function checkProposals(
  scope: AreaScope,
  ids: readonly string[],
): Promise<{ ok: true; dryRun: DryRun } | Refused> {
  return transaction(async (tx) => {
    const found = await readProposals(scope, ids, tx);
    return found.ok ? { ok: true, dryRun: await dryRunImport(scope, fileOf(found.current), tx) } : found;
  });
}

/**
 * Accepts proposals, all or none: imports exactly what a check showed, with the entries, limits and errors of an import, and
 * tells the offices. Somebody else who changes an offer meanwhile is noticed by the import.
 * @param digest that of the check
 */
export async function acceptProposals(
  scope: AreaScope,
  ids: readonly string[],
  digest: string,
): Promise<({ ok: true } & Imported) | Refused> {
  const offers = await db()
    .select({ id: proposals.courseId })
    .from(proposals)
    .where(and(inArray(proposals.id, ids), isNotNull(proposals.courseId)));
  const courseIds = [...new Set(offers.map(({ id }) => id!))];
  if (courseIds.length > 0) await releaseExpiredHolds(courseIds);
  return withLongStatements(IMPORT_STATEMENT_MS, (database) =>
    transaction(async (tx): Promise<({ ok: true } & Imported) | Refused> => {
      await lockProposals(ids, tx);
      await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
      const found = await readProposals(scope, ids, tx);
      if (!found.ok) return found;
      const applied = await applyDryRun(scope, fileOf(found.current), digest, tx);
      if (!applied.ok) return applied;
      await tellOffices(ids, 'accepted', null, tx);
      await answer({ ids, state: 'accepted', by: scope.adminId }, tx);
      for (const { id, ...change } of found.current)
        await recordAction(scope, { action: 'proposal.accepted', subject: id, after: entryOf(change) }, tx);
      return applied;
    }, database),
  );
}

/**
 * Refuses proposals, all or none, and tells the offices why.
 * @returns as checkProposals
 */
export function refuseProposals(scope: AreaScope, ids: readonly string[], reason: string): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    await lockProposals(ids, tx);
    await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
    const found = await readProposals(scope, ids, tx);
    if (!found.ok) return found;
    await tellOffices(ids, 'refused', reason, tx);
    await answer({ ids, state: 'refused', by: scope.adminId, reason }, tx);
    for (const { id, ...change } of found.current)
      await recordAction(scope, { action: 'proposal.refused', subject: id, after: { ...entryOf(change), reason } }, tx);
    return { ok: true };
  });
}

const lockProposals = (ids: readonly string[], tx: Database) =>
  tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(inArray(proposals.id, ids))
    .orderBy(asc(proposals.id))
    .for('no key update');

type Found =
  | { ok: true; current: CurrentProposal[] }
  | { ok: false; code: 'offer_proposal.not_found' | 'offer_proposal.answered' };

/** Returns open proposals with their offers as they are now, by institute and branch. */
async function readProposals(scope: AreaScope, ids: readonly string[], tx: Database): Promise<Found> {
  const area = await areaOf(scope, tx);
  const rows = await readChanges(ids, tx, area?.institute);
  if (rows.length < new Set(ids).size) return { ok: false, code: 'offer_proposal.not_found' };
  if (rows.some(({ state }) => state !== 'open')) return { ok: false, code: 'offer_proposal.answered' };
  return { ok: true, current: rows.map(({ state: _, ...current }) => current) };
}

const readChanges = (ids: readonly string[], tx: Database, which?: SQL) =>
  tx
    .select({ ...currentColumns, state: proposals.state })
    .from(proposals)
    .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
    .leftJoin(courses, eq(courses.id, proposals.courseId))
    .where(and(inArray(proposals.id, ids), which))
    .orderBy(institutes.name, institutes.city, changeColumns.courseType, changeColumns.branch, proposals.id);

/** The name that the audit log has in place of that of a file. */
const FILE_NAME = 'Proposals of institutes';

/** Proposals as a file that was read. */
function fileOf(current: readonly CurrentProposal[]): CatalogueFile {
  const sha256 = jsonDigest(current.map(({ id }) => id));
  const note = { sheet: '', isHidden: false, otherSheets: [], hiddenRows: 0, line: 1 };
  return { ...contentOf(current), note, source: { fileName: FILE_NAME, sha256 } };
}

/** Changes that one e-mail names. */
const MAX_NAMED = 20;

/** Queues an e-mail to everybody who made one of these proposals and still works there, for each institute. */
async function tellOffices(
  ids: readonly string[],
  decision: 'accepted' | 'refused',
  reason: string | null,
  tx: Database,
): Promise<void> {
  const rows = await tx
    .select({
      recipient: admins.username,
      locale: admins.locale,
      instituteId: institutes.id,
      institute: institutes.name,
      hindi: institutes.hindi,
      city: institutes.city,
      change: changeColumns,
    })
    .from(proposals)
    .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
    .innerJoin(admins, and(eq(admins.id, proposals.proposedBy), isNull(admins.deactivatedAt)))
    .leftJoin(courses, eq(courses.id, proposals.courseId))
    .where(inArray(proposals.id, ids))
    .orderBy(changeColumns.courseType, changeColumns.branch, proposals.id);
  const groups = groupBy(rows, ({ recipient, instituteId }) => `${recipient} ${instituteId}`);
  const messages = [...groups.values()].map((group) => {
    const { recipient, locale, institute, hindi, city } = group[0]!;
    const changes = group.slice(0, MAX_NAMED).map(({ change }) => change);
    const detail: AccountMessageDetail = {
      decision,
      institute,
      hindi: hindi ?? undefined,
      city,
      changes,
      count: group.length,
      ...(reason !== null && { reason }),
    };
    return { kind: 'proposals_answered', recipient, locale, detail };
  });
  if (messages.length > 0) await tx.insert(outboundMessages).values(messages);
}

/**
 * Deletes proposals that were answered PROPOSAL_DAYS ago; the audit log keeps what they were.
 * @returns their number
 */
export async function purgeProposals(): Promise<number> {
  const end = sql`now() - ${PROPOSAL_DAYS}::int * interval '1 day'`;
  const { count } = await db().delete(proposals).where(lt(proposals.answeredAt, end));
  return count;
}
