import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { call, type ClientWorld } from './clients';
import { retry } from './retry';

/** The institute whose office enters students. */
export const INSTITUTE = 'Chaos College';

/** The token of somebody in the office of an institute, and the first day of its session. */
type Office = { token: string; day: string };

/** Creates somebody in the office of INSTITUTE, with a session. */
export async function makeOffice(sql: Sql): Promise<Office> {
  const token = randomBytes(32).toString('base64url');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const [row] = await sql<{ day: string }[]>`
    with made as (insert into admins (username, password_hash, role) values ('office@chaos.example', 'none', 'head') returning id),
         own  as (insert into office_institutes (admin_id, institute_id)
                  select made.id, institutes.id from made, institutes where institutes.name = ${INSTITUTE}),
         opened as (
           insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
           select id, ${hash(token)}, ${hash(hash(token))}, now() + interval '6 hours' from made)
    select first_day::text as day from academic_sessions`;
  return { token, day: row!.day };
}

/**
 * Enters students on adopted places, moves them to other places and offers, and ends their time there, some requests twice at
 * once, while administrators reduce and cancel the adoptions. Acknowledged responses are counted in the ledger.
 */
export async function enterUntilStopped(world: ClientWorld, { token, day }: Office): Promise<void> {
  const courses = world.courses.filter(({ institute }) => institute === INSTITUTE);
  const headers = { Authorization: `Bearer ${token}` };
  while (world.running()) {
    const { id } = courses[randomInt(courses.length)]!;
    const rows = Array.from({ length: 1 + randomInt(5) }, (_, line) => ({
      line: line + 1,
      roll: randomBytes(5).toString('hex').toUpperCase(),
    }));
    const enter = (count: number | null) =>
      call(
        world,
        `/office/offers/${id}/students`,
        { rows, from_day: day, enter: count },
        { headers, label: `/office/offers students ${count === null ? 'check' : 'enter'}` },
      );
    const checked = await enter(null);
    const count = Number(checked.body.entered ?? 0);
    if (count === 0) {
      await pause(200);
      continue;
    }
    const answers = await Promise.all(Array.from({ length: 1 + randomInt(2) }, () => enter(count)));
    for (const { status, body } of answers) if (status === 200) world.ledger.students += Number(body.entered);
    const student = await someStudent(world.sql, id);
    if (!student) continue;
    const target = courses[randomInt(courses.length)]!;
    const move = () =>
      call(
        world,
        `/office/students/${student.id}/move`,
        { course_id: target.id, number: randomInt(4) > 0 ? null : 1 + randomInt(20) },
        { headers, label: '/office/students move' },
      );
    const moves = await Promise.all(Array.from({ length: 1 + randomInt(2) }, move));
    const moved = moves.filter(({ status }) => status === 200).length;
    if (moved > 1) world.ledger.problems.push(`the student of enrolment ${student.id} moved ${moved} times`);
    if (moved > 0) world.ledger.moved.add(student.id);
    const leaver = await someStudent(world.sql, id);
    if (!leaver || randomInt(2) === 0) continue;
    const left = await call(
      world,
      `/office/students/${leaver.id}/leave`,
      { day, reason: 'left' },
      { headers, label: '/office/students leave' },
    );
    if (left.status === 200) world.ledger.left.add(leaver.id);
  }
}

/** Returns a student of an offer. */
async function someStudent(sql: Sql, courseId: string): Promise<{ id: string } | undefined> {
  const [student] = await retry(
    () => sql<{ id: string }[]>`
      select id from enrolments where course_id = ${courseId} and until_day is null order by random() limit 1`,
  );
  return student;
}
