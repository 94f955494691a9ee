import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { insertCourse } from '../e2e/catalogue';
import type { Administrators } from './administrators';
import { adoptInPublic, call, codeFor, newDomain, newEmail, type ClientWorld } from './clients';
import { RETRY_SECONDS, retry } from './retry';

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
      '/admin/entries',
      {
        ...{ how: 'keep', company: 'Narmada Motors', holder: domain, email: `csr@${domain}`, locale: 'en' },
        ...{ paper_reference: 'Memorandum of understanding', lines: [{ id: course.id, seats }] },
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

/** How often somebody waits for seats after the end, without disturbance, if no offer was taken until then. */
const LAST_TRIES = 5;
/** How long an offer is waited for. */
const OFFER_MS = 8000;

/**
 * Waits for seats of courses that are kept for companies: the agreement ends, while a colleague and a stranger adopt seats of it,
 * and what is left is offered to two people who wait. Each adopts it, together with a stranger, some after the end of
 * the offer. Some withdraw instead. Each acknowledged request is recorded in the ledger.
 */
export async function waitUntilStopped(world: ClientWorld): Promise<void> {
  for (let tries = 0; world.running() || (world.ledger.taken === 0 && tries < LAST_TRIES);) {
    if (!world.running()) tries += 1;
    await waitOnce(world);
  }
}

async function waitOnce(world: ClientWorld): Promise<void> {
  const [domain, id, seats] = [newDomain(), randomUUID(), 2 + randomInt(2)];
  const course = await retry(() => insertCourse(world.sql, { ...WAITED_FOR, branch: newDomain(), totalSeats: seats }));
  await retry(() => keepForCompany(world, { id, domain, courseId: course.id, seats }));
  const requestIds = await Promise.all([newEmail(), newEmail()].map((email) => askToWait(world, course, email)));
  const ids = requestIds.filter((one) => one !== undefined);
  await retry(
    () => world.sql`update reservations set until = clock_timestamp() + interval '0.5 seconds' where id = ${id}`,
  );
  const items = [{ course, seats: 1 }];
  if (randomInt(3) === 0) await Promise.all([adoptInPublic(world, { domain, items }), adoptInPublic(world, { items })]);
  else await pause(600);
  if (ids.length > 0 && randomInt(4) === 0)
    await call(world, `/waiting/${ids[0]}`, {}, { method: 'DELETE', label: '/waiting withdraw' });
  const offers = await offersOf(world, ids);
  world.ledger.offers += offers.length;
  const until = randomInt(3) === 0 ? 500 + randomInt(LONGEST * 100) : null;
  const offerIds = offers.map(({ offer }) => offer);
  if (until !== null)
    await retry(
      () => world.sql`
        update reservations set until = clock_timestamp() + ${until} * interval '1 millisecond'
         where id = any(${offerIds}) and ended_at is null`,
    );
  await Promise.all([
    ...offers.map((offer) => adoptInPublic(world, { email: offer.email, items: [{ course, seats: offer.seats }] })),
    adoptInPublic(world, { items }),
    runJobsOf(world),
  ]);
  const taken = await retry(
    () => world.sql`select from reservation_items where reservation_id = any(${offerIds}) and used_seats > 0`,
  );
  world.ledger.taken += taken.length;
}

const WAITED_FOR = {
  ...{ city: 'Bhopal', courseType: 'B.Tech', institute: null },
  ...{ adoptedSeats: 0, pricePaise: 5_000_000, isOpen: true },
};

const runJobsOf = (world: ClientWorld) =>
  call(world, '/jobs/run', {}, { headers: { Authorization: `Bearer ${CRON_SECRET}` } });

/** Keeps all seats of a new course for a company, as an agreement that two administrators made. */
function keepForCompany(
  { sql }: ClientWorld,
  { id, domain, courseId, seats }: { id: string; domain: string; courseId: string; seats: number },
): Promise<void> {
  return sql.begin(async (tx) => {
    // The connection may have been lost after the commit.
    const before = await tx`select from reservations where id = ${id}`;
    if (before.length > 0) return;
    const holder = { id, kind: 'agreement', holder: `domain:${domain}`, email: `csr@${domain}` };
    await insertReservation(tx, holder, { courseId, seats, seconds: RETRY_SECONDS });
  });
}

/** Waits for one or two seats of a course, as the owner of an address. @returns the id of the request, if it was acknowledged */
async function askToWait(world: ClientWorld, course: Course, email: string): Promise<string | undefined> {
  const seats = 1 + randomInt(2);
  const wish = { course_id: course.id, scope: 'course', seats, min_seats: 1 + randomInt(seats), email };
  // A code is valid for the network that requested it.
  const sending = { headers: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` } };
  const sent = await call(world, '/waiting/code', wish, sending);
  const otp = sent.status === 200 && (await codeFor(world, email));
  if (!otp) return undefined;
  const response = await call(world, '/waiting', { ...wish, otp }, sending);
  if (response.status !== 200) return undefined;
  const id = String(response.body.id);
  world.ledger.waiting.set(id, email);
  return id;
}

/** Runs the jobs until a request has an offer. @returns the offers, with their seats and address; none if there are none soon */
async function offersOf(world: ClientWorld, ids: readonly string[]) {
  if (ids.length === 0) return [];
  for (const end = Date.now() + OFFER_MS; Date.now() < end;) {
    await runJobsOf(world);
    const offers = await retry(
      () => world.sql<{ offer: string; email: string; seats: number }[]>`
        select w.offer_id as offer, w.email, i.seats
          from waiting_requests w join reservation_items i on i.reservation_id = w.offer_id where w.id = any(${ids})`,
    );
    if (offers.length > 0) return offers;
  }
  return [];
}

/** How often the jobs run at the end until nothing is left to do. */
const SETTLE_TRIES = 10;

/**
 * Lets the jobs release what has ended and offer what is free. @returns reservations whose time is over and that still hold
 * seats, and requests that were passed over although their minimum is free
 */
export async function settleReservations(world: ClientWorld): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const over = await retry(
      () => world.sql<{ id: string }[]>`select id from reservations where ended_at is null and until <= now()`,
    );
    const passed = await retry(
      () => world.sql<{ id: string }[]>`
        select w.id from waiting_requests w join courses c on c.id = w.course_id
         where w.ended_at is null and w.offer_id is null and c.total_seats - c.adopted_seats - c.held_seats >= w.min_seats`,
    );
    if (over.length + passed.length === 0 || tries === SETTLE_TRIES)
      return [
        ...over.map(({ id }) => `reservation ${id} is over and still holds its seats`),
        ...passed.map(({ id }) => `waiting request ${id} was passed over although its minimum is free`),
      ];
    await runJobsOf(world);
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
    const holder = { id, kind: 'renewal', holder: `email:${email}`, email };
    await insertReservation(tx, holder, { courseId, seats, seconds: until });
    await tx`
      insert into renewal_lines (billing_id, from_course_id, reservation_id, course_id, seats)
      values (${line.id}, ${line.courseId}, ${id}, ${courseId}, ${seats})`;
    return seats;
  });
}

/** Writes a reservation of seats of one course, which it locks, for some seconds. */
async function insertReservation(
  tx: TransactionSql,
  { id, kind, holder, email }: { id: string; kind: string; holder: string; email: string },
  { courseId, seats, seconds }: { courseId: string; seats: number; seconds: number },
): Promise<void> {
  await tx`
    insert into reservations (id, kind, holder, company, email, locale, until, reason, created_by)
    values (${id}, ${kind}, ${holder}, 'Narmada Motors', ${email}, 'en', now() + ${seconds} * interval '1 second', 'Chaos',
            case when ${kind} = 'agreement' then gen_random_uuid() end)`;
  await tx`
    insert into reservation_items (reservation_id, course_id, seats, price_paise)
    select ${id}, id, ${seats}, price_paise from courses where id = ${courseId}`;
  await tx`update courses set held_seats = held_seats + ${seats} where id = ${courseId}`;
}
