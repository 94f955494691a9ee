import 'server-only';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isDrawable } from '@/db/hold-conditions';
import {
  academicSessions,
  adoptionEntries,
  billings,
  companyGroups,
  companyKeys,
  courses,
  reservationItems,
  reservations,
} from '@/db/schema';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { actorColumns, recordAction } from '@/lib/accounts/audit-log/mutations';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import { groupOfKey, lockCompanies, presentGroup } from '@/lib/admin/companies/statements';
import { courseTitle } from '@/lib/admin/reservations/rules';
import type { Shortage } from '@/lib/admin/reservations/schema';
import {
  areSeatsOverdue,
  keepingSeats,
  lockOffers,
  shortagesOf,
  TryAgain,
  Undone,
} from '@/lib/admin/reservations/statements';
import { companyKey, limitKey, limitKeys, shownHolder } from '@/lib/adoption/core/limit-keys';
import { draftEntry, takeEntry } from '@/lib/adoption/take/mutations';
import { endReservations, keepSeats } from '@/lib/adoption/core/reservation-statements';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { writeCompany } from '@/lib/company/mutations';
import { isOffered } from '@/lib/catalogue/statements';
import type { ErrorParams } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { ENTRY_DAYS } from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { lineTotal } from '@/lib/platform/money';
import { attachScan } from '@/lib/admin/reservations/scans';
import type { Entry } from './schema';

/*
 * Adoptions on paper: one administrator enters them, which keeps their seats, and a second one confirms them. A transaction
 * locks the entry before anything else; after that the order of db/transaction.ts applies.
 */

type Refusal =
  | { ok: false; code: 'course.unknown' | 'company.unknown' | 'entry.paper_twice' | 'entry.scan_gone' | EntryGone }
  | { ok: false; code: 'reservation.seats_missing'; shortages: Shortage[] };

/** Why an entry cannot be changed. `changed`: somebody changed it since the page was read. */
type EntryGone = 'entry.not_found' | 'entry.changed' | 'entry.decided';

type WaitingEntry = typeof adoptionEntries.$inferSelect & { needsOther: boolean; sponsor: Sponsor };

/** Locks an entry that waits. */
async function lockEntry(
  by: AdminScope,
  { id, version }: EntryTarget,
  tx: Database,
): Promise<WaitingEntry | EntryGone> {
  const needsOther = needsOtherAdmin(firstStepOf.entry(adoptionEntries), by.adminId);
  const [found] = await tx
    .select({ entry: adoptionEntries, needsOther })
    .from(adoptionEntries)
    .where(eq(adoptionEntries.id, id))
    .for('no key update');
  if (!found) return 'entry.not_found';
  const { entry } = found;
  if (entry.state !== 'waiting' || entry.sponsor === null) return 'entry.decided';
  if (entry.version !== version) return 'entry.changed';
  return { ...entry, sponsor: entry.sponsor as Sponsor, needsOther: found.needsOther };
}

/** An entry as the page shows it. */
type EntryTarget = { id: string; version: number };

/**
 * Enters an adoption, or corrects an entry that waits, keeps its seats for ENTRY_DAYS, all or none, and writes the audit log
 * entry. Seats that the company has by reservations already are not kept twice. Nothing is adopted, and nobody is told.
 * @param entry as parsed by entrySchema
 * @param corrected the entry that it corrects; its former seats are released
 * @returns its id; or why nothing was changed
 * @throws HttpError 401 if the session of the administrator ended
 */
export async function enterAdoption(
  by: AdminScope,
  entry: Entry,
  corrected: EntryTarget | null = null,
  database: Database = db(),
): Promise<{ ok: true; id: string } | Refusal> {
  const {
    lines,
    locale,
    paper_reference: paperReference,
    note,
    details,
    company_id: groupId,
    scan_id: scanId,
    ...sponsor
  } = entry;
  return keepingSeats(async (tx, isLast): Promise<{ ok: true; id: string } | Refusal> => {
    const former = corrected && (await lockEntry(by, corrected, tx));
    if (typeof former === 'string') return { ok: false, code: former };
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    if (await isEntered(entry, former?.id ?? null, tx)) return { ok: false, code: 'entry.paper_twice' };
    if (groupId !== undefined && (await tx.$count(companyGroups, eq(companyGroups.id, groupId))) === 0)
      return { ok: false, code: 'company.unknown' };
    const contact = { otpMethod: 'email', email: sponsor.email, phone: sponsor.phone } as const;
    const reservedSeats = await lockReservations(limitKeys(contact), former?.reservationId ?? null, tx);
    if (former) await releaseKept(by, former, tx);
    const offers = await lockOffers(
      lines.map(({ id }) => id),
      tx,
    );
    if (offers.size < lines.length) throw new Undone<Refusal>({ ok: false, code: 'course.unknown' });
    const shortages = shortagesOf(lines, offers, reservedSeats);
    if (shortages.length > 0) {
      if (!isLast && (await areSeatsOverdue(shortages, tx))) throw new TryAgain(shortages);
      throw new Undone<Refusal>({ ok: false, code: 'reservation.seats_missing', shortages });
    }
    const kept = lines.flatMap(({ id, seats }) => {
      const more = seats - (reservedSeats.get(id) ?? 0);
      return more > 0 ? [{ id, seats: more }] : [];
    });
    const holder = limitKey(sponsor.email);
    const until = sql`now() + ${ENTRY_DAYS}::int * interval '1 day'`;
    const { company, email } = sponsor;
    const kind = 'entry' as const;
    const reservation = { kind, holder, company, email, locale, until, reason: paperReference, isProposed: true };
    const wanted = { reservation: { ...reservation, createdBy: by.adminId }, lines: kept };
    const [added] = kept.length === 0 ? [] : await keepSeats([wanted], offers, tx);
    const values = {
      sponsor,
      locale,
      paperReference,
      note,
      details: details && isGiven(details) ? details : null,
      groupId: groupId ?? null,
      lines: lines.map((line) => ({ ...line, pricePaise: offers.get(line.id)!.pricePaise })),
      reservationId: added?.id ?? null,
      enteredBy: by.adminId,
    };
    const id = former ? former.id : await addEntry(values, tx);
    if (former)
      await tx
        .update(adoptionEntries)
        .set({ ...values, enteredAt: sql`now()`, version: former.version + 1 })
        .where(eq(adoptionEntries.id, id));
    if (scanId !== undefined) await attachScan(tx, by, scanId, { entryId: id });
    const after = { ...shownOf(values), ...(note && { reason: note }) };
    const before = former ? shownOf({ ...former, sponsor: former.sponsor }) : undefined;
    const action = former ? 'entry.corrected' : 'entry.made';
    await recordAction(by, { action, subject: id, before, after }, tx);
    return { ok: true, id };
  }, database);
}

const isGiven = (details: object) => Object.values(details).some((value) => value !== '' && value !== undefined);

async function addEntry(values: typeof adoptionEntries.$inferInsert, tx: Database): Promise<string> {
  const [added] = await tx.insert(adoptionEntries).values(values).returning({ id: adoptionEntries.id });
  return added!.id;
}

/** Whether the same paper of the same company waits or was confirmed. @param except an entry that does not count */
async function isEntered(entry: Entry, except: string | null, tx: Database): Promise<boolean> {
  const email = sql`coalesce(${adoptionEntries.sponsor}, ${billings.sponsor})->>'email'`;
  const [same] = await tx
    .select({ id: adoptionEntries.id })
    .from(adoptionEntries)
    .leftJoin(billings, eq(billings.id, adoptionEntries.billingId))
    .where(
      and(
        ne(adoptionEntries.state, 'refused'),
        sql`lower(${adoptionEntries.paperReference}) = lower(${entry.paper_reference})`,
        sql`lower(${email}) = lower(${entry.email})`,
        except === null ? undefined : ne(adoptionEntries.id, except),
      ),
    )
    .limit(1);
  return same !== undefined;
}

/**
 * Locks the reservations that a company may draw on, and that of an entry.
 * @returns the seats that one statement would draw, by course: of each course those of the reservation that ends first
 */
async function lockReservations(holders: string[], entryReservation: string | null, tx: Database) {
  const rows = await tx
    .select({
      courseId: reservationItems.courseId,
      until: reservations.until,
      unused: sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`,
      isDrawable: sql<boolean>`${isDrawable(reservations)}`,
    })
    .from(reservations)
    .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
    .where(
      sql`${reservations.endedAt} is null
          and (${reservations.holder} = any(${sql.param(holders)}::text[]) or ${reservations.id} = ${entryReservation}::uuid)`,
    )
    .orderBy(reservations.id, reservationItems.courseId)
    .for('no key update');
  const byEnd = rows.toSorted((a, b) => a.until.getTime() - b.until.getTime());
  const unusedByCourse = new Map<string, number>();
  for (const row of byEnd)
    if (row.isDrawable && row.unused > 0 && !unusedByCourse.has(row.courseId))
      unusedByCourse.set(row.courseId, row.unused);
  return unusedByCourse;
}

/** Frees the seats that are kept for an entry. Nobody has drawn on the reservation, so that nothing of it is left. */
async function releaseKept(by: AdminScope, { id, reservationId }: WaitingEntry, tx: Database): Promise<void> {
  if (reservationId === null) return;
  const isKept = eq(reservations.id, reservationId);
  await tx.execute(endReservations(isKept, by.adminId));
  await tx.update(adoptionEntries).set({ reservationId: null }).where(eq(adoptionEntries.id, id));
  await tx.delete(reservations).where(isKept);
}

type Recorded = Pick<typeof adoptionEntries.$inferSelect, 'lines' | 'paperReference'> & { sponsor: Sponsor };

const totalOf = (lines: Recorded['lines']) =>
  lines.reduce((sum, line) => sum + lineTotal(line.seats, line.pricePaise), 0);

/** What the audit log shows of an entry; it keeps its entries for good, so that addresses of persons are masked. */
const shownOf = ({ sponsor, lines, paperReference }: Recorded) => ({
  company: sponsor.company,
  sponsor: shownHolder(limitKey(sponsor.email)),
  paper_reference: paperReference,
  seats: lines.reduce((sum, { seats }) => sum + seats, 0),
  total_paise: totalOf(lines),
});

type Decided =
  | { ok: true; version: number; reference: string | null }
  | { ok: false; code: EntryGone | 'adoption.second_admin' }
  | { ok: false; code: 'entry.price_changed' | 'entry.not_offered'; params: ErrorParams }
  | { ok: false; code: 'entry.limit'; params: ErrorParams }
  | { ok: false; code: 'entry.seats_missing'; shortages: Shortage[] };

/**
 * Confirms an entry of another administrator, which pledges its seats by the statement and the limits of every pledge and
 * tells the company; or refuses it, which releases them. The audit log entry is written with it. An entry that cannot be
 * confirmed stays as it is and can be corrected. Where nobody else could confirm, the same administrator does, and the log
 * says so.
 * @param action as parsed by entryActionSchema
 * @returns the reference of the adoption
 */
export async function decideEntry(
  by: AdminScope,
  id: string,
  action: { action: 'confirm' | 'refuse'; version: number; reason: string },
  database: Database = db(),
): Promise<Decided> {
  const { version, reason } = action;
  return keepingSeats(async (tx, isLast): Promise<Decided> => {
    const ofKnown = and(eq(adoptionEntries.id, id), isNotNull(adoptionEntries.groupId));
    if (action.action === 'confirm' && (await tx.$count(adoptionEntries, ofKnown)) > 0) await lockCompanies(tx);
    const entry = await lockEntry(by, { id, version }, tx);
    if (typeof entry === 'string') return { ok: false, code: entry };
    const decision = { decidedBy: by.adminId, decidedAt: sql`now()`, answer: reason, version: version + 1 };
    if (action.action === 'refuse') {
      await requireActingAdmin(by, FINANCE_ROLES, tx);
      await releaseKept(by, entry, tx);
      await tx
        .update(adoptionEntries)
        .set({ ...decision, state: 'refused' })
        .where(eq(adoptionEntries.id, id));
      const audited = { action: 'entry.refused', subject: id, after: { ...shownOf(entry), reason } } as const;
      await recordAction(by, audited, tx);
      return { ok: true, version: version + 1, reference: null };
    }
    if (entry.needsOther) return { ok: false, code: 'adoption.second_admin' };
    const { billingId, reference } = await adopt(by, entry, isLast, tx);
    await tellCompany(by, entry, billingId, reason, tx);
    await tx
      .update(adoptionEntries)
      .set({ ...decision, state: 'confirmed', billingId, sponsor: null })
      .where(eq(adoptionEntries.id, id));
    const audited = {
      action: 'entry.confirmed',
      subject: billingId,
      after: { reference, ...shownOf(entry), reason },
    } as const;
    await recordAction(by, audited, tx);
    if (entry.enteredBy === by.adminId)
      log.warn('single_admin_confirmed', { action: 'confirm_entry', billing: billingId });
    return { ok: true, version: version + 1, reference };
  }, database);
}

/**
 * Makes the pledge of an entry: the kept seats become free and are taken at once, while their courses are locked.
 * @throws Undone with the refusal, TryAgain
 */
async function adopt(by: AdminScope, entry: WaitingEntry, isLast: boolean, tx: Database) {
  const { sponsor, lines, paperReference } = entry;
  const draft = await draftEntry(tx, {
    sponsor,
    lines: lines.map(({ id, seats }) => ({ id, selectedSeats: seats })),
    totalPaise: totalOf(lines),
    locale: entry.locale as Locale,
  });
  if (!draft) throw new TryAgain();
  await requireActingAdmin(by, FINANCE_ROLES, tx);
  if (!draft.ok) throw new Undone(await whyChanged(lines, tx));
  const { billingId, reference, sessions } = draft;
  await tx
    .select({ name: academicSessions.name })
    .from(academicSessions)
    .where(inArray(academicSessions.name, sessions))
    .orderBy(academicSessions.name)
    .for('share');
  const contact = { otpMethod: 'email', email: sponsor.email, phone: sponsor.phone } as const;
  await lockReservations(limitKeys(contact), entry.reservationId, tx);
  await releaseKept(by, entry, tx);
  const taken = await takeEntry(tx, { sponsor, draftId: billingId, by: actorColumns(by).actor, paperReference });
  if (taken === 'stale' && !isLast) throw new TryAgain();
  if (taken === 'stale' || (!taken.ok && 'shortages' in taken)) {
    const shortages = taken === 'stale' ? [] : taken.shortages;
    const offers = await lockOffers(
      shortages.map(({ course_id }) => course_id),
      tx,
    );
    throw new Undone<Decided>({
      ok: false,
      code: 'entry.seats_missing',
      shortages: shortages.map(({ course_id, available }) => ({
        course_id,
        course: courseTitle(offers.get(course_id)!),
        seats: lines.find(({ id }) => id === course_id)!.seats,
        available,
      })),
    });
  }
  if (!taken.ok)
    throw new Undone<Decided>({
      ok: false,
      code: 'entry.limit',
      params: { max: 'params' in taken ? (taken.params?.max ?? '') : '' },
    });
  return { billingId, reference };
}

/** Gives the adoption what its papers print, and the known company that it was entered for, unless its address says the same. */
async function tellCompany(
  by: AdminScope,
  entry: WaitingEntry,
  billingId: string,
  reason: string,
  tx: Database,
): Promise<void> {
  const { details, groupId, sponsor } = entry;
  if (details) {
    const written = await writeCompany(tx, { recordId: null }, details, sql`null`);
    if (written !== 'changed' && written.id !== null)
      await tx.update(billings).set({ companyId: written.id }).where(eq(billings.id, billingId));
  }
  if (groupId === null) return;
  const [natural, chosen] = [
    await groupOfKey(tx, companyKey(sponsor.email)),
    // It may have been joined with another one since.
    await presentGroup(tx, groupId),
  ];
  if (natural === chosen) return;
  const joined = { key: `adoption:${billingId}`, groupId: chosen, joinedBy: by.username, joinedAt: sql`now()`, reason };
  await tx.insert(companyKeys).values(joined);
}

/** Why the present prices do not add up to those of an entry: an offer is closed, or its price changed. */
async function whyChanged(lines: Recorded['lines'], tx: Database): Promise<Decided> {
  const offers = await lockOffers(
    lines.map(({ id }) => id),
    tx,
  );
  const changed = lines.find(({ id, pricePaise }) => offers.get(id)?.pricePaise !== pricePaise) ?? null;
  const [closed] = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        inArray(
          courses.id,
          lines.map(({ id }) => id),
        ),
        sql`not ${isOffered}`,
      ),
    );
  const course = courseTitle(offers.get((closed ?? changed ?? lines[0]!).id)!);
  return { ok: false, code: closed ? 'entry.not_offered' : 'entry.price_changed', params: { course } };
}
