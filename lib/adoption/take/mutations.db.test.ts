import { describe, expect, test } from 'vitest';
import type { TransactionSql } from 'postgres';
import { connect, sql } from '@/db/client';
import { issueCode, withdrawCode } from '@/lib/accounts/codes/mutations';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { createDraft, pledgeSeats } from './mutations';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { makeSponsor, prepareAdoption, seatLedger, wrongCode, type Prepared } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';

useTestDatabase();

const billing = async (id: string) => {
  const [row] = await sql()`
    select state, total_paise::float8 as total, sponsor, verified_at is not null as verified,
           (select json_agg(json_build_array(event, from_state, to_state) order by id) from billing_events where billing_id = b.id) as events
      from billings b where id = ${id}`;
  return row!;
};
const age = (challengeId: string, seconds: number) =>
  sql()`update otp_challenges set created_at = created_at - ${seconds} * interval '1 second',
               expires_at = expires_at - ${seconds} * interval '1 second' where id = ${challengeId}::bigint`;
const verify = ({ subject, code, billingId }: Prepared) => pledgeSeats({ ...subject, draftId: billingId }, code);

describe('a draft', () => {
  test('stores current names and prices, in the selected order, and takes no seats', async () => {
    const institute = await makeInstitute({ name: 'LNCT' });
    const [first, second] = [
      await makeCourse(),
      await makeCourse({ instituteId: institute.id, pricePaise: 7_500_050 }),
    ];
    const { billingId } = await prepareAdoption([
      { course: second, seats: 3 },
      { course: first, seats: 2 },
    ]);
    await sql()`update courses set branch = 'Renamed', price_paise = 1 where id = ${second.id}`;
    const items = await sql()`
      select seats, price_paise::float8 as price, course_name, branch, institute, city from billing_items
       where billing_id = ${billingId} order by position`;
    expect(items.map((item) => ({ ...item }))).toEqual([
      { seats: 3, price: 7_500_050, course_name: 'B.Tech', branch: second.branch, institute: 'LNCT', city: 'Bhopal' },
      { seats: 2, price: 12_500_000, course_name: 'B.Tech', branch: first.branch, institute: '', city: 'Bhopal' },
    ]);
    expect(await billing(billingId)).toMatchObject({
      state: 'draft',
      total: 47_500_150,
      verified: false,
      events: [['created', null, 'draft']],
    });
    expect(await seatLedger(first.id)).toEqual({ adopted: 0, pledged: 0 });
  });

  test('R-API-11 is reused for the same request; another one is a draft beside it, whoever asks (security 61)', async () => {
    const course = await makeCourse();
    const sponsor = makeSponsor();
    const ask = async (seats: number, changes = {}) => {
      const draft = await createDraft({
        sponsor: { ...sponsor, ...changes },
        lines: [{ id: course.id, selectedSeats: seats }],
        totalPaise: seats * course.pricePaise,
      });
      if (!draft.ok) throw new Error(draft.code);
      return draft.billingId;
    };
    const first = await ask(1);
    expect(await ask(1)).toBe(first);
    const second = await ask(2);
    expect(second).not.toBe(first);
    expect(await billing(first)).toMatchObject({ state: 'draft', events: [['created', null, 'draft']] });
    expect(await ask(1)).toBe(first);
    const third = await ask(2, { company: 'Renamed Ltd' });
    expect(third).not.toBe(second);
    expect((await billing(third)).sponsor).toMatchObject({ company: 'Renamed Ltd' });
    for (const id of [second, third]) expect(await billing(id)).toMatchObject({ state: 'draft' });
  });

  test('security 21 security 25: is not opened for a total that is not the sum, nor for a closed course', async () => {
    const [course, closed] = [await makeCourse(), await makeCourse({ isOpen: false })];
    const ask = (id: string, totalPaise: number) =>
      createDraft({ sponsor: makeSponsor(), lines: [{ id, selectedSeats: 2 }], totalPaise });
    expect(await ask(course.id, 1)).toEqual({ ok: false, code: 'selection.changed' });
    expect(await ask(closed.id, 2 * closed.pricePaise)).toEqual({ ok: false, code: 'selection.changed' });
    // Nor for the rest of a selection when one of its courses is closed or unknown.
    for (const id of [closed.id, crypto.randomUUID()]) {
      const lines = [course.id, id].map((each) => ({ id: each, selectedSeats: 2 }));
      const left = { sponsor: makeSponsor(), lines, totalPaise: 2 * course.pricePaise };
      expect(await createDraft(left)).toEqual({ ok: false, code: 'selection.changed' });
    }
    const [{ count }] =
      (await sql()`select count(*)::int from billing_items where course_id in (${course.id}, ${closed.id})`) as [
        { count: number },
      ];
    expect(count).toBe(0);
  });

  describe('that another request creates concurrently', () => {
    /** Runs createDraft ten times; all of them wait for what `meanwhile` does in its own transaction. */
    const openDuring = async (sponsor: Sponsor, meanwhile: (held: TransactionSql) => Promise<unknown>) => {
      const course = await makeCourse();
      const request = { sponsor, lines: [{ id: course.id, selectedSeats: 1 }], totalPaise: course.pricePaise };
      const { sql: holder } = connect(process.env.DATABASE_URL!, { max: 2 });
      let drafts: ReturnType<typeof createDraft>[] = [];
      await holder.begin(async (held) => {
        await meanwhile(held);
        drafts = Array.from({ length: 10 }, () => createDraft(request));
        await waitForLocks(holder, 1, 'added_guest as');
      });
      await holder.end();
      const opened = await Promise.all(drafts);
      expect(opened.every(({ ok }) => ok)).toBe(true);
      return opened.map((draft) => (draft.ok ? draft : null)!);
    };

    test('belongs to the guest created concurrently', async () => {
      const sponsor = makeSponsor();
      const opened = await openDuring(
        sponsor,
        (held) => held`insert into users (kind, full_name, designation, email, phone_number, company_name)
                       values ('guest', 'A', 'B', ${sponsor.email}, '1', 'C')`,
      );
      const [guest] = await sql()`select id from users where email = ${sponsor.email}`;
      expect(new Set(opened.map(({ userId }) => userId))).toEqual(new Set([guest!.id]));
    });
  });

  test('does not change an existing guest, nor a registered account with the same e-mail', async () => {
    const course = await makeCourse();
    const sponsor = makeSponsor();
    await sql()`insert into users (kind, full_name, designation, email, phone_number, company_name, password_hash)
                values ('registered', 'Owner', 'CEO', ${sponsor.email}, '1', 'Own Ltd', 'hash')`;
    const known = await prepareAdoption([{ course, seats: 1 }], sponsor);
    await prepareAdoption([{ course, seats: 1 }], { ...sponsor, fullName: 'Stranger', company: 'Strange Ltd' });
    const people = () =>
      sql()`select kind, full_name, company_name from users where email = ${sponsor.email} order by kind`.then((rows) =>
        rows.map((row) => Object.values(row).join(' / ')),
      );
    const registered = 'registered / Owner / Own Ltd';
    expect(await people()).toEqual([`guest / ${sponsor.fullName} / ${sponsor.company}`, registered]);
    const again = await prepareAdoption([{ course, seats: 1 }], { ...sponsor, fullName: 'New Name' });
    expect(again.subject.userId).toBe(known.subject.userId);
    expect(await verify(again)).toMatchObject({ ok: true });
    expect(await people()).toEqual([`guest / New Name / ${sponsor.company}`, registered]);
  });
});

describe('a right code', () => {
  test('pledges every line of the draft and logs the event', async () => {
    const [a, b] = [await makeCourse(), await makeCourse()];
    const prepared = await prepareAdoption([
      { course: a, seats: 2 },
      { course: b, seats: 5 },
    ]);
    const pledge = await verify(prepared);
    expect(pledge).toMatchObject({ ok: true, billingId: prepared.billingId });
    if (pledge.ok) expect(pledge.reference).toMatch(/^SA-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await seatLedger(a.id)).toEqual({ adopted: 2, pledged: 2 });
    expect(await seatLedger(b.id)).toEqual({ adopted: 5, pledged: 5 });
    expect(await billing(prepared.billingId)).toMatchObject({
      state: 'pledged',
      verified: true,
      events: [
        ['created', null, 'draft'],
        ['verified', 'draft', 'pledged'],
      ],
    });
  });

  test('submitted again while valid returns the same pledge and takes nothing', async () => {
    const course = await makeCourse();
    const prepared = await prepareAdoption([{ course, seats: 2 }]);
    const first = await verify(prepared);
    expect(await verify(prepared)).toEqual(first);
    expect(await seatLedger(course.id)).toEqual({ adopted: 2, pledged: 2 });
    await age(prepared.challengeId, 601);
    expect(await verify(prepared)).toEqual({ ok: false, code: 'otp.invalid' });
  });

  test('is invalid once a newer one was sent', async () => {
    const course = await makeCourse();
    const old = await prepareAdoption([{ course, seats: 1 }]);
    const fresh = await issueCode(old.subject, old.billingId);
    if (fresh.code !== old.code) expect(await verify(old)).toEqual({ ok: false, code: 'otp.invalid' });
    expect(await pledgeSeats(old.subject, fresh.code)).toMatchObject({ ok: true });
  });

  test('uses the price that was quoted when the code was sent', async () => {
    const course = await makeCourse({ pricePaise: 100 });
    const prepared = await prepareAdoption([{ course, seats: 3 }]);
    await sql()`update courses set price_paise = 900 where id = ${course.id}`;
    expect(await verify(prepared)).toMatchObject({ ok: true });
    expect((await billing(prepared.billingId)).total).toBe(300);
  });
});

describe('seats taken by others in the meantime', () => {
  test('R-VAL-26 nothing is taken, the shortage is returned, also when asked again, and the code is consumed', async () => {
    const [scarce, plenty] = [await makeCourse({ totalSeats: 3 }), await makeCourse()];
    const prepared = await prepareAdoption([
      { course: plenty, seats: 2 },
      { course: scarce, seats: 3 },
    ]);
    await sql()`update courses set adopted_seats = 1 where id = ${scarce.id}`;
    const short = {
      ok: false,
      code: 'seats.max',
      params: { available: 2 },
      shortages: [{ course_id: scarce.id, available: 2 }],
    };
    expect(await verify(prepared)).toEqual(short);
    // Sent again after a lost response.
    expect(await verify(prepared)).toEqual(short);
    expect((await seatLedger(plenty.id)).adopted).toBe(0);
    expect(await billing(prepared.billingId)).toMatchObject({ state: 'draft', verified: false });
    await sql()`update courses set adopted_seats = 0 where id = ${scarce.id}`;
    expect(await verify(prepared)).toEqual({ ok: false, code: 'otp.invalid' });
    expect((await seatLedger(scarce.id)).adopted).toBe(0);
  });

  test('R-VAL-31 a course that is full or closed has no seats', async () => {
    const [full, closed] = [await makeCourse({ totalSeats: 1 }), await makeCourse()];
    const prepared = await prepareAdoption([
      { course: closed, seats: 1 },
      { course: full, seats: 1 },
    ]);
    await sql()`update courses set adopted_seats = 1 where id = ${full.id}`;
    await sql()`update courses set is_open = false where id = ${closed.id}`;
    expect(await verify(prepared)).toMatchObject({
      code: 'seats.none_left',
      shortages: [
        { course_id: closed.id, available: 0 },
        { course_id: full.id, available: 0 },
      ],
    });
  });

  test('held seats are not available', async () => {
    const course = await makeCourse({ totalSeats: 2 });
    const prepared = await prepareAdoption([{ course, seats: 2 }]);
    await sql()`update courses set held_seats = 1 where id = ${course.id}`;
    expect(await verify(prepared)).toMatchObject({ code: 'seats.max', params: { available: 1 } });
  });
});

describe('a wrong code', () => {
  const guess = ({ subject, code, billingId }: Prepared) =>
    pledgeSeats({ ...subject, draftId: billingId }, wrongCode(code));

  test('wrong attempts at a withdrawn code still count', async () => {
    const [guessed, untouched] = [
      await prepareAdoption([{ course: await makeCourse(), seats: 1 }]),
      await prepareAdoption([{ course: await makeCourse(), seats: 1 }]),
    ];
    await guess(guessed);
    for (const { challengeId } of [guessed, untouched]) await withdrawCode(Number(challengeId), 'unreachable');
    const left = await sql()`select id::text from otp_challenges
                   where id in (${guessed.challengeId}, ${untouched.challengeId}) and expires_at > now() and failure is null`;
    expect(left.map(({ id }) => id)).toEqual([guessed.challengeId]);
  });
});
