import postgres from 'postgres';
import { insertBulk } from '@/testing/db/bulk';
import { adopt, codesIn, postponeMessages, startAdoptionApp, type AdoptedCourse } from './adopt';
import type { RunningApp } from './app';
import { createDatabase } from './database';
import { measureRow, rate, type Row } from './measure';

const CLIENTS = 16;
const FEW = { users: 100, billings: 200 };
const MANY = { users: 100_000, billings: 200_000 };

/** A server with its own database, and how to adopt a seat in it. */
type Side = { app: RunningApp; courses: AdoptedCourse[]; adoptSeat: (course: AdoptedCourse) => Promise<boolean> };

/**
 * Adoptions per second, generate-otp and verify-otp over HTTP on the production build, among 200,000 stored adoptions
 * (80,000 of them pledged), compared with 200: one server and one database for each.
 */
export async function measureAdoptionGrowth(): Promise<Row> {
  const sides: Side[] = [];
  try {
    for (const size of [FEW, MANY]) sides.push(await startSide(size));
    const [few, many] = sides as [Side, Side];
    const adoptionsOf = (side: Side) => () => rate(side.courses, CLIENTS, side.adoptSeat);
    return await measureRow({ what: 'adoptions among 200,000 : 200', unit: 'adoptions/s', target: 0.8 }, async () => ({
      program: adoptionsOf(many),
      floor: adoptionsOf(few),
    }));
  } finally {
    for (const { app } of sides) await app.stop();
  }
}

async function startSide(size: typeof FEW): Promise<Side> {
  const url = await createDatabase(`adoptions_${size.billings}`);
  const sql = postgres(url, { max: 1 });
  await insertBulk(sql, size);
  await postponeMessages(sql);
  const courses = await sql<AdoptedCourse[]>`
    select id, course_type as "courseType", branch, price_paise::int as "pricePaise" from courses`;
  await sql.end();
  const app = await startAdoptionApp({ DATABASE_URL: url });
  const codeOf = codesIn(app);
  return { app, courses, adoptSeat: (course) => adopt(app, codeOf, course) };
}
