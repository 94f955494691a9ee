import 'server-only';
import { and, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, withLongStatements, type Database } from '@/db/client';
import { isLiveReservation } from '@/db/hold-conditions';
import { academicSessions, courses, reservationItems, reservations } from '@/db/schema';
import { COURSE_TYPES } from '@/db/schema/enums';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import type { AdminScope, AreaScope } from '@/lib/accounts/administrators/session';
import { overdueSeats } from '@/lib/catalogue/statements';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { datedReports } from '@/lib/register/report-statements';
import { renewalPlan, type PlannedPart } from './renewal-statements';
import { addUp } from './rules';
import { dryRunStatement, partsOf, type Part, type SumsRow } from './statements';
import type { DryRun, ListedSession, Opening, RenewalPlan, RenewalSums, ReportDates } from './schema';

/**
 * Returns all sessions, the newest first, with the seats of their open offers. Seats of ended holds are not held.
 * @throws DeadlineError when the database does not answer in time
 */
export function listSessions(_scope: AdminScope): Promise<ListedSession[]> {
  const open = db()
    .select({
      session: courses.session,
      offers: sql<number>`count(*)`.as('offers'),
      seats: sql<number>`sum(${courses.totalSeats})`.as('seats'),
      adopted: sql<number>`sum(${courses.adoptedSeats})`.as('adopted'),
      held: sql<number>`sum(${courses.heldSeats} - coalesce(${overdueSeats.seats}, 0))`.as('held'),
    })
    .from(courses)
    .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
    .where(eq(courses.isOpen, true))
    .groupBy(courses.session)
    .as('offered');
  const sum = (column: SQL.Aliased<number>) => sql<number>`coalesce(${column}, 0)`;
  const { name, state, firstDay, lastDay, adoptingFrom, adoptingUntil, version } = academicSessions;
  return withQueryDeadline(
    db()
      .select({
        name,
        state,
        firstDay,
        lastDay,
        adoptingFrom,
        adoptingUntil,
        version,
        offers: sum(open.offers),
        seats: sum(open.seats),
        adopted: sum(open.adopted),
        held: sum(open.held),
      })
      .from(academicSessions)
      .leftJoin(open, eq(open.session, name))
      .orderBy(desc(firstDay)),
  );
}

/** Returns the days on which reports of a session are due, the usual ones unless others were set. */
export async function readReportDates(
  _scope: AdminScope,
  session: string,
  database: Database = db(),
): Promise<ReportDates> {
  const dated = datedReports();
  const rows = await database
    .select({ kind: dated.kind, dueOn: dated.dueOn })
    .from(dated)
    .where(eq(dated.session, session));
  const dayOf = (kind: ReportKind) => rows.find((row) => row.kind === kind)?.dueOn ?? null;
  return Object.fromEntries(REPORT_KINDS.map((kind) => [kind, dayOf(kind)])) as ReportDates;
}

/** Returns the names of all sessions, the newest first, for filters. */
export async function sessionNames(_scope: AreaScope): Promise<string[]> {
  const { name, firstDay } = academicSessions;
  const rows = await withQueryDeadline(db().select({ name }).from(academicSessions).orderBy(desc(firstDay)));
  return rows.map((row) => row.name);
}

/** Returns the session before; null if there is none. */
export async function sessionBefore(session: string, database: Database = db()): Promise<string | null> {
  const current = alias(academicSessions, 'own');
  const [row] = await database
    .select({ name: academicSessions.name })
    .from(academicSessions)
    .innerJoin(current, eq(current.name, session))
    .where(lt(academicSessions.firstDay, current.firstDay))
    .orderBy(desc(academicSessions.firstDay))
    .limit(1);
  return row?.name ?? null;
}

/** Adopted seats of a part of the courses: some 3,000 lines, of which a statement takes a tenth of a second. */
const PART_SEATS = 10_000;

/** Returns the parts in which the adoptions of a session are added up. */
async function readParts(session: string | null | undefined, database: Database): Promise<Part[]> {
  const [row] = await database
    .select({ seats: sql<number>`coalesce(sum(${courses.adoptedSeats}), 0)` })
    .from(courses)
    .where(eq(courses.session, session ?? ''));
  return partsOf(Math.ceil(row!.seats / PART_SEATS) || 1);
}

/** What a session would offer, and how many of the prices would be above the maximum. */
type Preview = DryRun & { tooDear: number };

/** Returns what a session would offer when it opens, beside what the last session offers. Read-only. */
export async function previewOpening(session: string, opening: Opening, database: Database): Promise<Preview> {
  const last = await sessionBefore(session, database);
  const rows: SumsRow[] = [];
  for (const part of await readParts(opening.from, database))
    rows.push(...(await database.execute<SumsRow>(dryRunStatement(session, opening, last, part))));
  const [places, [unknown]] = await Promise.all([
    loadPlaces(),
    database
      .select({ count: sql<number>`count(*)` })
      .from(courses)
      .where(and(eq(courses.session, opening.from ?? ''), gt(courses.adoptedSeats, 0), isNull(courses.durationYears))),
  ]);
  const [total] = addUp(rows, () => session);
  const typeOrder = new Map<string, number>(COURSE_TYPES.map((type, at) => [type, at]));
  const count = (name: 'intake' | 'continuing' | 'tooDear') => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    last,
    total: total ?? { name: session, now: null, before: null },
    types: addUp(rows, ({ courseType }) => courseType).sort((a, b) => typeOrder.get(a.name)! - typeOrder.get(b.name)!),
    districts: addUp(rows, ({ city }) => places.districtOf(city) ?? city).sort((a, b) => (a.name < b.name ? -1 : 1)),
    intake: count('intake'),
    continuing: count('continuing'),
    unknownDuration: opening.continuing === 'yes' ? unknown!.count : 0,
    tooDear: count('tooDear'),
  };
}

/** previewOpening for the page of a session. */
export const dryRunOpening = (_scope: AdminScope, session: string, opening: Opening): Promise<Preview> =>
  withLongStatements(IMPORT_STATEMENT_MS, (database) => previewOpening(session, opening, database));

/** Offers with too few seats that the dry run names. */
const SHOWN_SHORTAGES = 20;

/**
 * Returns whom an invitation to renew would reach, for a session that opens or to which offers were added. Read-only.
 * @param opening what opening would add; for a session that is open only whether unpaid adoptions count
 * @returns null if no session is before it
 */
export function planRenewals(_scope: AdminScope, session: string, opening: Opening): Promise<RenewalPlan | null> {
  return withLongStatements(IMPORT_STATEMENT_MS, async (database) => {
    const last = await sessionBefore(session, database);
    if (last === null) return null;
    const parts: PlannedPart[] = [];
    for (const part of await readParts(last, database)) {
      const [planned] = await database.execute<PlannedPart>(renewalPlan(session, last, opening, part, SHOWN_SHORTAGES));
      parts.push(planned!);
    }
    return { last, ...addUpRenewals(parts) };
  });
}

/** Adds up parts of a plan; a sponsor in several of them counts once. */
function addUpRenewals(parts: readonly PlannedPart[]): Omit<RenewalPlan, 'last'> {
  type Name = { [K in keyof PlannedPart]: PlannedPart[K] extends number ? K : never }[keyof PlannedPart];
  const sum = (name: Name) => parts.reduce((total, part) => total + part[name], 0);
  const people = (name: 'sponsors' | 'unprovenSponsors' | 'unpaidSponsors') =>
    new Set(parts.flatMap((part) => part[name])).size;
  const shortages = parts
    .flatMap((part) => part.shortages)
    .sort((a, b) => b.continuing - b.reserved - (a.continuing - a.reserved) || (a.course < b.course ? -1 : 1));
  return {
    sponsors: people('sponsors'),
    seats: sum('seats'),
    paise: sum('paise'),
    missingSeats: sum('missingSeats'),
    missingOffers: sum('missingOffers'),
    shortages: shortages.slice(0, SHOWN_SHORTAGES),
    unprovenSponsors: people('unprovenSponsors'),
    unprovenSeats: sum('unprovenSeats'),
    unpaidSponsors: people('unpaidSponsors'),
    unpaidSeats: sum('unpaidSeats'),
  };
}

/** Returns the renewals of a session, by what became of them. Seats of ended holds count as open. */
export async function renewalSums(_scope: AdminScope, session: string): Promise<RenewalSums> {
  const isLive = isLiveReservation(reservations);
  const { seats, usedSeats } = reservationItems;
  const part = (count: SQL, is: SQL = sql`true`) => ({
    sponsors: sql<number>`count(distinct ${reservations.holder}) filter (where ${is} and ${count} > 0)`,
    seats: sql<number>`coalesce(sum(${count}) filter (where ${is}), 0)`,
  });
  const unused = sql`(${seats} - ${usedSeats})`;
  const [sums] = await withQueryDeadline(
    db()
      .select({
        invited: part(sql`${seats}`),
        renewed: part(sql`${usedSeats}`),
        ended: part(unused, sql`not ${isLive}`),
        open: part(unused, isLive),
      })
      .from(reservations)
      .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
      .innerJoin(courses, eq(courses.id, reservationItems.courseId))
      .where(and(eq(reservations.kind, 'renewal'), eq(courses.session, session))),
  );
  return sums!;
}
