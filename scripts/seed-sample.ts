import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '@/db/client';
import { courses } from '@/db/schema';
import { applyImport } from '@/lib/admin/catalogue-import/mutations';
import { readCatalogueFile } from '@/lib/admin/catalogue-import/read';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { root } from './lib/programs';
import { adoptSample, courseKey, hash } from './sample-adoptions';

const FILE = 'sample-catalogue.csv';

/**
 * Imports db/seed/sample-catalogue.csv into an empty catalogue and adopts about 30 % of its seats over the past year,
 * for sponsors that are named as illustrative. Deterministic, except for ids and dates relative to today.
 * @returns the number of courses and of adopted seats; null if the catalogue was not empty and was left unchanged
 */
export async function seedSample(): Promise<{ imported: number; adopted: number } | null> {
  if ((await db().$count(courses)) > 0) return null;
  const read = readCatalogueFile(new Uint8Array(await readFile(join(root, 'db', 'seed', FILE))), FILE);
  if (!read.ok || read.bad.length > 0) throw new Error(`${FILE} is not a catalogue: ${JSON.stringify(read)}`);
  const applied = await applyImport(read, 'command', read.source);
  if (!applied.ok) throw new Error(`${FILE} could not be imported: ${JSON.stringify(applied)}`);
  const lines = (await listCourses())
    .map((course) => ({ course, seats: seatsToAdopt(course) }))
    .filter(({ seats }) => seats > 0);
  await adoptSample(lines);
  return { imported: applied.added, adopted: lines.reduce((sum, { seats }) => sum + seats, 0) };
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
