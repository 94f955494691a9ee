import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Administrators } from './administrators';
import { call, SCARCE_SEATS, type ClientWorld } from './clients';
import { retry } from './retry';

/** Courses of an imported file. */
const IMPORTED = 20;

/** Changes and imports courses until clients stop, and records each acknowledged response in the ledger. */
export async function keepCatalogue(world: ClientWorld, { first }: Administrators): Promise<void> {
  const headers = { Authorization: `Bearer ${first}` };
  for (; world.running(); await pause(randomInt(1000))) {
    if (randomInt(5) === 0) await importCourses(world, headers);
    else await changeSeats(world, headers);
  }
}

/** Changes the number of seats of a course, sometimes twice at once with the same version. */
async function changeSeats(world: ClientWorld, headers: Record<string, string>): Promise<void> {
  const { id: courseId, totalSeats } = world.courses[randomInt(world.courses.length)]!;
  const { version, current } = await retry(async () => {
    const [row] = await world.sql<{ version: string; current: number }[]>`
      select updated_at::text as version, total_seats as current from courses where id = ${courseId}`;
    return row!;
  });
  const change = async () => {
    const seats = totalSeats > SCARCE_SEATS ? 9000 + randomInt(1000) : SCARCE_SEATS + randomInt(3);
    // It would be acknowledged without being an edit.
    if (seats === current) return;
    const edit = { courseId, version, seats, isAcknowledged: false };
    world.ledger.edits.push(edit);
    const sending = { method: 'PATCH', headers, label: '/admin/courses' };
    const { status } = await call(world, `/admin/courses/${courseId}`, { total_seats: seats, version }, sending);
    edit.isAcknowledged = status === 200;
  };
  await Promise.all(Array.from({ length: 1 + randomInt(2) }, change));
}

/** Imports a file of new courses: first what it would change, then that. */
async function importCourses(world: ClientWorld, headers: Record<string, string>): Promise<void> {
  const branch = `Imported ${randomBytes(6).toString('hex')}`;
  const rows = Array.from({ length: IMPORTED }, (_, n) => `Indore,,ITI,${branch} ${n},60,12500`);
  const file = ['City,Institute,Course Type,Branch,Total Seats,Price', ...rows].join('\n');
  const path = '/admin/catalogue/import?name=courses.csv';
  const sending = { headers: { ...headers, 'Content-Type': 'text/csv' }, label: '/admin/catalogue/import' };
  const planned = await call(world, path, file, sending);
  if (planned.status !== 200) return;
  const given = { branch, courses: IMPORTED, isAcknowledged: false };
  world.ledger.imports.push(given);
  const applied = await call(world, `${path}&apply=${String(planned.body.digest)}`, file, sending);
  given.isAcknowledged = applied.status === 200;
}
