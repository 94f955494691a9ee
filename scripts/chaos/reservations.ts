import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Administrators } from './administrators';
import { adoptInPublic, call, newDomain, type ClientWorld } from './clients';

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
