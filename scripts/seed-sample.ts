import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gt } from 'drizzle-orm';
import { db } from '@/db/client';
import { academicSessions, courses, outboundMessages, waitingRequests } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { CourseType } from '@/db/schema/enums';
import { companyKey, limitKey } from '@/lib/adoption/core/limit-keys';
import { applyImport } from '@/lib/catalogue-import/mutations';
import { readCatalogueFile } from '@/lib/catalogue-import/read';
import { inviteToRenew } from '@/lib/sessions/renewals';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { nameOfSession } from '@/lib/catalogue/session';
import { root } from './lib/programs';
import { adoptSample, courseKey, hash } from './sample-adoptions';

const FILE = 'sample-catalogue.csv';

/** One two-year course in this many was also offered in the session before. */
const OFFERED_BEFORE = 9;

/**
 * Imports db/seed/sample-catalogue.csv into an empty catalogue and adopts about 30 % of its seats over the past year,
 * for sponsors that are named as illustrative. Some courses also have the session before, which is closed: what was
 * adopted of them continues as offers of the second year, which their sponsors are invited to renew. Somebody waits for a
 * full course. Deterministic, except for ids and dates relative to today.
 * @returns the number of open offers, and of adopted seats in the open session and in the one before; null if the
 * catalogue was not empty and was left unchanged
 */
export async function seedSample(): Promise<{ imported: number; adopted: number; before: number } | null> {
  if ((await db().$count(courses)) > 0) return null;
  const read = readCatalogueFile(new Uint8Array(await readFile(join(root, 'db', 'seed', FILE))), FILE);
  if (!read.ok || read.bad.length > 0) throw new Error(`${FILE} is not a catalogue: ${JSON.stringify(read)}`);
  const applied = await applyImport(read, 'command', read.source);
  if (!applied.ok) throw new Error(`${FILE} could not be imported: ${JSON.stringify(applied)}`);
  const current = await listCourses();
  const session = await addSessionBefore();
  const ids = await offerBefore(session, current);
  const lines = linesOf(current);
  const earlier = linesOf(await listCourses({ ids }));
  await adoptSample(lines, { firstDay: session.firstDay, lines: earlier });
  await waitForFull(current);
  await closeAndContinue(session, current[0]!.session!);
  return { imported: (await listCourses()).length, adopted: seatsOf(lines), before: seatsOf(earlier) };
}

/** Somebody waits for seats of a full course in Indore. */
async function waitForFull(current: readonly Course[]): Promise<void> {
  const full = current.find((course) => course.city === 'Indore' && seatsToAdopt(course) === course.total_seats)!;
  const { id: courseId, course_name: courseType, branch, city, session, study_year: studyYear } = full;
  const email = 'sample.waiting@waiting.example';
  await db()
    .insert(waitingRequests)
    .values({
      holder: limitKey(email),
      email,
      company: companyKey(email),
      courseId,
      courseType,
      branch,
      city,
      session: session!,
      studyYear: studyYear!,
      seats: 12,
      minSeats: 4,
    });
}

const linesOf = (some: readonly Course[]) =>
  some.map((course) => ({ course, seats: seatsToAdopt(course) })).filter(({ seats }) => seats > 0);
const seatsOf = (lines: readonly { seats: number }[]) => lines.reduce((sum, { seats }) => sum + seats, 0);

type Session = typeof academicSessions.$inferSelect;

/** Adds the session before the first one, open for the time being. */
async function addSessionBefore(): Promise<Session> {
  const [first] = await db().select().from(academicSessions).orderBy(academicSessions.firstDay).limit(1);
  const year = Number(first!.name.slice(0, 4)) - 1;
  const days = { firstDay: `${year}-07-01`, lastDay: `${year + 1}-06-30` };
  const [added] = await db()
    .insert(academicSessions)
    .values({ name: nameOfSession(year), ...days, state: 'open' })
    .returning();
  return added!;
}

/** Offers some courses in the session before, at a lower price. @returns their ids */
async function offerBefore({ name: session }: Session, current: readonly Course[]): Promise<string[]> {
  const some = current.filter(
    (course) => course.duration_years! >= 2 && hash(courseKey(course)) % OFFERED_BEFORE === 0,
  );
  const added = await db()
    .insert(courses)
    .values(
      some.map((course) => ({
        city: course.city,
        courseType: course.course_name as CourseType,
        branch: course.branch,
        instituteId: course.institute_id,
        totalSeats: course.total_seats,
        pricePaise: Math.floor(course.price_paise / 1050_00) * 1000_00,
        durationYears: course.duration_years,
        session,
      })),
    )
    .returning({ id: courses.id });
  return added.map(({ id }) => id);
}

/**
 * Closes the session before, offers the seats that were adopted in it in the second year of the open one, and reserves them
 * for their sponsors: a renewal is due. No messages are sent.
 */
async function closeAndContinue(before: Session, session: string): Promise<void> {
  const adopted = await db()
    .select()
    .from(courses)
    .where(and(eq(courses.session, before.name), gt(courses.adoptedSeats, 0)));
  await db()
    .insert(courses)
    .values(
      adopted.map(({ city, courseType, branch, instituteId, pricePaise, durationYears, adoptedSeats: totalSeats }) => ({
        city,
        courseType,
        branch,
        instituteId,
        pricePaise,
        durationYears,
        totalSeats,
        session,
        studyYear: 2,
      })),
    );
  await db().update(academicSessions).set({ state: 'closed' }).where(eq(academicSessions.name, before.name));
  await transaction((tx) => inviteToRenew(tx, null, session, before.name, 'no'));
  await db().delete(outboundMessages).where(eq(outboundMessages.kind, 'renewal'));
}

/**
 * Adopts 0 to 60 % of a course, at least 10 % of a B.Tech course. All of B.Tech in Singrauli and of one course in
 * Indore, so that the sample shows full ones.
 */
function seatsToAdopt(course: Course): number {
  const { city, course_name: type, branch, institute_name: institute, total_seats: total } = course;
  if (type !== 'B.Tech') return Math.floor((total * (hash(courseKey(course)) % 61)) / 100);
  const isFull =
    city === 'Singrauli' ||
    (institute === 'Government Engineering College, Indore' && branch === 'Computer Science and Engineering');
  return isFull ? total : Math.floor((total * (10 + (hash(courseKey(course)) % 51))) / 100);
}
