import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings } from '@/db/schema';
import { ownedByUser } from '@/lib/accounts/ownership';
import { selectCounts } from '@/lib/admin/attention/queries';
import { assignCompanies } from '@/lib/admin/companies/assign';
import { readKnownCompany } from '@/lib/admin/companies/queries';
import { purgeScans, readScan, storeScan } from '@/lib/admin/reservations/scans';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { changeReservation, reserveSeats } from '@/lib/admin/reservations/mutations';
import { billingBatches } from '@/lib/admin/users-and-billings/queries';
import { readAdoption } from '@/lib/admin/adoptions/queries';
import { pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { purgeEntries } from '@/lib/adoption/take/retention';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { enter, makeEntry } from '@/testing/db/entries';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { queueUp } from '@/testing/db/queue-up';
import { makeAgreement, reserve, reservedLedger } from '@/testing/db/reservations';
import { decideEntry, enterAdoption } from './mutations';
import { listEntries, readEntry } from './queries';
import type { Entry } from './schema';

useTestDatabase();
const { db: clients } = useClient(20);
const blocker = usePool(1);
let first: AdminAccount;
let second: AdminAccount;
let third: AdminAccount;
beforeAll(async () => {
  [first, second, third] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
});

const decide = (id: string, action: 'confirm' | 'refuse', by = second, version = 0) =>
  decideEntry(by.scope, id, { action, version, reason: 'Compared with the letter' }, clients);

const problems = async () => [...(await findBookProblems()), ...(await findMessageProblems())];

async function stranger(course: CourseRow, seats: number) {
  const { subject, code, billingId } = await prepareAdoption([{ course, seats }], makeSponsor());
  return pledgeSeats({ ...subject, draftId: billingId }, code, clients);
}

const billingsOf = (email: string) =>
  sql()<{ id: string; reference: string; state: string }[]>`
    select id, reference, state from billings where sponsor->>'email' = ${email}`;

/** Lets the time of the kept seats be over. */
const endTime = (id: string) => sql()`
  update reservations set until = now() - interval '1 second' where id = (select reservation_id from adoption_entries where id = ${id})`;

describe('an adoption on paper', () => {
  test('keeps its seats, and is pledged by the second administrator, with its e-mail, history and audit entry', async () => {
    const course = await makeCourse({ totalSeats: 10, pricePaise: 1_000_00 });
    const entry = makeEntry([{ course, seats: 6 }], { locale: 'hi', note: 'Called on 13 November' });
    const id = await enter(first.scope, entry);
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 0, held: 6, unused: 6 });
    expect(await stranger(course, 5)).toMatchObject({ ok: false, code: 'seats.max', params: { available: 4 } });
    // Whoever proves the address cannot draw on it either.
    const own = await prepareAdoption([{ course, seats: 5 }], makeSponsor({ email: entry.email }));
    expect(await pledgeSeats({ ...own.subject, draftId: own.billingId }, own.code, clients)).toMatchObject({
      ok: false,
    });
    expect(await billingsOf(entry.email)).toHaveLength(1);
    expect(await readEntry(first.scope, id)).toMatchObject({ needsOther: true, totalPaise: 6_000_00, isOver: false });
    expect(await readEntry(second.scope, id)).toMatchObject({ needsOther: false, sponsor: { email: entry.email } });
    expect(await decide(id, 'confirm', first)).toEqual({ ok: false, code: 'adoption.second_admin' });

    const confirmed = await decide(id, 'confirm');
    expect(confirmed).toMatchObject({ ok: true, version: 1 });
    const reference = (confirmed as { reference: string }).reference;
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 6, held: 0, pledged: 6, unused: 0 });
    const adoption = await readAdoption(second.scope, reference);
    expect(adoption).toMatchObject({
      ...{ state: 'pledged', verifiedChannel: 'paper', channel: 'public', totalPaise: 6_000_00 },
      entry: { paper: entry.paper_reference, enteredBy: first.username, decidedBy: second.username },
    });
    expect(adoption!.events.map(({ event, actor }) => [event, actor])).toEqual([
      ['created', 'admin'],
      ['entered', 'admin'],
    ]);
    expect(adoption!.events[1]!.detail).toEqual({ paper_reference: entry.paper_reference, by: second.username });
    const [message] = await sql()`
      select m.kind, m.detail, b.locale
        from outbound_messages m join billings b on b.id = m.billing_id where b.reference = ${reference}`;
    expect(message).toEqual({
      ...{ kind: 'adopted', locale: 'hi' },
      detail: { paper_reference: entry.paper_reference },
    });
    const audited = await sql()`
      select action, actor, after->>'company' as company, after->>'paper_reference' as paper, after->>'sponsor' as sponsor
        from audit_log where action like 'entry.%' and (subject = ${id} or subject = ${adoption!.id}) order by id`;
    const same = { company: entry.company, paper: entry.paper_reference, sponsor: entry.email.replace('csr', 'cXX') };
    expect(audited).toEqual([
      { action: 'entry.made', actor: first.username, ...same },
      { action: 'entry.confirmed', actor: second.username, ...same },
    ]);
    for await (const [record] of billingBatches(first.scope, { id: adoption!.id }, 5))
      expect(record).toMatchObject({ paper_reference: entry.paper_reference, verified_channel: 'paper' });
    // The contact is in the adoption only.
    expect(await sql()`select sponsor, state from adoption_entries where id = ${id}`).toEqual([
      { sponsor: null, state: 'confirmed' },
    ]);
    expect(await sql()`select 1 from reservations where email = ${entry.email}`).toEqual([]);
    expect(await listEntries(first.scope, { q: entry.paper_reference }, 1)).toMatchObject({
      total: 1,
      rows: [{ reference, state: 'confirmed', sponsor: { email: entry.email } }],
    });
    expect(await problems()).toEqual([]);
  });

  test('belongs to the account of its address, once that is confirmed', async () => {
    const course = await makeCourse();
    const entry = makeEntry([{ course, seats: 1 }]);
    expect(await decide(await enter(first.scope, entry), 'confirm')).toMatchObject({ ok: true });
    const [{ id }] = (await billingsOf(entry.email)) as unknown as [{ id: string }];
    const { userId } = await makeSponsorAccount({ email: entry.email });
    const owned = () => db().select({ id: billings.id }).from(billings).where(ownedByUser(userId));
    expect(await owned()).toEqual([]);
    await sql()`update users set email_verified_at = now() where id = ${userId}`;
    expect(await owned()).toEqual([{ id }]);
  });

  test('that is refused releases its seats, tells nobody, and is deleted later', async () => {
    const course = await makeCourse({ totalSeats: 3 });
    const entry = makeEntry([{ course, seats: 3 }]);
    const id = await enter(first.scope, entry);
    expect(await decide(id, 'refuse', first)).toEqual({ ok: true, version: 1, reference: null });
    expect(await decide(id, 'confirm', second, 1)).toEqual({ ok: false, code: 'entry.decided' });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 0, held: 0 });
    expect(await billingsOf(entry.email)).toEqual([]);
    expect(await stranger(course, 3)).toMatchObject({ ok: true });
    expect(await purgeEntries()).toBe(0);
    await sql()`update adoption_entries set decided_at = now() - interval '31 days' where id = ${id}`;
    expect(await purgeEntries()).toBe(1);
    // The same paper may come again.
    expect(
      await enterAdoption(first.scope, {
        ...entry,
        lines: makeEntry([{ course: await makeCourse(), seats: 1 }]).lines,
      }),
    ).toMatchObject({ ok: true });
  });

  test('is entered once, waits under Needs attention, and gets a clear answer for what cannot be', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const entry = makeEntry([{ course, seats: 2 }]);
    const counts = async () => (await db().execute<{ entry: number }>(selectCounts()))[0]!.entry;
    const before = await counts();
    const id = await enter(first.scope, entry);
    expect(await counts()).toBe(before + 1);
    const again = { ...entry, paper_reference: entry.paper_reference.toUpperCase() };
    expect(await enterAdoption(second.scope, again)).toEqual({ ok: false, code: 'entry.paper_twice' });
    const more = makeEntry([{ course, seats: 4 }]);
    expect(await enterAdoption(first.scope, more)).toMatchObject({
      code: 'reservation.seats_missing',
      shortages: [{ course_id: course.id, seats: 4, available: 3 }],
    });
    const unknown = makeEntry([{ course: { id: randomUUID() }, seats: 1 }]);
    expect(await enterAdoption(first.scope, unknown)).toEqual({ ok: false, code: 'course.unknown' });
    const missing = { id: randomUUID(), version: 0 };
    expect(await enterAdoption(first.scope, more, missing)).toEqual({ ok: false, code: 'entry.not_found' });
    expect(await decide(id, 'confirm', second, 3)).toEqual({ ok: false, code: 'entry.changed' });
    expect(await decide(id, 'confirm')).toMatchObject({ ok: true });
    expect(await enterAdoption(first.scope, entry)).toEqual({ ok: false, code: 'entry.paper_twice' });
    expect(await counts()).toBe(before);
  });

  test('whose seats are gone, whose price changed or whose course is closed stays, and can be corrected', async () => {
    const [course, other] = [await makeCourse({ totalSeats: 5, pricePaise: 1_000_00 }), await makeCourse()];
    const entry = makeEntry([{ course, seats: 4 }]);
    const id = await enter(first.scope, entry);
    await sql()`update courses set price_paise = 110000 where id = ${course.id}`;
    expect(await decide(id, 'confirm')).toMatchObject({ code: 'entry.price_changed' });
    await sql()`update courses set price_paise = 100000, is_open = false where id = ${course.id}`;
    expect(await decide(id, 'confirm')).toMatchObject({ code: 'entry.not_offered' });
    await sql()`update courses set is_open = true where id = ${course.id}`;
    await endTime(id);
    expect(await readEntry(second.scope, id)).toMatchObject({ isOver: true });
    expect(await stranger(course, 2)).toMatchObject({ ok: true });
    expect(await decide(id, 'confirm')).toMatchObject({
      code: 'entry.seats_missing',
      shortages: [{ course_id: course.id, seats: 4, available: 3 }],
    });
    expect(await billingsOf(entry.email)).toEqual([]);
    expect(await readEntry(second.scope, id)).toMatchObject({ state: 'waiting', version: 0 });
    const lines = [
      { id: course.id, seats: 3 },
      { id: other.id, seats: 1 },
    ];
    const corrected = { ...entry, company: 'Paper Works Limited', lines };
    expect(await enterAdoption(second.scope, corrected, { id, version: 0 })).toEqual({ ok: true, id });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 2, held: 3 });
    // Who corrected it cannot confirm it.
    expect(await decide(id, 'confirm', second, 1)).toEqual({ ok: false, code: 'adoption.second_admin' });
    expect(await decide(id, 'confirm', first, 1)).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 5, held: 0 });
    expect(await problems()).toEqual([]);
  });

  test('whose time is over takes free seats, even if others had kept them until now', async () => {
    const course = await makeCourse({ totalSeats: 4 });
    const late = await enter(first.scope, makeEntry([{ course, seats: 4 }]));
    await endTime(late);
    await releaseExpiredHolds([course.id]);
    const blocking = await enter(first.scope, makeEntry([{ course, seats: 4 }]));
    expect(await decide(late, 'confirm')).toMatchObject({ code: 'entry.seats_missing' });
    await endTime(blocking);
    expect(await decide(late, 'confirm')).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 4, held: 0 });
    expect(await problems()).toEqual([]);
  });

  test('draws on the agreement of its company, and keeps only the other seats', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    const entry = makeEntry([{ course, seats: 6 }]);
    await reserve([{ course, seats: 8 }], { holder: entry.email.split('@')[1] });
    const id = await enter(first.scope, entry);
    expect(await reservedLedger(course.id)).toMatchObject({ held: 8, unused: 8 });
    expect(await decide(id, 'confirm')).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 6, held: 2, used: 6, drawn: 6 });
    const more = await enter(first.scope, {
      ...entry,
      paper_reference: 'A second letter',
      lines: [{ id: course.id, seats: 4 }],
    });
    expect(await reservedLedger(course.id)).toMatchObject({ held: 4, unused: 4 });
    expect(await decide(more, 'confirm')).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 10, held: 0, used: 8, drawn: 8 });
    expect(await problems()).toEqual([]);
  });

  test('counts for the limits of unpaid seats', async () => {
    const course = await makeCourse({ totalSeats: 2000 });
    const entry = makeEntry([{ course, seats: 1001 }]);
    const id = await enter(first.scope, entry);
    expect(await decide(id, 'confirm')).toMatchObject({ code: 'entry.limit', params: { max: '1,000' } });
    await sql()`
      insert into unpaid_seats (key, max_seats) values (${`domain:${entry.email.split('@')[1]!}`}, 2000), (${`email:${entry.email}`}, 2000)
      on conflict (key) do update set max_seats = 2000`;
    expect(await decide(id, 'confirm')).toMatchObject({ ok: true });
    expect(await problems()).toEqual([]);
  });
});

describe('two administrators who decide at once', () => {
  /** Confirms an entry by two administrators while both wait for it; returns what they got and the adopted seats. */
  async function race(entry: Entry, course: CourseRow) {
    const id = await enter(first.scope, entry);
    const calls = [second, third].map((by) => () => decide(id, 'confirm', by));
    const results = await queueUp(blocker, ['adoption_entries', id], calls, 'adoption_entries');
    const outcomes = results.map((result) => {
      if (result.status === 'rejected') return 'failed';
      return result.value.ok ? 'done' : result.value.code;
    });
    return { outcomes: outcomes.toSorted(), adopted: (await reservedLedger(course.id)).adopted };
  }

  test('make one adoption', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    const { outcomes, adopted } = await race(makeEntry([{ course, seats: 3 }]), course);
    expect({ outcomes, adopted }).toEqual({ outcomes: ['done', 'entry.decided'], adopted: 3 });
    expect(await problems()).toEqual([]);
  });

  test('control: without the lock of the entry they make two', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    const lock = /(?<="adoption_entries"\."id" = \$\d+) for no key update/;
    // The entry has one adoption; the other is left over, with its seats.
    const { adopted } = await withoutGuards([[lock]], () => raceOfReaders(makeEntry([{ course, seats: 3 }]), course));
    expect(adopted).toBe(6);
  });

  /** The same while both have read the entry and wait for its kept seats. */
  async function raceOfReaders(entry: Entry, course: CourseRow) {
    // The guest is there already: otherwise the second one would begin again when the first has added it.
    await prepareAdoption([{ course, seats: 1 }], makeSponsor({ email: entry.email }));
    const id = await enter(first.scope, entry);
    const [row] = await sql()<
      { reservation_id: string }[]
    >`select reservation_id from adoption_entries where id = ${id}`;
    const calls = [second, third].map((by) => () => decide(id, 'confirm', by));
    await queueUp(blocker, ['reservations', row!.reservation_id], calls, 'reservation');
    return { adopted: (await reservedLedger(course.id)).adopted };
  }

  test('confirm and refuse: one of them', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    const id = await enter(first.scope, makeEntry([{ course, seats: 3 }]));
    const calls = [() => decide(id, 'refuse', second), () => decide(id, 'confirm', third)];
    const [refused, confirmed] = await queueUp(blocker, ['adoption_entries', id], calls, 'adoption_entries');
    expect([refused, confirmed]).toMatchObject([{ value: { ok: true } }, { value: { code: 'entry.decided' } }]);
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 0, held: 0 });
  });
});

describe('an agreement', () => {
  const agree = async (course: CourseRow, seats: number, domain: string) => {
    const made = await reserveSeats(
      first.scope,
      makeAgreement([{ course, seats }], { holder: domain, email: `csr@${domain}` }),
    );
    if (!made.ok) throw new Error(made.code);
    return made.id;
  };
  const act = (id: string, action: 'confirm' | 'end', by = second, version = 0) =>
    changeReservation(by.scope, id, { action, version, reason: 'Compared' }, clients);
  const told = (domain: string) => sql()`select kind from outbound_messages where recipient = ${`csr@${domain}`}`;

  test('waits for a second administrator: its seats are kept, and nobody draws on them or hears of it', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), 'agreed-one.example'];
    const id = await agree(course, 4, domain);
    expect(await reservedLedger(course.id)).toMatchObject({ held: 4, unused: 4 });
    const holder = async (seats: number) => {
      const { subject, code, billingId } = await prepareAdoption(
        [{ course, seats }],
        makeSponsor({ email: `a${seats}@${domain}` }),
      );
      return pledgeSeats({ ...subject, draftId: billingId }, code, clients);
    };
    expect(await holder(2)).toMatchObject({ ok: false, params: { available: 1 } });
    expect(await told(domain)).toEqual([]);
    expect(await act(id, 'confirm', first)).toEqual({ ok: false, code: 'adoption.second_admin' });
    expect(await act(id, 'confirm')).toEqual({ ok: true, version: 1 });
    expect(await act(id, 'confirm', third, 1)).toEqual({ ok: false, code: 'reservation.confirmed' });
    expect(await told(domain)).toEqual([{ kind: 'seats_reserved' }]);
    expect(await holder(4)).toMatchObject({ ok: true });
  });

  test('confirmed by two at once is confirmed once, and the company hears of it once', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), 'agreed-two.example'];
    const id = await agree(course, 4, domain);
    const calls = [second, third].map((by) => () => act(id, 'confirm', by));
    const results = await queueUp(blocker, ['reservations', id], calls, 'reservations');
    expect(results).toMatchObject([{ value: { ok: true } }, { value: { code: 'reservation.changed' } }]);
    expect(await told(domain)).toHaveLength(1);
  });

  test('of an entry cannot be ended or confirmed by itself', async () => {
    const course = await makeCourse();
    const id = await enter(first.scope, makeEntry([{ course, seats: 1 }]));
    const [row] = await sql()<{ id: string }[]>`select reservation_id as id from adoption_entries where id = ${id}`;
    for (const action of ['confirm', 'end'] as const)
      expect(await act(row!.id, action)).toEqual({ ok: false, code: 'reservation.of_entry' });
  });
});

describe('a scan and a known company', () => {
  const scan = (by: AdminAccount, content: string | Buffer = '%PDF-1.7 letter') =>
    storeScan(by.scope, Buffer.from(content));

  test('security 184: a scan is what its content says, of its administrator, used once, and read by a finance role, each look logged', async () => {
    const course = await makeCourse({ totalSeats: 20 });
    for (const content of ['<html>', 'GIF89a', 'PK', ''])
      expect(await scan(first, content)).toEqual({ ok: false, code: 'entry.scan_type' });
    const stored = await scan(first, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]));
    if (!stored.ok) throw new Error(stored.code);
    const others = makeEntry([{ course, seats: 1 }], { scan_id: stored.id });
    expect(await enterAdoption(second.scope, others)).toEqual({ ok: false, code: 'entry.scan_gone' });
    expect(
      (await sql()`select id from adoption_entries where paper_reference = ${others.paper_reference}`).length,
    ).toBe(0);
    const id = await enter(first.scope, others);
    const again = makeEntry([{ course, seats: 1 }], { scan_id: stored.id });
    expect(await enterAdoption(first.scope, again)).toEqual({ ok: false, code: 'entry.scan_gone' });
    expect(await readScan(second.scope, stored.id)).toMatchObject({ mediaType: 'image/png' });
    expect(await readScan(second.scope, randomUUID())).toBeNull();
    const looks = await sql()`select id from audit_log where action = 'scan.downloaded' and subject = ${id}`;
    expect(looks).toHaveLength(1);
    // A corrected entry has the new one; a refused one takes it along.
    const newer = await scan(first);
    if (!newer.ok) throw new Error(newer.code);
    await enterAdoption(first.scope, { ...others, scan_id: newer.id }, { id, version: 0 });
    expect(await readScan(second.scope, stored.id)).toBeNull();
    expect((await readEntry(second.scope, id))!.scanId).toBe(newer.id);
    const unused = await scan(first);
    if (!unused.ok) throw new Error(unused.code);
    await sql()`update paper_scans set uploaded_at = now() - interval '25 hours'`;
    expect(await purgeScans()).toBe(1);
    await sql()`update paper_scans set uploaded_at = now() - interval '9 years'`;
    expect(await purgeScans()).toBe(1);
  });

  test('seats for a known company: its papers print what is known, and the adoption is its own, whatever the address', async () => {
    const course = await makeCourse({ totalSeats: 20 });
    const domain = `${randomUUID()}.example`;
    const details = { legal_name: 'Narmada Limited', cin: '', pan: 'AAACN1234F', gstin: '', address: 'Indore' };
    const confirm = async (entry: Entry) => {
      const id = await enter(first.scope, entry);
      expect(await decideEntry(second.scope, id, { action: 'confirm', version: 0, reason: 'Compared' })).toMatchObject({
        ok: true,
      });
      await assignCompanies();
      const [row] = await sql()<{ id: string; group_id: string }[]>`
        select e.billing_id as id, k.group_id from adoption_entries e join billing_search_index k on k.billing_id = e.billing_id where e.id = ${id}`;
      return row!;
    };
    const one = await confirm(makeEntry([{ course, seats: 1 }], { email: `a@${domain}`, details }));
    const known = (await readKnownCompany(first.scope, one.group_id))!;
    expect(known).toMatchObject({ domain, details, sponsor: { email: `a@${domain}` } });
    const two = await confirm(
      makeEntry([{ course, seats: 1 }], { email: `${randomUUID()}@gmail.com`, company_id: known.id }),
    );
    expect(two.group_id).toBe(known.id);
    const paper = await issuePaper({ kind: 'proforma', billingId: one.id, source: one.id });
    const [printed] = await sql()<
      { details: object }[]
    >`select data->'details' as details from papers where id = ${paper.id}`;
    expect(printed!.details).toEqual({ legal_name: 'Narmada Limited', pan: 'AAACN1234F', address: 'Indore' });
    // The same address needs nothing joined.
    const three = await confirm(makeEntry([{ course, seats: 1 }], { email: `b@${domain}`, company_id: known.id }));
    expect(three.group_id).toBe(known.id);
    expect(
      (await sql()`select key from company_keys where joined_at is not null and group_id = ${known.id}`).map(
        ({ key }) => key as string,
      ),
    ).toEqual([`adoption:${two.id}`]);
    const unknown = makeEntry([{ course, seats: 1 }], { company_id: randomUUID() });
    expect(await enterAdoption(first.scope, unknown)).toEqual({ ok: false, code: 'company.unknown' });
  });
});
