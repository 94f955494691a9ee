import 'server-only';
import { and, asc, count, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { academicSessions, admins, courses, institutes, proposals } from '@/db/schema';
import type { CourseType, ProposalKind, ProposalState } from '@/db/schema/enums';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { instituteIds, isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import type { ProposedChange } from '@/lib/catalogue/proposals';
import { overdueSeats } from '@/lib/catalogue/statements';
import { wordsOf } from '@/lib/platform/cell';
import { chosenFilter } from '@/lib/platform/chosen-filter';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Outcome } from '@/lib/platform/errors';
import { MAX_DECIDED_PROPOSALS } from '@/lib/platform/limits';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { RowChoice } from '@/lib/platform/row-choice';
import { problemOf } from './rules';
import { PROPOSAL_LIST, type ProposalFilter } from './schema';
import { canChange, changeColumns, currentColumns, openKinds, takenSeats } from './statements';
import type { RowProblem } from '@/lib/catalogue-import/schema';

/** An offer of an office that it may propose to change; amounts in paise. */
export type ChangeableOffer = {
  id: string;
  institute: string;
  instituteHindi: string | null;
  city: string;
  courseType: CourseType;
  branch: string;
  branchHindi: string | null;
  session: string;
  studyYear: number;
  years: number | null;
  totalSeats: number;
  /** Seats that are adopted or held: the total cannot be below. */
  taken: number;
  pricePaise: number;
  isOpen: boolean;
  /** What is proposed for it and not answered yet. */
  open: ProposalKind[];
};

/** Returns the offers of an office in sessions that are not closed, by institute, the newest session first. */
export const listChangeableOffers = (scope: InstituteScope): Promise<ChangeableOffer[]> =>
  withQueryDeadline(
    db()
      .select({
        id: courses.id,
        institute: institutes.name,
        instituteHindi: institutes.hindi,
        city: institutes.city,
        courseType: courses.courseType,
        branch: courses.branch,
        branchHindi: courses.branchHindi,
        session: courses.session,
        studyYear: courses.studyYear,
        years: courses.durationYears,
        totalSeats: courses.totalSeats,
        taken: takenSeats,
        pricePaise: courses.pricePaise,
        isOpen: courses.isOpen,
        open: openKinds as SQL<ProposalKind[]>,
      })
      .from(courses)
      .innerJoin(institutes, eq(institutes.id, courses.instituteId))
      .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(and(isOwnInstitute(scope, institutes.id), canChange))
      .orderBy(
        asc(institutes.name),
        desc(courses.session),
        asc(courses.courseType),
        asc(courses.branch),
        courses.studyYear,
      ),
  );

/** Returns the names of the sessions that new offers may be of, the open ones first. */
export async function sessionsToPropose(_scope: InstituteScope): Promise<string[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ name: academicSessions.name })
      .from(academicSessions)
      .where(canChange)
      .orderBy(sql`${academicSessions.state} <> 'open'`, desc(academicSessions.name)),
  );
  return rows.map(({ name }) => name);
}

/** A proposal of an office, as it sees it. */
export type OwnProposal = {
  id: string;
  state: ProposalState;
  change: ProposedChange;
  institute: string;
  instituteHindi: string | null;
  city: string;
  note: string | null;
  reason: string | null;
  proposedBy: string | null;
  proposedAt: Date;
  answeredAt: Date | null;
};

/** Proposals on a page of the office. */
const OWN_PAGE_SIZE = 20;

const openFirst = [sql`${proposals.state} <> 'open'`, desc(proposals.proposedAt), desc(proposals.id)];

/**
 * Returns a page of the proposals of an office, open ones first, then the newest.
 * @param wanted the page, from 1; the last one if there are fewer
 */
export async function listOwnProposals(
  scope: InstituteScope,
  wanted: number,
): Promise<{ rows: OwnProposal[]; page: number; pages: number }> {
  const isOwn = isOwnInstitute(scope, proposals.instituteId);
  const pages = Math.max(1, Math.ceil((await db().$count(proposals, isOwn)) / OWN_PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const rows = await withQueryDeadline(
    db()
      .select({
        id: proposals.id,
        state: proposals.state,
        change: changeColumns,
        institute: institutes.name,
        instituteHindi: institutes.hindi,
        city: institutes.city,
        note: proposals.note,
        reason: proposals.reason,
        proposedBy: admins.username,
        proposedAt: proposals.proposedAt,
        answeredAt: proposals.answeredAt,
      })
      .from(proposals)
      .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
      .leftJoin(courses, eq(courses.id, proposals.courseId))
      .leftJoin(admins, eq(admins.id, proposals.proposedBy))
      .where(isOwn)
      .orderBy(...openFirst)
      .limit(OWN_PAGE_SIZE)
      .offset((page - 1) * OWN_PAGE_SIZE),
  );
  return { rows, page, pages };
}

/** Days for which an answer is among what an office has to look at. */
const ANSWER_DAYS = 14;

/** Returns how many proposals of an office administrators accepted and refused in the last ANSWER_DAYS. */
export async function countAnswers(scope: InstituteScope): Promise<{ accepted: number; refused: number }> {
  const [row] = await withQueryDeadline(
    db()
      .select({
        accepted: sql<number>`count(*) filter (where ${proposals.state} = 'accepted')`.mapWith(Number),
        refused: sql<number>`count(*) filter (where ${proposals.state} = 'refused')`.mapWith(Number),
      })
      .from(proposals)
      .where(
        and(
          inArray(proposals.instituteId, instituteIds(scope)),
          ne(proposals.state, 'open'),
          gt(proposals.answeredAt, sql`now() - ${ANSWER_DAYS}::int * interval '1 day'`),
        ),
      ),
  );
  return row!;
}

/** A proposal as administrators see it. `problem`: why it cannot be accepted any more. */
export type ShownProposal = OwnProposal & { answeredBy: string | null; problem: RowProblem | null };

function matchesOf({ q, state }: ProposalFilter): SQL | undefined {
  const text = sql`concat_ws(' ', ${institutes.name}, ${institutes.city}, ${proposals.branch}, ${courses.branch})`;
  return and(state && eq(proposals.state, state), ...wordsOf(q).map((word) => hasPart(text, word)));
}

/**
 * Returns the ids of chosen proposals: those given, or the open ones that a filter of PROPOSAL_LIST finds now.
 * @returns 'offer_proposal.none_chosen' if there are none, 'offer_proposal.too_many_chosen' for more than MAX_DECIDED_PROPOSALS
 * @throws HttpError 'request.invalid' as chosenFilter
 */
export async function findChosen(scope: AreaScope, choice: RowChoice): Promise<Outcome<{ ids: string[] }>> {
  if (choice.by === 'ids') return { ok: true, ids: choice.ids };
  const filter = chosenFilter(PROPOSAL_LIST, choice.filter);
  const area = await areaOf(scope);
  const rows = await withQueryDeadline(
    db()
      .select({ id: proposals.id })
      .from(proposals)
      .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
      .leftJoin(courses, eq(courses.id, proposals.courseId))
      .where(and(matchesOf(filter), eq(proposals.state, 'open'), area?.institute))
      .orderBy(proposals.id)
      .limit(MAX_DECIDED_PROPOSALS + 1),
  );
  if (rows.length === 0) return { ok: false, code: 'offer_proposal.none_chosen' };
  if (rows.length > MAX_DECIDED_PROPOSALS) return { ok: false, code: 'offer_proposal.too_many_chosen' };
  return { ok: true, ids: rows.map(({ id }) => id) };
}

const answerer = alias(admins, 'answerer');

/**
 * Returns a page of the proposals, open ones first, by institute, then the newest, and the number of all that match.
 * @param page from 1; a page past the last has no rows
 */
export async function listProposals(
  scope: AreaScope,
  { q, state }: ProposalFilter,
  page: number,
): Promise<{ rows: ShownProposal[]; total: number }> {
  const area = await areaOf(scope);
  const matches = and(matchesOf({ q, state }), area?.institute);
  const [rows, [found]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          ...currentColumns,
          state: proposals.state,
          change: changeColumns,
          instituteHindi: institutes.hindi,
          note: proposals.note,
          reason: proposals.reason,
          proposedBy: admins.username,
          proposedAt: proposals.proposedAt,
          answeredAt: proposals.answeredAt,
          answeredBy: answerer.username,
        })
        .from(proposals)
        .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
        .leftJoin(courses, eq(courses.id, proposals.courseId))
        .leftJoin(admins, eq(admins.id, proposals.proposedBy))
        .leftJoin(answerer, eq(answerer.id, proposals.answeredBy))
        .where(matches)
        .orderBy(
          openFirst[0]!,
          sql`case when ${proposals.state} = 'open' then lower(${institutes.city} || ${institutes.name}) end`,
          ...openFirst.slice(1),
        )
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
      db()
        .select({ total: count() })
        .from(proposals)
        .innerJoin(institutes, eq(institutes.id, proposals.instituteId))
        .leftJoin(courses, eq(courses.id, proposals.courseId))
        .where(matches),
    ]),
  );
  const shown = rows.map((row) => ({ ...row, problem: row.state === 'open' ? problemOf(row) : null }));
  return { rows: shown, total: found!.total };
}
