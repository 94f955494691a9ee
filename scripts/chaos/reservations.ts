import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Administrators } from './administrators';
import { adoptInPublic, call, codeFor, newDomain, newEmail, SCARCE_SEATS, type ClientWorld } from './clients';
import { retry } from './retry';

/** The shortest and the longest reservation, in seconds: some end while their holders adopt. */
const [SHORTEST, LONGEST] = [2, 40];

/**
 * Makes agreements as two administrators, and lets two colleagues of the company and a stranger adopt the seats of the course at
 * once. Each acknowledged agreement is recorded in the ledger, which later compares who has drawn on it.
 */
export async function reserveUntilStopped(world: ClientWorld, administrators: Administrators): Promise<void> {
  while (world.running()) {
    const [domain, course, seats] = [newDomain(), world.courses[randomInt(world.courses.length)]!, 1 + randomInt(3)];
    const sending = (by: keyof Administrators) => ({ Authorization: `Bearer ${administrators[by]}` });
    const made = await call(
      world,
      '/admin/reservations',
      {
        ...{ company: 'Narmada Motors', holder: domain, email: `csr@${domain}`, locale: 'en' },
        ...{ reason: 'Memorandum of understanding', lines: [{ id: course.id, seats }] },
        until: new Date(Date.now() + (SHORTEST + randomInt(LONGEST - SHORTEST)) * 1000).toISOString(),
      },
      { headers: sending('first') },
    );
    if (made.status !== 200) {
      await pause(100);
      continue;
    }
    const id = String(made.body.id);
    const confirmed = await call(
      world,
      `/admin/reservations/${id}`,
      { action: 'confirm', version: 0, reason: 'Compared with the memorandum' },
      { headers: sending('second'), label: '/admin/reservations confirm', method: 'PATCH' },
    );
    if (confirmed.status === 200) world.ledger.reservations.set(id, { domain, courseId: course.id, seats });
    const items = [{ course, seats: 1 + randomInt(seats) }];
    await pause(randomInt(3) === 0 ? randomInt(LONGEST * 250) : 0);
    await Promise.all([
      adoptInPublic(world, { domain, items }),
      adoptInPublic(world, { domain, items }),
      adoptInPublic(world, { items }),
    ]);
  }
}

/** What starts the jobs of an instance. */
export const CRON_SECRET = 'chaos-cron-secret-of-32-characters';

/**
 * Waits for seats of scarce courses, frees some, and lets who waited, a colleague and a stranger adopt them at once, some after
 * the end of the offer. Some withdraw instead. Each acknowledged request is recorded in the ledger.
 */
export async function waitUntilStopped(world: ClientWorld): Promise<void> {
  const scarce = world.courses.filter(({ totalSeats }) => totalSeats === SCARCE_SEATS);
  while (world.running()) {
    const [course, domain, seats] = [scarce[randomInt(scarce.length)]!, newDomain(), 1 + randomInt(2)];
    // Nobody waits for a course that is not full.
    await retry(
      () => world.sql`
        update courses set total_seats = adopted_seats + held_seats where id = ${course.id} and adopted_seats + held_seats > 1`,
    );
    const email = newEmail(domain);
    const items = [{ course, seats: 1 }];
    const wish = { course_id: course.id, scope: 'course', seats, min_seats: 1 + randomInt(seats), email };
    // A code is valid for the network that requested it.
    const sending = { headers: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` } };
    const sent = await call(world, '/waiting/code', wish, sending);
    if (sent.status !== 200) {
      await adoptInPublic(world, { items });
      continue;
    }
    const otp = await codeFor(world, email);
    const asked = otp && (await call(world, '/waiting', { ...wish, otp }, sending));
    if (!asked || asked.status !== 200) continue;
    const id = String(asked.body.id);
    world.ledger.waiting.set(id, email);
    if (randomInt(2) === 0)
      await retry(() => world.sql`update courses set total_seats = total_seats + 1 where id = ${course.id}`);
    if (randomInt(4) === 0) await call(world, `/waiting/${id}`, {}, { method: 'DELETE', label: '/waiting withdraw' });
    await call(world, '/jobs/run', {}, { headers: { Authorization: `Bearer ${CRON_SECRET}` } });
    const [offer] = await retry(
      () => world.sql<{ id: string }[]>`
      select offer_id as id from waiting_requests where id = ${id} and offer_id is not null`,
    );
    if (!offer) continue;
    world.ledger.offers += 1;
    const until = 500 + randomInt(LONGEST * 100);
    await retry(
      () => world.sql`
      update reservations set until = now() + ${until} * interval '1 millisecond' where id = ${offer.id} and ended_at is null`,
    );
    await Promise.all([
      adoptInPublic(world, { email, items }),
      adoptInPublic(world, { domain, items }),
      adoptInPublic(world, { items }),
    ]);
  }
}

/**
 * Adopts, gets a renewal of it for a short time, as opening a session makes it, and renews it, together with a colleague and a
 * stranger, while administrators reduce and cancel the adoption.
 */
export async function renewUntilStopped(world: ClientWorld): Promise<void> {
  while (world.running()) {
    const [course, next] = [0, 0].map(() => world.courses[randomInt(world.courses.length)]!) as [Course, Course];
    const [domain, seats] = [newDomain(), 1 + randomInt(4)];
    const email = newEmail(domain);
    const reference = await adoptInPublic(world, { email, items: [{ course, seats }] });
    if (reference === undefined || next.id === course.id) continue;
    const id = randomUUID();
    const reserved = await retry(() => reserveRenewal(world, { id, reference, email, courseId: next.id }));
    if (reserved === 0) continue;
    world.ledger.renewals.add(id);
    const items = [{ course: next, seats: 1 + randomInt(reserved) }];
    await pause(randomInt(3) === 0 ? randomInt(LONGEST * 250) : 0);
    await Promise.all([
      adoptInPublic(world, { email, items }),
      adoptInPublic(world, { domain, items }),
      adoptInPublic(world, { items }),
    ]);
  }
}
type Course = ClientWorld['courses'][number];

type NewRenewal = { id: string; reference: string; email: string; courseId: string };

/** Reserves seats of the next year for an adoption, as many as it has. @returns their number; 0 if it is not adopted, or they are not free */
function reserveRenewal({ sql }: ClientWorld, { id, reference, email, courseId }: NewRenewal): Promise<number> {
  return sql.begin(async (tx) => {
    // The connection may have been lost after the commit.
    const [before] = await tx<{ seats: number }[]>`select seats from reservation_items where reservation_id = ${id}`;
    if (before) return before.seats;
    const [line] = await tx<{ id: string; courseId: string; seats: number }[]>`
      select b.id, i.course_id as "courseId", i.seats from billings b join billing_items i on i.billing_id = b.id
       where b.reference = ${reference} and b.state in ('pledged', 'completed') for no key update of b`;
    const [course] = await tx<{ free: number }[]>`
      select total_seats - adopted_seats - held_seats as free from courses where id = ${courseId} for no key update`;
    const seats = Math.min(line?.seats ?? 0, course!.free);
    if (!line || seats === 0) return 0;
    const until = SHORTEST + randomInt(LONGEST - SHORTEST);
    await tx`
      insert into reservations (id, kind, holder, company, email, locale, until, reason)
      values (${id}, 'renewal', ${`email:${email}`}, 'Narmada Motors', ${email}, 'en', now() + ${until} * interval '1 second', 'Continues')`;
    await tx`
      insert into reservation_items (reservation_id, course_id, seats, price_paise)
      select ${id}, id, ${seats}, price_paise from courses where id = ${courseId}`;
    await tx`
      insert into renewal_lines (billing_id, from_course_id, reservation_id, course_id, seats)
      values (${line.id}, ${line.courseId}, ${id}, ${courseId}, ${seats})`;
    await tx`update courses set held_seats = held_seats + ${seats} where id = ${courseId}`;
    return seats;
  });
}
