import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { acknowledgeAlert, setSeatLimit } from '@/lib/admin/alerts/mutations';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { purgeAlerts } from '@/lib/delivery/alerts/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { pledgeSeats } from './mutations';

useTestDatabase();
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  return () => vi.restoreAllMocks();
});

let people = 0;
let course: Awaited<ReturnType<typeof makeCourse>>;
beforeEach(async () => {
  course = await makeCourse({ totalSeats: 10_000 });
});

/** A person adopts seats with a code that was right, from an address. Returns 'ok' or the code of the refusal. */
async function pledge(email: string, seats: number, address: string, company?: string): Promise<string> {
  const sponsor = makeSponsor(company === undefined ? { email } : { email, company });
  const { subject, code } = await prepareAdoption([{ course, seats }], sponsor);
  const taken = await pledgeSeats(subject, code, undefined, address, { repeats: true });
  return taken.ok ? 'ok' : taken.code;
}
const throwAway = () => `someone.${++people}@outlook.com`;
const nextDay = () => sql()`update rate_limits set expire = now() where key like 'seats_address:%'`;

describe('security 94: throw-away e-mails do not pledge the catalogue', () => {
  test('from one network in ten days: 2,000 seats; an honest company with 500 seats is not refused', async () => {
    const [attacker, honest] = ['198.51.100.7', '203.0.113.9'];
    let taken = 0;
    const answers: string[] = [];
    for (let day = 0; day < 10; day++) {
      for (let n = 0; n < 3; n++) {
        const answer = await pledge(throwAway(), 500, attacker, `Shell ${people}`);
        answers.push(answer);
        if (answer === 'ok') taken += 500;
      }
      await nextDay();
    }
    const own = await Promise.all([
      pledge('hr@honest.example', 500, honest),
      pledge('honest.works@gmail.com', 500, honest, 'Honest Works'),
    ]);
    expect(taken).toBe(2000);
    expect(new Set(answers)).toEqual(new Set(['ok', 'seats.limit_address', 'seats.limit_network']));
    expect(own).toEqual(['ok', 'ok']);
  });

  test('a stranger who types the name of a company uses up nothing of its own domain', async () => {
    for (const address of ['198.51.100.20', '198.51.100.21'])
      expect(await pledge(throwAway(), 500, address, 'Target Ltd')).toBe('ok');
    expect(await pledge(throwAway(), 1, '198.51.100.22', 'TARGET')).toBe('seats.limit_company');
    expect(await pledge('hr@target.example', 500, '203.0.113.10', 'Target Ltd')).toBe('ok');
  });
});

describe('unusual pledges', () => {
  const unusual = async (admin: Awaited<ReturnType<typeof makeAdmin>>) =>
    (await listAttention(admin.scope, { kind: 'unusual' }, { page: 1, size: 100 })).filter(
      ({ about }) => about !== 'fast',
    );

  test('near and over a limit, and several contacts of one network, wait for an administrator until one looked at them', async () => {
    const admin = await makeAdmin({ role: 'finance' });
    await sql()`delete from alerts`;
    const address = '203.0.113.30';
    expect(await pledge('hr@small.example', 100, address)).toBe('ok');
    expect(await unusual(admin)).toEqual([]);
    expect(await pledge('hr@near.example', 800, address)).toBe('ok');
    const near = await unusual(admin);
    expect(near).toMatchObject([{ company: expect.any(String), about: 'limit', value: 800, most: 1000 }]);
    await nextDay();
    expect(await pledge('hr@near.example', 300, address)).toBe('seats.limit_email');
    expect(await unusual(admin)).toMatchObject([
      { about: 'limit', value: 800, note: 'domain:near.example' },
      { about: 'limit', value: 1100, note: 'email:hr@near.example' },
    ]);
    for (const { id } of await unusual(admin))
      expect(await acknowledgeAlert(admin.scope, id, 'Called the company')).toEqual({ ok: true });
    expect(await acknowledgeAlert(admin.scope, near[0]!.id, 'Again')).toEqual({ ok: false, code: 'alert.gone' });
    // Quiet for a day about what was looked at.
    expect(await pledge('hr@near.example', 300, address)).toBe('seats.limit_email');
    expect(await unusual(admin)).toEqual([]);
    await sql()`update alerts set looked_at = now() - interval '25 hours'`;
    expect(await pledge('hr@near.example', 300, address)).toBe('seats.limit_email');
    expect((await countAttention(admin.scope)).unusual).toBeGreaterThanOrEqual(1);

    await sql()`delete from alerts`;
    for (const name of ['third', 'fourth']) expect(await pledge(`hr@${name}.example`, 100, address)).toBe('ok');
    expect(await unusual(admin)).toMatchObject([{ about: 'network', value: 4 }]);
    await sql()`update alerts set reason = 'x', looked_at_by = ${admin.adminId}, looked_at = now() - interval '91 days'`;
    await purgeAlerts();
    expect(await sql()`select 1 from alerts`).toHaveLength(0);
  });

  test('two administrators who look at one alert at once: one entry in the audit log', async () => {
    const admins = [await makeAdmin({ role: 'finance' }), await makeAdmin({ role: 'owner' })];
    const both = async () => {
      const [alert] = await sql()<{ id: string }[]>`
        insert into alerts (kind, subject, value) values ('fast', ${crypto.randomUUID()}, 1) returning id`;
      const running = await sql().begin(async (held) => {
        await held`select 1 from alerts where id = ${alert!.id} for update`;
        const looks = admins.map(({ scope }) => acknowledgeAlert(scope, alert!.id, 'Called'));
        await waitForLocks(sql(), 2, '"alerts"');
        return { looks: Promise.all(looks) };
      });
      const outcomes = await running.looks;
      const entries = await sql()`select 1 from audit_log where action = 'alert.looked_at' and subject = ${alert!.id}`;
      return { done: outcomes.filter(({ ok }) => ok).length, entries: entries.length };
    };
    expect(await both()).toEqual({ done: 1, entries: 1 });
    // Control: without the lock both do it.
    expect(await withoutGuards([[' for no key update']], both)).toEqual({ done: 2, entries: 2 });
  });

  test('an administrator raises the limit of a sponsor, from any network, with an entry in the audit log', async () => {
    const admin = await makeAdmin({ role: 'finance' });
    const address = '203.0.113.40';
    expect(await pledge('hr@raised.example', 1001, address)).toBe('seats.limit_email');
    for (const sponsor of ['HR@raised.example', 'raised.example'])
      await setSeatLimit(admin.scope, { sponsor, max_seats: 5000, reason: 'Letter of intent' });
    expect(await pledge('hr@raised.example', 5000, address)).toBe('ok');
    expect(await sql()`select actor, after from audit_log where action = 'seats.limit_changed' order by id`).toEqual([
      { actor: admin.username, after: { sponsor: 'hX@raised.example', max_seats: 5000, reason: 'Letter of intent' } },
      { actor: admin.username, after: { sponsor: 'raised.example', max_seats: 5000, reason: 'Letter of intent' } },
    ]);
  });
});
