import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isConflict } from '@/db/conflict';
import {
  adminAreas,
  billingItems,
  conversationMessages,
  courses,
  enrolments,
  formerInstitutes,
  institutes,
  mailingRecipients,
  officeInstitutes,
  payeeAccounts,
  proposals,
  releases,
  reportReminders,
  waitingRequests,
} from '@/db/schema';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { toRupeeString } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';
import { lockRegister } from '@/lib/register/statements';
import { jsonDigest } from '@/lib/platform/json-digest';
import { planMerge, type MergedOffer } from './rules';
import type { MergeDryRun, Merging } from './schema';

type Refused =
  | { ok: false; code: 'institute.not_found' | 'institute.merge_same' | 'institute.merge_city' }
  | { ok: false; code: 'institute.merge_busy'; params: { institute: string } }
  | { ok: false; code: 'institute.merge_changed'; dryRun: MergeDryRun };

type Merged = { ok: true; dryRun: MergeDryRun; isDone: boolean } | Refused;

/**
 * Makes an institute a part of another one of its city: its offers, adoptions, students, reports, people and money are those of the
 * other one, and so is its number if that has none. Adoptions and papers keep the names of their time, and its address, name and number
 * lead to the other one.
 * @param merging as parsed by mergeSchema; without `apply` only what it would do is returned
 * @returns what it does; 'institute.merge_busy' while its office has an open proposal or a transfer that waits;
 * 'institute.merge_changed' with the present dry run if that is another one than `apply` names
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export async function mergeInstitutes(by: AdminScope, fromId: string, merging: Merging): Promise<Merged> {
  // Before the check, too: it would find other seats held than the merge.
  await releaseExpiredHolds();
  if (merging.apply === null) return plan(fromId, merging, db());
  try {
    return await transaction((tx) => merge(by, fromId, merging, tx));
  } catch (error) {
    // Somebody added an offer or a transfer of the institute meanwhile: nothing was written.
    if (!isConflict(error)) throw error;
    const now = await plan(fromId, merging, db());
    return now.ok ? { ok: false, code: 'institute.merge_changed', dryRun: now.dryRun } : now;
  }
}

type Planned = { ok: true; isDone: false; dryRun: MergeDryRun; offers: MergedOffer[]; from: Named; into: Named };
type Named = { id: string; name: string; city: string; number: string | null };

async function plan(
  fromId: string,
  { into: intoId, duplicates }: Merging,
  database: Database,
): Promise<Planned | Refused> {
  const { id, name, city, number } = institutes;
  const both = await database
    .select({ id, name, city, number })
    .from(institutes)
    .where(inArray(id, [fromId, intoId]));
  const [from, into] = [fromId, intoId].map((wanted) => both.find((each) => each.id === wanted));
  if (!from || !into) return { ok: false, code: 'institute.not_found' };
  if (from === into) return { ok: false, code: 'institute.merge_same' };
  if (from.city.toLowerCase() !== into.city.toLowerCase()) return { ok: false, code: 'institute.merge_city' };
  const { open, ...counts } = await countAll(fromId, database);
  if (open > 0)
    return { ok: false, code: 'institute.merge_busy', params: { institute: placeOf(from.name, from.city) } };
  const offersOf = (institute: string) =>
    database
      .select({
        id: courses.id,
        courseType: courses.courseType,
        branch: courses.branch,
        session: courses.session,
        studyYear: courses.studyYear,
        totalSeats: courses.totalSeats,
        adoptedSeats: courses.adoptedSeats,
        heldSeats: courses.heldSeats,
        pricePaise: courses.pricePaise,
        isOpen: courses.isOpen,
      })
      .from(courses)
      .where(eq(courses.instituteId, institute))
      .orderBy(courses.session, courses.courseType, courses.branch, courses.studyYear);
  const offers = planMerge(await offersOf(fromId), await offersOf(intoId), from.name, duplicates);
  const content = {
    from: placeOf(from.name, from.city),
    into: placeOf(into.name, into.city),
    duplicates: offers.filter(isChanged).map(shown),
    moved: offers.filter((offer) => !isChanged(offer)).length,
    ...counts,
  };
  const digest = jsonDigest([fromId, intoId, duplicates, content]);
  return { ok: true, isDone: false, dryRun: { ...content, digest }, offers, from, into };
}

const isChanged = ({ branch, newBranch }: MergedOffer) => branch !== newBranch;

const shown = (offer: MergedOffer): MergeDryRun['duplicates'][number] => ({
  id: offer.id,
  course: `${offer.courseType}, ${offer.branch}`,
  session: offer.session,
  study_year: offer.studyYear,
  renamed: offer.newBranch,
  total_seats: offer.totalSeats,
  taken: offer.adoptedSeats + offer.heldSeats,
  price_per_seat: toRupeeString(offer.pricePaise),
  added: offer.into && { seats: offer.into.added, price_per_seat: toRupeeString(offer.into.pricePaise) },
});

type Counts = Pick<MergeDryRun, 'adoptions' | 'students' | 'people' | 'transfers' | 'waiting'> & { open: number };

/** Counts what an institute has besides its offers, and how much of it is open. */
async function countAll(id: string, database: Database): Promise<Counts> {
  const ofCourse = sql`join ${courses} on ${courses.id} = course_id where ${courses.instituteId} = ${id}`;
  const [counts] = await database.execute<Counts>(sql`
    select (select count(distinct billing_id) from ${billingItems} ${ofCourse}) as adoptions,
           (select count(*) from ${enrolments} ${ofCourse}) as students,
           (select count(*) from ${officeInstitutes} where ${officeInstitutes.instituteId} = ${id}) as people,
           (select count(*) from ${releases} where ${releases.instituteId} = ${id}) as transfers,
           (select count(*) from ${waitingRequests} ${ofCourse} and ${waitingRequests.endedAt} is null) as waiting,
           (select count(*) from ${proposals} where ${proposals.instituteId} = ${id} and ${proposals.state} = 'open')
             + (select count(*) from ${releases} where ${releases.instituteId} = ${id} and ${releases.state} in ('recorded', 'ordered'))
             + (select count(*) from ${payeeAccounts} where ${payeeAccounts.instituteId} = ${id} and ${payeeAccounts.state} = 'stated') as open`);
  return counts!;
}

async function merge(by: AdminScope, fromId: string, merging: Merging, tx: Database): Promise<Merged> {
  const { into: intoId, apply } = merging;
  await requireActingAdmin(by, CATALOGUE_ROLES, tx);
  // In the same order for two merges of the same institutes.
  const ids = [fromId, intoId].toSorted();
  for (const id of ids) await lockRegister(id, tx);
  await tx
    .select({ id: institutes.id })
    .from(institutes)
    .where(inArray(institutes.id, ids))
    .orderBy(institutes.id)
    .for('update');
  // As adoptions lock them.
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.instituteId, ids))
    .orderBy(courses.id)
    .for('no key update');
  const planned = await plan(fromId, merging, tx);
  if (!planned.ok) return planned;
  const { dryRun, offers, from, into } = planned;
  if (dryRun.digest !== apply!.digest) return { ok: false, code: 'institute.merge_changed', dryRun };

  for (const { id, newBranch, newTotal, newOpen, into: target } of offers) {
    await tx
      .update(courses)
      .set({
        instituteId: intoId,
        branch: newBranch,
        totalSeats: newTotal,
        isOpen: newOpen,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(courses.id, id));
    if (!target) continue;
    await tx
      .update(courses)
      .set({ totalSeats: sql`${courses.totalSeats} + ${target.added}`, updatedAt: sql`clock_timestamp()` })
      .where(eq(courses.id, target.id));
    await moveWaiting(id, target.id, tx);
  }
  await moveOffice(fromId, intoId, tx);
  await moveMoney(fromId, intoId, tx);
  await tx.update(proposals).set({ instituteId: intoId }).where(eq(proposals.instituteId, fromId));
  await tx.update(formerInstitutes).set({ instituteId: intoId }).where(eq(formerInstitutes.instituteId, fromId));
  await tx.delete(institutes).where(eq(institutes.id, fromId));
  const { name, city, number } = from;
  await tx.insert(formerInstitutes).values({ id: fromId, instituteId: intoId, name, city, number, isMerged: true });
  await tx
    .update(institutes)
    .set({ number: into.number ?? number, updatedAt: sql`clock_timestamp()` })
    .where(eq(institutes.id, intoId));
  const { duplicates, adoptions, moved } = dryRun;
  await recordAction(
    by,
    {
      action: 'institute.merged',
      subject: fromId,
      before: { institute: from.name, city: from.city },
      after: {
        institute: into.name,
        city: into.city,
        offers: duplicates.length + moved,
        adoptions,
        reason: apply!.reason,
      },
    },
    tx,
  );
  return { ok: true, isDone: true, dryRun };
}

/** Whoever waits for seats of an offer waits for those of the other one, if not already. */
async function moveWaiting(from: string, into: string, tx: Database): Promise<void> {
  const isOpen = sql`${waitingRequests.endedAt} is null`;
  const waitsThere = sql`exists (select from ${waitingRequests} there where there.course_id = ${into} and there.ended_at is null
                                    and there.holder = ${waitingRequests.holder})`;
  await tx
    .update(waitingRequests)
    .set({ courseId: into })
    .where(and(eq(waitingRequests.courseId, from), isOpen, sql`not ${waitsThere}`));
}

/** The people of an office, administrators who are limited to it, its messages, and what it was reminded of. */
async function moveOffice(from: string, into: string, tx: Database): Promise<void> {
  const people = await tx.delete(officeInstitutes).where(eq(officeInstitutes.instituteId, from)).returning();
  if (people.length > 0)
    await tx
      .insert(officeInstitutes)
      .values(people.map((person) => ({ ...person, instituteId: into })))
      .onConflictDoNothing();
  const limited = await tx.delete(adminAreas).where(eq(adminAreas.instituteId, from)).returning();
  if (limited.length > 0)
    await tx
      .insert(adminAreas)
      .values(limited.map(({ adminId }) => ({ adminId, instituteId: into })))
      .onConflictDoNothing();
  // Of a message to many that both have, each keeps its own.
  const { instituteId, mailingId } = conversationMessages;
  const both = tx.select({ mailingId }).from(conversationMessages).where(eq(instituteId, into));
  await tx
    .update(conversationMessages)
    .set({ mailingId: null })
    .where(and(eq(instituteId, from), sql`${mailingId} in ${both}`));
  await tx.update(conversationMessages).set({ instituteId: into }).where(eq(instituteId, from));
  await tx
    .update(mailingRecipients)
    .set({ subjects: sql`array_replace(${mailingRecipients.subjects}, ${from}::uuid, ${into}::uuid)` })
    .where(sql`${from}::uuid = any(${mailingRecipients.subjects})`);
  const reminders = await tx.delete(reportReminders).where(eq(reportReminders.instituteId, from)).returning();
  if (reminders.length > 0)
    await tx
      .insert(reportReminders)
      .values(reminders.map((reminder) => ({ ...reminder, instituteId: into })))
      .onConflictDoNothing();
}

/**
 * Transfers, and bank accounts, which end: two people compared them with a cheque of the institute that ends, so that nobody sends the
 * other one's money there by a merge.
 */
async function moveMoney(from: string, into: string, tx: Database): Promise<void> {
  await tx.update(releases).set({ instituteId: into }).where(eq(releases.instituteId, from));
  await tx
    .update(payeeAccounts)
    .set({ state: 'ended', endedAt: sql`now()` })
    .where(and(eq(payeeAccounts.instituteId, from), ne(payeeAccounts.state, 'ended')));
  await tx.update(payeeAccounts).set({ instituteId: into }).where(eq(payeeAccounts.instituteId, from));
}
