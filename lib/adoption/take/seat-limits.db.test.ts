import fc from 'fast-check';
import type { Sql } from 'postgres';
import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { databaseOn, sql } from '@/db/client';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { payForAdoption } from '@/lib/money/mutations';
import {
  endWindow,
  fullLedger,
  makeHold,
  makeSponsor,
  prepareAdoption,
  prepareHold,
  takeValues,
  type Prepared,
} from '@/testing/db/adoption';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { historyOf, makeProvider, paymentRequest, report } from '@/testing/db/payment';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { holdSeats, pledgeSeats, releaseExpiredHolds } from './mutations';
import { changeSeatLimit, purgeSeatLimits, readSeatLimit, takeLimits } from './seat-limits';
import { holdStatement, pledgeStatement, type TakeRow, type TakeValues } from './take-statements';

useTestDatabase();
const { sql: first, db: firstDb } = useClient(20);
const { sql: second, db: secondDb } = useClient(20);
const holder = usePool(1);
const spies: Record<'warn' | 'error', MockInstance<typeof console.warn> | null> = { warn: null, error: null };
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) spies[level] = vi.spyOn(console, level).mockReturnValue();
  return () => vi.restoreAllMocks();
});
const logged = (level: 'warn' | 'error') =>
  spies[level]!.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

const bigCourse = (changes = {}) => makeCourse({ totalSeats: 10_000, ...changes });
const seatsOf = async (key: string) => (await readSeatLimit(key)).seats;
const referenceOf = async (billingId: string) => {
  const [row] = await sql()<{ reference: string }[]>`select reference from billings where id = ${billingId}`;
  return row!.reference;
};
const isSpent = async ({ challengeId }: Prepared) => {
  const [row] =
    await sql()`select consumed_at is not null as spent from otp_challenges where id = ${challengeId}::bigint`;
  return row!.spent as boolean;
};
const taking = (prepared: Prepared, address: string | null = null) => takeValues(prepared, prepared.code, address);

/** Pledges the seats of all of them on two pools concurrently; each has read the database before any of them writes. */
async function atOnce(all: readonly TakeValues[], course: CourseRow): Promise<TakeRow[]> {
  const calls = all.map(
    (values, n) => async () => (n % 2 ? firstDb : secondDb).execute<TakeRow>(pledgeStatement(values)),
  );
  return outcomesOf(await queueUp(holder, ['courses', course.id], calls)) as TakeRow[];
}
const taken = (rows: TakeRow[]) => rows.filter(({ verdict }) => verdict === 'right').length;

/** Reads the counters without locking them. */
const UNLOCKED = [
  /counted as \(\s+insert[^]*?returning "unpaid_seats"\."key", "unpaid_seats"\."seats", "unpaid_seats"\."max_seats"\)/,
  `counted as (select l.key, coalesce(u.seats, 0) as seats, u.max_seats from limited l left join unpaid_seats u using (key))`,
] as const;

/** Adoptions that count under one key: the sponsor and the client address of each, and the key. */
type Sharing = { of: string; sponsor: Partial<Sponsor>; address: string | null; seats: number };
const SHARING: [string, (n: number, host: string) => Sharing][] = [
  ['domain', (n, host) => ({ of: `domain:${host}`, sponsor: { email: `hr${n}@${host}` }, address: null, seats: 30 })],
  ['email', (n, host) => ({ of: `email:hr@${host}`, sponsor: { email: `hr+${n}@${host}` }, address: null, seats: 30 })],
  [
    'company',
    (n, host) => ({
      of: `company:works${host.replaceAll(/[-.]/g, '')}`,
      sponsor: {
        email: `${host}.${n}@outlook.com`,
        company: ['Works Pvt. Ltd.', 'WORKS private limited', 'works'][n % 3]!.replace(/works/i, `$& ${host}`),
      },
      address: null,
      seats: 30,
    }),
  ],
  [
    'network',
    (n, host) => {
      const network = `2001:db8:${host.replaceAll(/\D/g, '') || 1}`;
      const address = `${network}:${n}::/64`;
      const { unpaid } = takeLimits({ ...SUBJECT, email: 'a@b.in' }, address);
      const of = unpaid.find(({ key }) => key.startsWith('network:'))!.key;
      return { of, sponsor: { email: `hr@${n}-${host}` }, address, seats: 60 };
    },
  ],
];
const SUBJECT = { purpose: 'public_adoption', otpMethod: 'email', userId: '', phone: '' } as const;

describe.each(SHARING)('forty adoptions of one %s at once', (kind, sharing) => {
  let hosts = 0;
  const run = async () => {
    const course = await bigCourse();
    const host = `${kind}-${++hosts}.example`;
    const all: Prepared[] = [];
    const cases = Array.from({ length: 40 }, (_, n) => sharing(n, host));
    for (const { sponsor, seats } of cases) all.push(await prepareAdoption([{ course, seats }], makeSponsor(sponsor)));
    const rows = await atOnce(
      all.map((one, n) => taking(one, cases[n]!.address)),
      course,
    );
    const spent = (await Promise.all(all.map(isSpent))).filter(Boolean).length;
    const counted = await seatsOf(cases[0]!.of);
    return { taken: taken(rows), spent, adopted: (await fullLedger(course.id)).adopted, counted };
  };
  const { seats } = sharing(0, 'one.example');

  test('security 56, security 94: exactly as many as the limit allows are pledged, and the codes of the others stay good', async () => {
    expect(await run()).toEqual({ taken: 33, spent: 33, adopted: 33 * seats, counted: 33 * seats });
  });

  test('control: without the lock on the counters all of them are pledged', async () => {
    expect(await withoutGuards([UNLOCKED], run)).toMatchObject({ taken: 40, adopted: 40 * seats });
  });
});

describe('forty adoptions of thirty seats from one address at once', () => {
  let addresses = 0;
  const run = async () => {
    const course = await bigCourse();
    const clientAddress = `192.0.2.${++addresses}`;
    const all: Prepared[] = [];
    for (let n = 0; n < 40; n++)
      all.push(
        await prepareAdoption([{ course, seats: 30 }], makeSponsor({ email: `x@from-${addresses}-${n}.example` })),
      );
    return taken(
      await atOnce(
        all.map((one) => taking(one, clientAddress)),
        course,
      ),
    );
  };

  test('security 56: exactly as many as a day allows are pledged', async () => expect(await run()).toBe(33));

  test('control: without the condition on the counter all of them are pledged', async () => {
    const condition =
      /where case when "rate_limits"\."expire" > now\(\)[^]*?<= \(select address_limit\.max from address_limit\)/;
    expect(await withoutGuards([[condition]], run)).toBe(40);
  });
});

/** Holds seats without the check for open payments. */
const holdBlindly = (prepared: Prepared) =>
  withoutGuards(
    [[/\("payments"\."status" = 'started' or \("payments"\."status" = 'captured' and [^)]*\)\)/, 'false']],
    async () => firstDb.execute<TakeRow>(holdStatement(taking(prepared))),
  );

test('security 56: a pledge and a hold of one e-mail at once: one of them has the seats', async () => {
  for (let round = 0; round < 10; round++) {
    const course = await bigCourse();
    const email = `both@round-${round}.example`;
    const account = await makeSponsorAccount({ email });
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    const pledge = await prepareAdoption([{ course, seats: 600 }], makeSponsor({ email }));
    const hold = await prepareHold([{ course, seats: 600 }], account);
    const outcomes = await Promise.all([
      pledgeSeats(pledge.subject, pledge.code, firstDb),
      holdSeats(account.scope, hold.code, secondDb),
    ]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'seats.limit_email', params: { max: '1,000' } });
    expect(await seatsOf(`email:${email}`)).toBe(600);
  }
});

test('security 56: nothing is counted where nothing is taken: a wrong code, short seats, a refused limit, a code typed again', async () => {
  const course = await makeCourse({ totalSeats: 5 });
  const email = 'nothing@taken.example';
  const late = await prepareAdoption([{ course, seats: 5 }], makeSponsor({ email }));
  const pledge = await prepareAdoption([{ course, seats: 4 }], makeSponsor({ email }));
  const address = '192.0.2.77';
  expect(await pledgeSeats(pledge.subject, pledge.code, firstDb, address)).toMatchObject({ ok: true });
  expect(await pledgeSeats(pledge.subject, pledge.code, firstDb, address)).toMatchObject({ ok: true });
  expect(await pledgeSeats(late.subject, late.code, firstDb, address)).toMatchObject({ code: 'seats.max' });
  expect(await seatsOf(`email:${email}`)).toBe(4);
  const [counter] =
    await sql()`select points from rate_limits where key = ${takeLimits(pledge.subject, address).address}`;
  expect(counter).toEqual({ points: 4 });
});

test('security 56: a raised limit holds for its sponsor, from any address, and its change stands in the audit log', async () => {
  const course = await bigCourse();
  const address = '192.0.2.78';
  const next = () => prepareAdoption([{ course, seats: 900 }], makeSponsor({ email: 'hr@raised.example' }));
  const pledge = async () => {
    const { subject, code } = await next();
    return pledgeSeats(subject, code, firstDb, address, { repeats: true });
  };
  expect((await pledge()).ok).toBe(true);
  const refused = await next();
  const again = () => pledgeSeats(refused.subject, refused.code, firstDb, address, { repeats: true });
  expect(await again()).toMatchObject({ code: 'seats.limit_email' });
  await changeSeatLimit('email:hr@raised.example', 5000, 'hX@raised.example');
  expect(await again()).toMatchObject({ code: 'seats.limit_domain' });
  await changeSeatLimit('domain:raised.example', 1800, 'raised.example');
  expect(await again()).toMatchObject({ ok: true });
  expect(await pledge()).toMatchObject({ code: 'seats.limit_domain', params: { max: '1,800' } });
  await changeSeatLimit('domain:raised.example', null, 'raised.example');
  expect(await readSeatLimit('domain:raised.example')).toEqual({ seats: 1800, max: null });
  expect(
    await sql()`select actor, before, after from audit_log where action = 'seats.limit_changed' order by id offset 1`,
  ).toEqual([
    {
      actor: 'command',
      before: { sponsor: 'raised.example', max_seats: null },
      after: { sponsor: 'raised.example', max_seats: 1800 },
    },
    {
      actor: 'command',
      before: { sponsor: 'raised.example', max_seats: 1800 },
      after: { sponsor: 'raised.example', max_seats: null },
    },
  ]);
});

test('security 56: the log tells of a limit that is nearly full and of a catalogue that is taken quickly, without personal data', async () => {
  const course = await bigCourse();
  for (const seats of [900, 800, 900, 700]) {
    const { subject, code } = await prepareAdoption(
      [{ course, seats }],
      makeSponsor({ email: `quick@host-${seats}-${Math.random()}.example` }),
    );
    expect((await pledgeSeats(subject, code, firstDb)).ok).toBe(true);
  }
  const near = logged('warn').filter(({ event }) => event === 'seat_limit_near');
  expect(near.map(({ kind, percent }) => [kind, percent])).toContainEqual(['domain', 90]);
  // The other tests have taken at most a fifth of the seats left in this database.
  await sql()`update courses set is_open = false where id <> ${course.id}`;
  const { subject, code } = await prepareAdoption(
    [{ course, seats: 100 }],
    makeSponsor({ email: 'last@quick.example' }),
  );
  await pledgeSeats(subject, code, firstDb);
  const quickly = logged('error').filter(({ event }) => event === 'seats_taken_quickly');
  expect(quickly.at(-1)).toMatchObject({ left: 10_000 - 3400 });
  expect(JSON.stringify([near, quickly])).not.toContain('quick@');
});

/** Returns the counters, and the sums of the billings in the database. */
async function ledger() {
  const counted = await sql()`select key, seats from unpaid_seats where seats > 0 order by key collate "C"`;
  const summed = await sql()`
    select k.key, sum(i.seats)::int as seats from billings b cross join lateral unnest(b.limit_keys) as k(key)
      join billing_items i on i.billing_id = b.id where b.state in ('pledged', 'held') group by 1 order by k.key collate "C"`;
  return { counted: [...counted], summed: [...summed] };
}

describe('random sequences of operations', () => {
  const STEPS = [
    'pledge',
    'hold',
    'end',
    'sweep',
    'pay',
    'pend',
    'settle',
    'fail',
    'cancel',
    'delete',
    'purge',
  ] as const;
  const step = fc.record({
    what: fc.constantFrom(...STEPS),
    who: fc.nat(2),
    seats: fc.integer({ min: 1, max: 400 }),
    lines: fc.integer({ min: 1, max: 2 }),
  });

  test('security 56: the counters are what the billings add up to, after each of random steps that are made at once', async () => {
    const courses = [await bigCourse(), await bigCourse()];
    const [{ deadlocks }] =
      (await sql()`select deadlocks::int from pg_stat_database where datname = current_database()`) as unknown as [
        { deadlocks: number },
      ];
    const provider = makeProvider();
    const pending = makeProvider(() => ({ status: 'pending' }));
    let hosts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
        async (rounds) => {
          const host = `random-${++hosts}.example`;
          const accounts: SponsorAccount[] = [];
          for (let n = 0; n < 3; n++) accounts.push(await makeSponsorAccount({ email: `who${n}@${host}` }));
          const asked = new Map<string, { course: CourseRow; seats: number }[]>();
          const work = async ({ what, who, seats, lines }: (typeof rounds)[number][number]) => {
            const account = accounts[who]!;
            const wanted = courses.slice(0, lines).map((course) => ({ course, seats }));
            const mine = sql()<{ id: string; reference: string; state: string }[]>`
            select id, reference, state from billings where sponsor->>'email' = ${account.email} order by created_at desc`;
            switch (what) {
              case 'pledge': {
                const { subject, code } = await prepareAdoption(wanted, makeSponsor({ email: account.email }));
                return pledgeSeats(subject, code, who % 2 ? firstDb : secondDb);
              }
              case 'hold': {
                // Locked by id, as the product does: two of these at once would otherwise be able to deadlock.
                await sql()`
                  update billings set verified_at = verified_at - interval '31 days' where id in (
                    select id from billings where user_id = ${account.userId} and state in ('expired', 'replaced') order by id for update)`;
                const { code, billingId } = await prepareHold(wanted, account);
                asked.set(billingId, wanted);
                return holdSeats(account.scope, code, who % 2 ? firstDb : secondDb);
              }
              case 'end':
                return sql()`
                  update billings set hold_expires_at = now() - interval '1 second' where id in (
                    select id from billings where user_id = ${account.userId} and state = 'held' order by id for update)`;
              case 'sweep':
                return releaseExpiredHolds(undefined, firstDb);
              case 'pay':
              case 'pend': {
                const held = (await mine).find(({ state }) => state === 'held');
                const request = held && asked.get(held.id);
                return (
                  request &&
                  payForAdoption(account.scope, paymentRequest(request, account), {
                    provider: what === 'pay' ? provider : pending,
                  })
                );
              }
              case 'settle':
              case 'fail': {
                const [open] = await sql()<
                  { id: string }[]
                >`select id from payments where user_id = ${account.userId} and status = 'started' limit 1`;
                if (!open) return null;
                const paymentId = open.id;
                return report(
                  provider,
                  what === 'fail'
                    ? { paymentId, status: 'failed' }
                    : { paymentId, status: 'captured', transactionId: `T-${paymentId}` },
                );
              }
              case 'cancel': {
                const pledged = (await mine).find(({ state }) => state === 'pledged');
                return pledged && cancelPledge(pledged.reference, 'a test', databaseOn(second));
              }
              case 'delete': {
                const pledged = (await mine).find(({ state }) => state === 'pledged');
                return pledged && sql()`delete from billings where id = ${pledged.id}`;
              }
              case 'purge':
                return purgeSeatLimits();
            }
          };
          for (const round of rounds) {
            // Concurrent requests of one person may be refused, and createDraft may fail; neither matters for this
            // test.
            await Promise.all(
              round.map((one) =>
                work(one).catch((error: Error) => expect(error.message).toMatch(/Could not create the draft/)),
              ),
            );
            const { counted, summed } = await ledger();
            expect(counted).toEqual(summed);
          }
        },
      ),
      { numRuns: 25 },
    );
    const [after] = await sql()`select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(after!.deadlocks).toBe(deadlocks);
    expect((await ledger()).counted.length).toBeGreaterThan(0);
  });

  test('control: without the update trigger they do not match', async () => {
    await sql()`alter table billings disable trigger billings_limited_update`;
    try {
      const { subject, code } = await prepareAdoption(
        [{ course: await bigCourse(), seats: 3 }],
        makeSponsor({ email: 'a@untold.example' }),
      );
      await pledgeSeats(subject, code, firstDb);
      const { counted, summed } = await ledger();
      expect(counted).not.toEqual(summed);
    } finally {
      await sql()`alter table billings enable trigger billings_limited_update`;
    }
  });

  test('security 56: counters without seats are forgotten, those with a limit of their own are kept', async () => {
    await sql()`insert into unpaid_seats (key, seats, max_seats) values ('email:none@x.example', 0, null), ('email:own@x.example', 0, 7), ('email:some@x.example', 3, null)`;
    await purgeSeatLimits();
    expect(await sql()`select key from unpaid_seats where key like '%@x.example' order by key`).toEqual([
      { key: 'email:own@x.example' },
      { key: 'email:some@x.example' },
    ]);
  });
});

describe('security 56: a pledge that the operator releases', () => {
  const pledged = async (seats = 7) => {
    const lines = [
      { course: await bigCourse(), seats },
      { course: await bigCourse(), seats: 1 },
    ];
    const prepared = await prepareAdoption(lines, makeSponsor({ email: `release@host-${Math.random()}.example` }));
    const outcome = await pledgeSeats(prepared.subject, prepared.code);
    if (!outcome.ok) throw new Error(outcome.code);
    return { ...prepared, course: lines[0]!.course, reference: outcome.reference };
  };

  test('returns its seats, with an event and an audit log entry', async () => {
    const { course, reference, billingId, subject, code } = await pledged();
    expect(await cancelPledge(reference, 'nobody at the company knows of it')).toBe(8);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, pledged: 0 });
    expect(await historyOf(billingId)).toMatchObject({
      state: 'cancelled',
      events: ['created:guest', 'verified:guest', 'cancelled:operator'],
    });
    expect(await seatsOf(`email:${subject.email}`)).toBe(0);
    const [entry] = await sql()`select actor, action, before, after from audit_log where subject = ${billingId}`;
    expect(entry).toEqual({
      actor: 'command',
      action: 'adoption.cancelled',
      before: { seats: 8, total_paise: 8 * course.pricePaise },
      after: { seats: 0, reference, reason: 'nobody at the company knows of it' },
    });
    // Its code is not accepted again.
    expect(await pledgeSeats(subject, code)).toEqual({ ok: false, code: 'otp.invalid' });
  });

  test('is released once by concurrent calls; without the lock it is not', async () => {
    const twice = async () => {
      const { course, reference, billingId } = await pledged();
      await sql()`
        update courses set adopted_seats = adopted_seats + 50
         where id in (select course_id from billing_items where billing_id = ${billingId})`;
      const running: Promise<unknown>[] = [];
      await holder.begin(async (held) => {
        await held`select 1 from courses where id = ${course.id} for update`;
        for (const pool of [first, second]) running.push(cancelPledge(reference, 'twice', databaseOn(pool)));
        await waitForLocks(sql(), 2, '');
      });
      await Promise.all(running);
      return (await fullLedger(course.id)).adopted - 50;
    };
    expect(await twice()).toBe(0);
    const lock = '"reference" = $1 for no key update';
    expect(await withoutGuards([[lock, '"reference" = $1']], twice)).toBe(-7);
  });

  test('cannot be a hold, a paid adoption, a draft or an unknown reference', async () => {
    const course = await bigCourse();
    const { reference, billingId } = await makeHold(
      [{ course, seats: 2 }],
      await makeSponsorAccount({ email: 'h@not.example' }),
    );
    expect(await cancelPledge(reference, 'no')).toBeNull();
    const draft = await prepareAdoption([{ course, seats: 1 }]);
    expect(await cancelPledge(await referenceOf(draft.billingId), 'no')).toBeNull();
    expect(await cancelPledge('SA-0000-0000-0000', 'no')).toBeNull();
    expect(await historyOf(billingId)).toMatchObject({ state: 'held' });
    expect(await sql()`select from audit_log where after->>'reason' = 'no'`).toHaveLength(0);
  });
});

describe('security 60: a code for a selection whose payment is open', () => {
  const pending = makeProvider(() => ({ status: 'pending' }));
  /** Creates a sponsor with an open payment whose hold expired, and a code for the same seats. */
  const scene = async () => {
    const account = await makeSponsorAccount({ email: `twice@host-${Math.random()}.example` });
    const course = await bigCourse();
    const lines = [{ course, seats: 1 }];
    const { billingId } = await makeHold(lines, account);
    await payForAdoption(account.scope, paymentRequest(lines, account), { provider: pending });
    await endWindow(billingId);
    const again = await prepareHold(lines, account);
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    return {
      account,
      course,
      lines,
      billingId,
      again,
      paymentId,
      notice: { paymentId, status: 'captured', transactionId: `T-${paymentId}` } as const,
    };
  };

  test('holds nothing and stays usable, also once the payment is confirmed; it holds the seats if the payment failed', async () => {
    const { account, again, notice, course } = await scene();
    expect(await holdSeats(account.scope, again.code)).toEqual({ ok: false, code: 'payment.pending' });
    expect(await isSpent(again)).toBe(false);
    expect(await report(pending, notice)).toBe(true);
    expect(await holdSeats(account.scope, again.code)).toEqual({ ok: false, code: 'payment.pending' });
    expect(await fullLedger(course.id)).toMatchObject({ completed: 1, held: 0 });

    const other = await scene();
    await report(pending, { paymentId: other.paymentId, status: 'failed' });
    expect(await holdSeats(other.account.scope, other.again.code)).toMatchObject({ ok: true });
  });

  test('control: without the check for open payments it holds them a second time', async () => {
    const { again } = await scene();
    const [row] = await holdBlindly(again);
    expect(row!.state).toBe('held');
  });

  test('never leads to two paid adoptions, even if the confirmation arrives while two tabs verify and pay', async () => {
    for (let round = 0; round < 15; round++) {
      const { account, course, lines, again, notice } = await scene();
      const provider = makeProvider();
      const tab = async (pool: Sql) => {
        await holdSeats(account.scope, again.code, databaseOn(pool));
        return payForAdoption(account.scope, paymentRequest(lines, account), { provider, database: databaseOn(pool) });
      };
      await Promise.all([report(pending, notice), tab(first), tab(second)]);
      expect(await fullLedger(course.id)).toMatchObject({ completed: 1, adopted: 1, held: 0 });
      expect(provider.captured.size).toBe(0);
    }
  });

  test('a live hold of the same selection, created by an earlier version, is not paid either', async () => {
    const { account, again, lines, notice } = await scene();
    await holdBlindly(again);
    const provider = makeProvider();
    const pay = () => payForAdoption(account.scope, paymentRequest(lines, account), { provider });
    expect(await pay()).toMatchObject({ ok: false, code: 'payment.pending' });
    expect(provider.asked).toEqual([]);
    await report(pending, { ...notice });
  });
});
