import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, db, sql } from '@/db/client';
import { saveCompany } from '@/lib/company/mutations';
import { readCompany } from '@/lib/company/queries';
import { NO_COMPANY } from '@/lib/company/rules';
import { issuePaper, reissueDuePapers } from '@/lib/documents/papers/mutations';
import { readOwnData } from '@/lib/operation/privacy/own-data';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { receive } from '@/testing/funds/money';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { writeTogether } from '@/testing/db/queue-up';
import { makeRandom } from '@/testing/lib/random';
import { assignCompanies } from './assign';
import { changeCompany } from './change';
import { listCompanyAdoptions, readCompanyRecord, type CompanyRecord } from './queries';
import type { CompanyChange } from './schema';

useTestDatabase();
const clients = useClient(8).db;
let admin: AdminAccount;
let course: CourseRow;
beforeAll(async () => {
  admin = await makeAdmin();
  course = await makeCourse({ totalSeats: 10_000, pricePaise: 33_333_33 });
});

type Guest = {
  email: string;
  company?: string;
  channel?: 'email' | 'phone' | 'paper';
  state?: 'pledged' | 'cancelled';
};

/** An adoption of a guest, with a proforma. */
async function makeGuest({ email, company = 'Works', channel = 'email', state = 'pledged' }: Guest) {
  const [guest] = await sql()<[{ id: string }]>`
    insert into users (kind, full_name, designation, email, phone_number, company_name)
    values ('guest', 'Asha Verma', 'Head', ${email}, '9826012345', ${company})
    on conflict (kind, lower(email)) do update set company_name = excluded.company_name returning id`;
  // At once, as a code verifies it.
  const adoption = await sql().begin(async (tx) => {
    const made = await insertAdoption(tx as unknown as Sql, { userId: guest.id, state, lines: [{ course, seats: 2 }] });
    await tx`update billings set verified_channel = ${channel} where id = ${made.id}`;
    return made;
  });
  if (state === 'pledged') await issuePaper({ kind: 'proforma', billingId: adoption.id, source: adoption.id });
  return adoption;
}

/** An account whose address is confirmed, with an adoption. */
async function makeAccount(email: string, company = 'Works') {
  const account = await makeSponsorAccount({ email, company_name: company });
  await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
  const adoption = await insertAdoption(sql(), {
    userId: account.userId,
    state: 'completed',
    lines: [{ course, seats: 3 }],
  });
  return { ...account, adoption };
}

type Unapplied = CompanyChange extends infer Each ? (Each extends CompanyChange ? Omit<Each, 'apply'> : never) : never;

const groupOf = async (billingId: string) => {
  await assignCompanies();
  const [row] = await sql()<
    { id: string }[]
  >`select group_id as id from billing_search_index where billing_id = ${billingId}`;
  return row!.id;
};
const read = async (id: string) => (await readCompanyRecord(admin.scope, id)) as CompanyRecord;
const check = (id: string, change: Unapplied, database = db()) =>
  changeCompany(admin.scope, id, { ...change, apply: null } as CompanyChange, database);

/** Carries out what a check shows. */
async function carryOut(id: string, change: Unapplied, database = db()) {
  const checked = await check(id, change, database);
  if (!checked.ok) return checked;
  const apply = { digest: checked.dryRun.digest, reason: 'The same company' };
  return changeCompany(admin.scope, id, { ...change, apply } as CompanyChange, database);
}
const join = (id: string, into: string, only = '') => carryOut(id, { action: 'join', into, only });
/** Takes out everything that was joined; false without anything. */
async function partAll(id: string) {
  const company = await readCompanyRecord(admin.scope, id);
  if (!company || 'joinedWith' in company || company.joined.length === 0) return false;
  return carryOut(id, { action: 'part', keys: company.joined.map(({ key }) => key) });
}
const CORRECTED = {
  ...{
    action: 'correct' as const,
    name: 'Narmada Steel',
    legal_name: 'Narmada Steel Limited',
    kind: 'company' as const,
  },
  ...{ cin: 'L27100MP1995PLC008888', pan: 'AAACN1234F', gstin: '', address: '4 Ring Road, Indore' },
};

/** What no join may change: papers, adoptions, records of companies, accounts. */
const untouched = async () =>
  (
    await sql()<{ state: string }[]>`
      select md5(concat((select string_agg(p::text, '' order by p.id) from papers p), (select string_agg(b::text, '' order by b.id) from billings b),
                        (select string_agg(c::text, '' order by c.id) from companies c), (select string_agg(u::text, '' order by u.id) from users u))) as state`
  )[0]!.state;

describe('a company', () => {
  test('is all accounts and guests with proven addresses of one domain; others are alone, a typed address proves nothing', async () => {
    const domain = `${randomUUID()}.example`;
    const account = await makeAccount(`hr@${domain}`, 'Narmada Steel Ltd');
    const [guest, typed] = [
      await makeGuest({ email: `csr@mail.${domain}`, company: 'NARMADA STEEL' }),
      await makeGuest({ email: `other@${domain}`, channel: 'phone' }),
    ];
    const unproven = await makeSponsorAccount({ email: `unproven@${domain}` });
    const id = await groupOf(account.adoption.id);
    expect(await groupOf(guest.id)).toBe(id);
    expect(await groupOf(typed.id)).not.toBe(id);
    const company = await read(id);
    expect(company).toMatchObject({
      name: 'Narmada Steel Ltd',
      sums: { adoptions: 2, seats: 5, pledged: 5 * 33_333_33, received: 0, outstanding: 2 * 33_333_33 + 3 * 33_333_33 },
      names: [
        { name: 'Narmada Steel Ltd', count: 2 },
        { name: 'NARMADA STEEL', count: 1 },
      ],
      guests: [{ email: `csr@mail.${domain}`, adoptions: 1 }],
      joined: [],
    });
    expect(company.accounts.map(({ email }) => email)).toEqual([account.email]);
    const rows = await listCompanyAdoptions(admin.scope, id, 50);
    expect(rows.map(({ reference }) => reference).toSorted()).toEqual(
      [account.adoption.reference, guest.reference].toSorted(),
    );
    // Confirmed, the account belongs to it; another address takes it away with its adoptions.
    await sql()`update users set email_verified_at = now() where id = ${unproven.userId}`;
    await assignCompanies();
    expect((await read(id)).accounts).toHaveLength(2);
    await sql()`update users set email = ${`${randomUUID()}@gmail.com`} where id = ${account.userId}`;
    expect(await groupOf(account.adoption.id)).not.toBe(id);
    // A deleted account stays where it was.
    const gone = await makeAccount(`gone@${domain}`);
    expect(await groupOf(gone.adoption.id)).toBe(id);
    await sql()`update users set kind = 'deleted', password_hash = null, email = ${`${gone.userId}@deleted.invalid`}, email_verified_at = null where id = ${gone.userId}`;
    expect(await groupOf(gone.adoption.id)).toBe(id);
  });

  test('is proposed by PAN and near names, joined with another one after a check, and parted again', async () => {
    const mine = await makeAccount(`${randomUUID()}@gmail.com`, 'Vindhya Cement Pvt Ltd');
    const other = await makeGuest({ email: `a@${randomUUID()}.example`, company: 'VINDHYA CEMENT' });
    const samePan = await makeAccount(`${randomUUID()}@gmail.com`, 'Another Name');
    for (const { scope } of [mine, samePan]) await saveCompany(scope, { ...NO_COMPANY, pan: 'AAACV1234F' });
    const [id, into, third] = [
      await groupOf(mine.adoption.id),
      await groupOf(other.id),
      await groupOf(samePan.adoption.id),
    ];
    expect((await read(id)).similar).toEqual([
      { id: third, name: 'Another Name', isPan: true },
      { id: into, name: 'VINDHYA CEMENT', isPan: false },
    ]);
    const before = await untouched();
    expect(await check(id, { action: 'join', into, only: '' })).toMatchObject({
      isDone: false,
      dryRun: {
        ...{ adoptions: 1, seats: 3, accounts: 1, papers: 0, received: '0.00', keys: [{ name: mine.email }] },
        differs: [{ field: 'name', here: ['Vindhya Cement Pvt Ltd'], there: ['VINDHYA CEMENT'] }],
      },
    });
    expect(await join(id, into)).toMatchObject({ isDone: true });
    expect(await read(id)).toEqual({ joinedWith: into });
    expect(await read(into)).toMatchObject({
      sums: { adoptions: 2 },
      joined: [
        { key: `user:${mine.userId}`, name: mine.email, home: 'Vindhya Cement Pvt Ltd', reason: 'The same company' },
      ],
    });
    // What the account adopts from now on comes along.
    const next = await insertAdoption(sql(), {
      userId: mine.userId,
      state: 'completed',
      lines: [{ course, seats: 1 }],
    });
    expect(await groupOf(next.id)).toBe(into);
    await sql()`delete from billing_items where billing_id = ${next.id}`;
    await sql()`delete from billings where id = ${next.id}`;
    expect(await partAll(into)).toMatchObject({ isDone: true, dryRun: { adoptions: 1, accounts: 1 } });
    expect(await groupOf(mine.adoption.id)).toBe(id);
    expect(await read(into)).toMatchObject({ sums: { adoptions: 1 }, joined: [] });
    expect(await untouched()).toBe(before);
    const log = await sql()<{ action: string }[]>`
      select action from audit_log where action like 'company.%' and subject in (${id}, ${into}) order by id`;
    expect(log.map(({ action }) => action)).toEqual(['company.joined', 'company.parted']);
  });

  test('a single adoption or account of a domain is joined alone; wrong requests are refused', async () => {
    const domain = `${randomUUID()}.example`;
    const [one, two] = [await makeAccount(`one@${domain}`), await makeAccount(`two@${domain}`)];
    const guest = await makeGuest({ email: `csr@${domain}` });
    const [id, into] = [
      await groupOf(one.adoption.id),
      await groupOf((await makeGuest({ email: `x@${randomUUID()}.example` })).id),
    ];
    expect(await join(id, id)).toMatchObject({ code: 'company.same' });
    expect(await join(id, randomUUID())).toMatchObject({ code: 'company.unknown' });
    expect(await join(id, into, 'nobody@nowhere.example')).toMatchObject({ code: 'company.only_unknown' });
    expect(await join(into, id, guest.reference)).toMatchObject({ code: 'company.only_unknown' });
    expect(await carryOut(id, { action: 'part', keys: [`domain:${domain}`] })).toMatchObject({
      code: 'company.none_chosen',
    });
    expect(await join(id, into, guest.reference.toLowerCase())).toMatchObject({
      isDone: true,
      dryRun: { adoptions: 1, accounts: 0 },
    });
    expect(await join(id, into, two.email.toUpperCase())).toMatchObject({
      isDone: true,
      dryRun: { adoptions: 1, accounts: 1 },
    });
    expect([await groupOf(one.adoption.id), await groupOf(two.adoption.id), await groupOf(guest.id)]).toEqual([
      id,
      into,
      into,
    ]);
    expect((await read(id)).accounts).toHaveLength(1);
    await partAll(into);
    expect([await groupOf(two.adoption.id), await groupOf(guest.id)]).toEqual([id, id]);
  });

  test('security 183: joining gives an account nothing to see of the other one', async () => {
    const [mine, other] = [
      await makeAccount(`a@${randomUUID()}.example`, 'One'),
      await makeAccount(`b@${randomUUID()}.example`, 'Other'),
    ];
    await saveCompany(other.scope, { ...NO_COMPANY, pan: 'AAACZ9999F', legal_name: 'Secret Limited' });
    const [id, into] = [await groupOf(mine.adoption.id), await groupOf(other.adoption.id)];
    const before = await readCompany(mine.scope);
    await join(id, into);
    expect(await readCompany(mine.scope)).toEqual(before);
    const held = JSON.stringify(await readOwnData(mine.scope, 'en'));
    for (const secret of [
      'AAACZ9999F',
      'Secret',
      other.email,
      other.adoption.reference,
      other.userId,
      into,
      'The same company',
    ])
      expect(held).not.toContain(secret);
    expect(held).toContain(mine.adoption.reference);
    expect(held).toContain(`domain:${mine.email.split('@')[1]}`);
  });
});

describe('a correction', () => {
  test('writes all records of a company once, says which papers follow, and issues those again', async () => {
    const domain = `${randomUUID()}.example`;
    const account = await makeAccount(`a@${domain}`, 'Narmada');
    const [guest, cancelled] = [
      await makeGuest({ email: `b@${domain}`, company: 'NARMADA STEEL' }),
      await makeGuest({ email: `c@${domain}`, state: 'cancelled' }),
    ];
    const stranger = await makeGuest({ email: `d@${randomUUID()}.example` });
    await saveCompany(account.scope, {
      ...NO_COMPANY,
      legal_name: 'Narmada Ltd',
      csr_contact: 'Asha',
      plants: ['Indore'],
    });
    const id = await groupOf(account.adoption.id);
    const strangers = await read(await groupOf(stranger.id));
    const checked = await check(id, CORRECTED);
    expect(checked).toMatchObject({
      dryRun: { adoptions: 3, accounts: 1, records: 3, papers: 1, serials: [expect.stringMatching(/^PI/)] },
    });
    expect(await carryOut(id, CORRECTED)).toMatchObject({ isDone: true });
    expect(await reissueDuePapers(db())).toBe(1);
    const papers = await sql()<{ details: unknown }[]>`
      select data->'details' as details from papers where billing_id = ${guest.id} order by revision`;
    const { action: _, name: __, gstin: ___, ...printed } = CORRECTED;
    expect(papers.map(({ details }) => details)).toEqual([null, printed]);
    // What people state themselves stays.
    expect(await readCompany(account.scope)).toMatchObject({
      ...printed,
      csr_contact: 'Asha',
      plants: ['Indore'],
      version: 2,
    });
    expect((await read(id)).values.legal_name).toEqual([{ value: 'Narmada Steel Limited', count: 3 }]);
    expect(await read(await groupOf(stranger.id))).toEqual(strangers);
    const history = await sql()<{ event: string }[]>`
      select event from billing_events where billing_id in (${guest.id}, ${cancelled.id}) and event = 'corrected'`;
    expect(history).toHaveLength(2);
    expect(await carryOut(id, CORRECTED)).toMatchObject({ code: 'company.unchanged' });
    const [log] = await sql()<{ before: unknown; after: unknown }[]>`
      select before, after from audit_log where action = 'company.corrected' and subject = ${id}`;
    expect(log).toMatchObject({
      before: { company: 'Narmada', legal_name: 'Narmada Ltd' },
      after: { company: 'Narmada Steel', records: 3, pan: 'AAACN1234F', reason: 'The same company' },
    });
  });

  test('is checked again if an account changed its record meanwhile, or the company was joined', async () => {
    const account = await makeAccount(`a@${randomUUID()}.example`);
    const other = await makeGuest({ email: `b@${randomUUID()}.example` });
    const [id, into] = [await groupOf(account.adoption.id), await groupOf(other.id)];
    const checked = await check(id, CORRECTED);
    if (!checked.ok) throw new Error(checked.code);
    await saveCompany(account.scope, { ...NO_COMPANY, legal_name: 'By its people' });
    const apply = { digest: checked.dryRun.digest, reason: 'As registered' };
    expect(await changeCompany(admin.scope, id, { ...CORRECTED, apply })).toMatchObject({
      code: 'company.check_again',
    });
    expect(await readCompany(account.scope)).toMatchObject({ legal_name: 'By its people' });
    expect(await join(id, into)).toMatchObject({ isDone: true });
    expect(await changeCompany(admin.scope, id, { ...CORRECTED, apply })).toMatchObject({ ok: false });
    expect(await readCompany(account.scope)).toMatchObject({ legal_name: 'By its people' });
  });
});

const RUNS = Number(process.env.COMPANY_RUNS ?? 2);
const SEED = Number(process.env.COMPANY_SEED ?? Date.now() % 1_000_000);

/** The partition of adoptions into companies: for each the adoptions that it has, in any order. */
async function partition(): Promise<string[]> {
  const rows = await sql()<{ own: string }[]>`
    select string_agg(billing_id::text, ' ' order by billing_id) as own from billing_search_index where group_id is not null group by group_id`;
  return rows.map(({ own }) => own).toSorted();
}

/** What has to hold at any time: each verified adoption has one company, that of its keys; sums of companies are those of all adoptions. */
async function checkAll(): Promise<void> {
  const [wrong] = await sql()<{ none: number; other: number; sums: string; all: string }[]>`
    with keyed as (
      select k.billing_id, k.group_id, coalesce(
        (select group_id from company_keys where key = 'adoption:' || b.id and joined_at is not null),
        (select group_id from company_keys where key = 'user:' || u.id and joined_at is not null and u.kind <> 'guest'),
        (select group_id from company_keys where key = k.company_key)) as wanted
        from billing_search_index k join billings b on b.id = k.billing_id join users u on u.id = b.user_id where b.verified_at is not null)
    select count(*) filter (where group_id is null) as none, count(*) filter (where group_id is distinct from wanted) as other,
           (select coalesce(sum(total), 0) from (select sum(b.total_paise) as total from billing_search_index k join billings b on b.id = k.billing_id where k.group_id is not null group by k.group_id) g) as sums,
           (select coalesce(sum(total_paise), 0) from billings where verified_at is not null) as all
      from keyed`;
  expect({ ...wrong, none: Number(wrong!.none), other: Number(wrong!.other) }).toEqual({
    none: 0,
    other: 0,
    sums: wrong!.all,
    all: wrong!.all,
  });
}

async function partEverything(): Promise<void> {
  const groups = await sql()<
    { id: string }[]
  >`select distinct group_id as id from company_keys where joined_at is not null order by 1`;
  for (const { id } of groups) while (await partAll(id));
}

describe('joins, parts and corrections in random order', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'each adoption has one company, no join changes a paper, and parted everything is as if never joined (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const random = makeRandom(seed);
      const pick = <T>(list: readonly T[]) => list[random(list.length)]!;
      const domains = Array.from({ length: 4 }, () => `${randomUUID()}.example`);
      const accounts: SponsorAccount[] = [];
      const address = () => `${randomUUID().slice(0, 8)}@${random(3) === 0 ? 'gmail.com' : pick(domains)}`;
      /** The companies that have adoptions, by their ids. */
      const groups = async () =>
        (
          await sql()<
            { id: string }[]
          >`select distinct group_id as id from billing_search_index where group_id is not null order by 1`
        ).map(({ id }) => id);
      for (let step = 0; step < 25; step++) {
        const kind = random(9);
        const [ids, before] = [await groups(), await untouched()];
        let done: unknown = null;
        if (kind <= 1 || ids.length < 3) {
          const account = await makeAccount(address());
          if (random(3) === 0) await sql()`update users set email_verified_at = null where id = ${account.userId}`;
          accounts.push(account);
        } else if (kind <= 3) {
          const adoption = await makeGuest({ email: address(), channel: pick(['email', 'phone', 'paper'] as const) });
          await receive(adoption.id, 1 + random(50_000_00), { on: '2026-04-01' });
        } else if (kind <= 5) done = await join(pick(ids), pick(ids));
        else if (kind === 6) {
          const id = pick(ids);
          const [adoption] = await listCompanyAdoptions(admin.scope, id, 1);
          done = await join(
            id,
            pick(ids),
            random(2) === 0 ? adoption!.reference : ((await read(id)).accounts[0]?.email ?? ''),
          );
        } else if (kind === 7) {
          done = await partAll(pick(ids));
        } else {
          const id = pick(ids);
          await carryOut(id, { ...CORRECTED, legal_name: `Works ${step}` });
          if (accounts.length > 0)
            await sql()`update users set email_verified_at = now() where id = ${pick(accounts).userId}`;
        }
        if (done) expect(await untouched()).toBe(before);
        await assignCompanies();
        await checkAll();
      }
      const totals = async () => {
        let all = 0;
        for (const id of await groups()) all += (await read(id)).sums.received;
        return all;
      };
      const [received] = await sql()<[{ paise: string }]>`select sum(received_paise) as paise from billings`;
      expect(await totals()).toBe(Number(received.paise));
      await partEverything();
      await checkAll();
      // As the keys alone say it.
      const natural = await sql()<{ own: string }[]>`
        select string_agg(k.billing_id::text, ' ' order by k.billing_id) as own from billing_search_index k join company_keys c on c.key = k.company_key group by c.home_id`;
      expect(await partition()).toEqual(natural.map(({ own }) => own).toSorted());
      expect(
        await sql()`select key from company_keys where joined_at is not null or home_id is distinct from group_id`,
      ).toEqual([]);
    },
  );
});

describe('at the same moment', () => {
  /** An account saves its record while a correction, planned before, waits for a row. */
  async function saveBeside() {
    const domain = `${randomUUID()}.example`;
    const account = await makeAccount(`a@${domain}`);
    const guest = await makeGuest({ email: `b@${domain}` });
    await saveCompany(account.scope, { ...NO_COMPANY, legal_name: 'Before' });
    const id = await groupOf(guest.id);
    let running!: ReturnType<typeof carryOut>;
    await sql().begin(async (held) => {
      await held`select 1 from billings where id = ${guest.id} for update`;
      running = carryOut(id, CORRECTED, clients);
      await waitForLocks(sql(), 1, 'billings');
      await saveCompany(account.scope, { ...NO_COMPANY, legal_name: 'Of its people', version: 1 });
    });
    const answer = await running;
    return [answer.ok, (await readCompany(account.scope)).legal_name];
  }

  test('a correction does not overwrite what an account saves meanwhile; without the version it would', async () => {
    expect(await saveBeside()).toEqual([false, 'Of its people']);
    const guard = / and "companies"\."version" = seen\.version/;
    expect(await withoutGuards([[guard]], saveBeside)).toEqual([true, CORRECTED.legal_name]);
  });

  /** Three companies, each with a guest and an account. */
  const makeThree = () =>
    Promise.all(
      Array.from({ length: 3 }, async () => {
        const account = await makeAccount(`a@${randomUUID()}.example`);
        return { account, id: '' };
      }),
    ).then(async (made) => {
      for (const each of made) each.id = await groupOf(each.account.adoption.id);
      return made;
    });

  type Made = Awaited<ReturnType<typeof makeThree>>[number];

  type Answers = Promise<Awaited<ReturnType<typeof carryOut>>>[];
  const opposite = async (run = (begin: () => Answers) => Promise.all(begin())) => {
    const [one, two] = (await makeThree()) as [Made, Made, Made];
    const answers = await run(() => [
      carryOut(one.id, { action: 'join', into: two.id, only: '' }, clients),
      carryOut(two.id, { action: 'join', into: one.id, only: '' }, clients),
    ]);
    const together = await sql()<{ id: string }[]>`
      select distinct group_id as id from billing_search_index where billing_id in (${one.account.adoption.id}, ${two.account.adoption.id})`;
    return { done: answers.filter((answer) => answer.ok && answer.isDone).length, companies: together.length };
  };

  test('two opposite joins: one is carried out, the other one has to be checked again', async () => {
    for (let run = 0; run < 5; run++) expect(await opposite()).toEqual({ done: 1, companies: 1 });
  });

  test('without the lock both are carried out, and the companies change places', async () => {
    const found = await withoutGuards([["select pg_advisory_xact_lock(hashtext('companies'))", 'select 1']], () =>
      opposite((begin) => writeTogether('company_keys', begin, 'update "company_keys"')),
    );
    expect(found).toEqual({ done: 2, companies: 2 });
    await partEverything();
  });

  test('a correction beside a join, new adoptions and their job: everything is written, or has to be checked again', async () => {
    const [one, two] = await makeThree();
    const domain = one!.account.email.split('@')[1]!;
    for (let run = 0; run < 6; run++) {
      const legal_name = `Works ${run}`;
      await Promise.all([
        carryOut(one!.id, { ...CORRECTED, legal_name }, clients),
        carryOut(two!.id, { action: 'join', into: one!.id, only: '' }, clients),
        makeGuest({ email: `${run}@${domain}` }),
        assignCompanies(clients),
        carryOut(
          one!.id,
          { action: 'part', keys: [`domain:${two!.account.email.split('@')[1]!}`] } as CompanyChange,
          clients,
        ),
      ]);
      await assignCompanies();
      await checkAll();
      const ids = await sql()<
        { id: string }[]
      >`select distinct group_id as id from billing_search_index k join billings b on b.id = k.billing_id where b.sponsor->>'email' like ${`%@${domain}`}`;
      expect(ids).toHaveLength(1);
    }
    await partEverything();
    await checkAll();
  });

  test('under kills: joined and parted or not, never half', async () => {
    const three = await makeThree();
    const before = await untouched();
    let isOver = false;
    const killer = (async () => {
      while (!isOver) {
        await sql()`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and application_name = 'victim' and random() < 0.5`;
        await new Promise((done) => setTimeout(done, 3));
      }
    })();
    const victim = connect(process.env.DATABASE_URL!, { max: 3, statementMs: 60_000, lockMs: 60_000 });
    try {
      for (let run = 0; run < 40; run++) {
        const [from, into] = [three[run % 3]!.id, three[(run + 1) % 3]!.id];
        await Promise.allSettled([
          victim.sql`set application_name = 'victim'`,
          carryOut(from, { action: 'join', into, only: '' }, victim.db),
          assignCompanies(victim.db),
        ]);
        await checkAll();
      }
    } finally {
      isOver = true;
      await killer;
      await victim.sql.end({ timeout: 5 }).catch(() => undefined);
    }
    await partEverything();
    await checkAll();
    expect(await untouched()).toBe(before);
  });

  test('a connection that dies in the middle of a correction leaves nothing of it; the next one is in every record, with its entries', async () => {
    const domain = `${randomUUID()}.example`;
    const account = await makeAccount(`a@${domain}`);
    const guests = [await makeGuest({ email: `b@${domain}` }), await makeGuest({ email: `c@${domain}` })];
    const id = await groupOf(account.adoption.id);
    const all = [account.adoption.id, ...guests.map((guest) => guest.id)];
    const written = async () => {
      const { legal_name } = CORRECTED;
      const [row] = await sql()`
        select (select count(*)::int from billings b join companies c
                  on c.id = coalesce(b.company_id, (select o.id from companies o where o.owner_id = b.user_id))
                 where b.id = any(${all}) and c.legal_name = ${legal_name}) as records,
               (select count(*)::int from billing_events
                 where billing_id = any(${all}) and event = 'corrected' and detail->>'legal_name' = ${legal_name}) as events,
               (select count(*)::int from audit_log
                 where subject = ${id} and action = 'company.corrected' and after->>'legal_name' = ${legal_name}) as entries`;
      return row;
    };
    // Where it waits: at the first record, at the history of the guests, at the name of the company, and at its last write.
    for (const table of ['companies', 'billing_events', 'company_groups', 'audit_log']) {
      const failed = await sql().begin(async (held) => {
        await held`lock table ${held(table)} in share row exclusive mode`;
        const running = carryOut(id, CORRECTED, clients).catch(() => 'lost');
        await waitForLocks(sql(), 1, table);
        await sql()`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`;
        return running;
      });
      expect(failed).toBe('lost');
      expect(await written()).toEqual({ records: 0, events: 0, entries: 0 });
    }
    expect(await carryOut(id, CORRECTED)).toMatchObject({ ok: true, isDone: true });
    expect(await written()).toEqual({ records: 3, events: 2, entries: 1 });
  });
});
