import 'server-only';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import { adoptionEntries, admins, billings, courses, institutes, paperScans, reservations } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import { courseTitle } from '@/lib/admin/reservations/rules';
import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/core/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Locale } from '@/lib/platform/i18n/locale';
import { PAGE_SIZE } from '@/lib/platform/list';
import { lineTotal } from '@/lib/platform/money';
import { isUuid } from '@/lib/platform/uuid';
import type { EntryFilter, ShownEntry } from './schema';

const [enterer, decider] = [alias(admins, 'enterer'), alias(admins, 'decider')];

/** The sponsor form of an entry; that of a confirmed one is in its adoption. */
const sponsorOfEntry = sql<Partial<Sponsor>>`coalesce(${adoptionEntries.sponsor}, ${billings.sponsor})`;

const selectEntries = ({ adminId }: AdminScope) =>
  db()
    .select({
      entry: adoptionEntries,
      sponsor: sponsorOfEntry,
      reference: billings.reference,
      scanId: paperScans.id,
      enteredBy: enterer.username,
      decidedBy: decider.username,
      until: reservations.until,
      isLive: sql<boolean>`coalesce(${isLiveReservation(reservations)}, false)`,
      needsOther: needsOtherAdmin(firstStepOf.entry(adoptionEntries), adminId),
    })
    .from(adoptionEntries)
    .leftJoin(billings, eq(billings.id, adoptionEntries.billingId))
    .leftJoin(reservations, eq(reservations.id, adoptionEntries.reservationId))
    .leftJoin(paperScans, eq(paperScans.entryId, adoptionEntries.id))
    .leftJoin(enterer, eq(enterer.id, adoptionEntries.enteredBy))
    .leftJoin(decider, eq(decider.id, adoptionEntries.decidedBy));

/**
 * Returns a page of the entries, those that wait first, then the newest, and the number of all that match.
 * @param page from 1; a page past the last has no rows
 * @throws DeadlineError when the database does not answer in time
 */
export async function listEntries(
  scope: AdminScope,
  { q, state }: EntryFilter,
  page: number,
): Promise<{ rows: ShownEntry[]; total: number }> {
  const text = sql`concat_ws(' ', ${sponsorOfEntry}->>'company', ${sponsorOfEntry}->>'email', ${adoptionEntries.paperReference})`;
  const matches = and(q === undefined ? undefined : hasPart(text, q), state && eq(adoptionEntries.state, state));
  const [rows, [found]] = await withQueryDeadline(
    Promise.all([
      selectEntries(scope)
        .where(matches)
        .orderBy(
          desc(sql`${adoptionEntries.state} = 'waiting'`),
          desc(adoptionEntries.enteredAt),
          asc(adoptionEntries.id),
        )
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
      db()
        .select({ total: count() })
        .from(adoptionEntries)
        .leftJoin(billings, eq(billings.id, adoptionEntries.billingId))
        .where(matches),
    ]),
  );
  return { rows: await shownEntries(rows), total: found!.total };
}

/** Returns an entry, or null. Throws like listEntries. */
export async function readEntry(scope: AdminScope, id: string): Promise<ShownEntry | null> {
  if (!isUuid(id)) return null;
  const rows = await withQueryDeadline(selectEntries(scope).where(eq(adoptionEntries.id, id)));
  const [entry] = await shownEntries(rows);
  return entry ?? null;
}

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

async function shownEntries(rows: readonly Row[]): Promise<ShownEntry[]> {
  const ids = [...new Set(rows.flatMap(({ entry }) => entry.lines.map(({ id }) => id)))];
  const { id, courseType, branch, city, session, studyYear, pricePaise } = courses;
  const offers = await withQueryDeadline(
    db()
      .select({ id, courseType, branch, city, session, studyYear, pricePaise, institute: institutes.name })
      .from(courses)
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(inArray(id, ids)),
  );
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return rows.map(
    ({ entry, sponsor, reference, scanId, enteredBy, decidedBy, until, isLive, needsOther }): ShownEntry => {
      const isWaiting = entry.state === 'waiting';
      return {
        id: entry.id,
        state: entry.state,
        version: entry.version,
        sponsor: { ...EMPTY_SPONSOR, ...sponsor },
        locale: entry.locale as Locale,
        paperReference: entry.paperReference,
        note: entry.note,
        details: entry.details ?? {},
        scanId,
        lines: entry.lines.map((line) => {
          const offer = byId.get(line.id)!;
          const { session: name, studyYear: year } = offer;
          return { ...line, course: courseTitle(offer), session: name, studyYear: year, nowPaise: offer.pricePaise };
        }),
        totalPaise: entry.lines.reduce((sum, line) => sum + lineTotal(line.seats, line.pricePaise), 0),
        keptUntil: isWaiting ? until : null,
        isOver: isWaiting && until !== null && !isLive,
        enteredBy: enteredBy ?? '',
        enteredAt: entry.enteredAt,
        decidedBy: decidedBy ?? '',
        decidedAt: entry.decidedAt,
        answer: entry.answer ?? '',
        reference,
        needsOther,
      };
    },
  );
}
