import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@/db/client';
import { createDraft, pledgeSeats } from '@/lib/adoption/mutations';
import { applyImport } from '@/lib/catalogue/import/mutations';
import { readCatalogueFile } from '@/lib/catalogue/import/read';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { requirePaise, sumTotals } from '@/lib/core/money';
import { issueCode } from '@/lib/otp/mutations';
import { root } from './lib/programs';

const FILE = 'sample-catalogue.csv';
const LINES_PER_ADOPTION = 15;
const INDUSTRIES = ['Automobile', 'Information Technology', 'Cement', 'Power', 'Textile', 'Food Processing'];

/**
 * Fills an empty catalogue with the sample: imports db/seed/sample-catalogue.csv and adopts about 30 % of its seats
 * for a few sponsors that are named as illustrative, by the functions that serve real ones. The same every time, except for ids.
 * @returns the number of courses and of adopted seats; null when the catalogue was not empty and was left alone
 */
export async function seedSample(): Promise<{ imported: number; adopted: number } | null> {
  const [filled] = await sql()`select 1 from courses limit 1`;
  if (filled) return null;
  const read = await readCatalogueFile(new Uint8Array(await readFile(join(root, 'db', 'seed', FILE))), FILE);
  if (!read.ok || read.bad.length > 0) throw new Error(`${FILE} is not a catalogue: ${JSON.stringify(read)}`);
  const applied = await applyImport(read.rows, 'command', read.source);
  if (!applied.ok) throw new Error(`${FILE} could not be imported: ${JSON.stringify(applied)}`);
  return { imported: applied.added, adopted: await adoptSample(await listCourses()) };
}

type Line = { id: string; selectedSeats: number; pricePaise: number };

async function adoptSample(courses: readonly Course[]): Promise<number> {
  let adopted = 0;
  for (const [index, industry] of INDUSTRIES.entries()) {
    const lines = courses
      .filter((course) => hash(`sponsor ${courseName(course)}`) % INDUSTRIES.length === index)
      .map((course) => ({
        id: course.id,
        selectedSeats: seatsToAdopt(course),
        pricePaise: requirePaise(course.price_per_seat),
      }))
      .filter(({ selectedSeats }) => selectedSeats > 0);
    for (let from = 0; from < lines.length; from += LINES_PER_ADOPTION) {
      const chosen = lines.slice(from, from + LINES_PER_ADOPTION);
      await adopt(index + 1, industry, chosen);
      adopted += chosen.reduce((seats, line) => seats + line.selectedSeats, 0);
    }
  }
  return adopted;
}

/** One adoption as a sponsor makes it: a draft, a code, the code given back. Only the message is left out. */
async function adopt(number: number, industry: string, lines: readonly Line[]): Promise<void> {
  const sponsor = {
    fullName: `Sample Sponsor ${number} (illustrative)`,
    designation: 'Head of Training',
    email: `sample.sponsor.${number}@example.com`,
    phone: `900000000${number}`,
    company: `Sample ${industry} Company (illustrative)`,
    industry,
  };
  const totalPaise = sumTotals(lines.map(({ selectedSeats, pricePaise }) => ({ seats: selectedSeats, pricePaise })));
  const draft = await createDraft({ sponsor, lines, totalPaise });
  if (!draft.ok) throw new Error(`the sample adoption was refused: ${draft.code}`);
  const { email, phone } = sponsor;
  const subject = { purpose: 'public_adoption', channel: 'email', userId: draft.userId, email, phone } as const;
  const { code } = await issueCode(subject, draft.billingId);
  const pledged = await pledgeSeats(subject, code);
  if (!pledged.ok) throw new Error(`the sample seats were refused: ${pledged.code}`);
}

/** From none to 60 % of a course, at least 10 % of a B.Tech course. All of B.Tech in Singrauli and of one course in Indore, to show both. */
function seatsToAdopt(course: Course): number {
  const { city, course_name: type, branch, institute_name: institute, total_seats: total } = course;
  if (type !== 'B.Tech') return Math.floor((total * (hash(courseName(course)) % 61)) / 100);
  const isFull =
    city === 'Singrauli' ||
    (institute === 'Government Engineering College, Indore' && branch === 'Computer Science and Engineering');
  return isFull ? total : Math.floor((total * (10 + (hash(courseName(course)) % 51))) / 100);
}

const courseName = (course: Course) =>
  [course.city, course.institute_name, course.course_name, course.branch].join('|');

/** FNV-1a: spreads names evenly and gives the same number on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return value >>> 8;
}
