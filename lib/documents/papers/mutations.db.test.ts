import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, db, sql, type Database } from '@/db/client';
import { textOf } from '@/db/conditions';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { listAdoptions } from '@/lib/adoption/read/history-queries';
import { NO_COMPANY } from '@/lib/company/rules';
import { PAPER_DETAILS } from '@/lib/platform/limits';
import type { SponsorScope } from '@/lib/accounts/session';
import { waitForLocks } from '@/testing/db/locks';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeHold } from '@/testing/db/adoption';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeAdmin } from '@/testing/db/admin';
import { withoutGuards } from '@/testing/db/guards';
import { issuePaper, issueStatement, savePaperDetails } from './mutations';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { papersOf, readPaper, statementYearsOf } from './queries';
import { financialYearOf } from '@/db/days';
import { nextNumber, paperStatement, statementOfUse } from './statements';

const { url } = useTestDatabase();
/** Two pools, as two instances of the app have. */
const clients = [useClient(20), useClient(20)] as const;
let course: CourseRow;
beforeAll(async () => {
  course = await makeCourse({ totalSeats: 10_000 });
});
beforeEach(async () => {
  await sql()`alter table papers disable trigger papers_only_grow`;
  await sql()`delete from papers`;
  await sql()`delete from paper_series`;
  await sql()`delete from settings`;
  await sql()`alter table papers enable trigger papers_only_grow`;
});

const adopt = async (state: 'pledged' | 'completed' | 'cancelled' = 'pledged') => {
  const { userId } = await makeSponsorAccount({ company_name: 'Narmada Motors' });
  const payments = state === 'completed' ? [{ status: 'captured' as const }] : [];
  return { userId, ...(await insertAdoption(sql(), { userId, state, lines: [{ course, seats: 2 }], payments })) };
};
type Adoption = Awaited<ReturnType<typeof adopt>>;

/** The scope of the sponsor of an adoption. */
const scopeOf = ({ userId }: Adoption) => ({ accountId: userId, personId: userId }) as unknown as SponsorScope;

const proforma = ({ id }: Adoption, database?: Database) =>
  issuePaper({ kind: 'proforma', billingId: id, source: id }, { database });

/** The numbers of a series in order. */
const numbers = async (series = 'PI') =>
  (await sql()<{ number: number }[]>`select number from papers where series = ${series} order by number`).map(
    ({ number }) => number,
  );
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function confirmedReceipt({ id }: Adoption, changes: { on?: string; state?: string; amount?: number } = {}) {
  const admin = randomUUID();
  const { on = '2026-04-03', state = 'confirmed', amount = 100_000_00 } = changes;
  const [row] = await sql()<{ id: string }[]>`
    insert into bank_receipts (billing_id, mode, credited_on, amount_paise, tds_paise, reference, payer, payer_bank, state, recorded_by, confirmed_by, confirmed_at)
    values (${id}, 'NEFT', ${on}, ${amount}, 5000, ${`UTR${randomUUID().slice(0, 12)}`}, 'Narmada Motors', 'SBI', ${state}, ${admin},
            ${state === 'recorded' ? null : admin}, now())
    returning id`;
  return row!.id;
}

describe('what is issued', () => {
  test('a proforma has the lines with seats, the body, what is due and its last day', async () => {
    const adoption = await adopt();
    await sql()`update billings set due_at = '2026-12-01T18:30:00Z' where id = ${adoption.id}`;
    await sql()`insert into settings ("group", value) values ('body', '{"legalName":"Shiksha Nyas"}')`;
    const paper = await proforma(adoption);
    expect(paper.kind).toBe('proforma');
    const [row] = await sql()`select * from papers where id = ${paper.id}`;
    expect(row).toMatchObject({ serial: paper.serial, revision: 1, number: 1, series: 'PI', billing_id: adoption.id });
    expect(row!.data).toMatchObject({
      kind: 'proforma',
      reference: adoption.reference,
      sponsor: { company: 'Narmada Motors' },
      body: { legalName: 'Shiksha Nyas' },
      lines: [{ seats: 2, pricePaise: course.pricePaise }],
      duePaise: 2 * course.pricePaise,
      receivedPaise: 0,
      validUntil: '2026-12-01',
    });
  });

  test('a paper names the registrations that were valid on its day', async () => {
    const registrations = [
      { name: '80G approval', number: 'EXPIRED', validUntil: '2026-03-31' },
      { name: 'CSR number', number: 'ENDLESS', validUntil: '' },
    ];
    const body = JSON.stringify({ legalName: 'Shiksha Nyas', registrations });
    await sql()`
      insert into settings ("group", value) values ('body', ${body}::text::jsonb)
          on conflict ("group") do update set value = excluded.value`;
    const numbersOf = async (id: string) => {
      const [row] = await sql()`select data->'body'->'registrations' as registrations from papers where id = ${id}`;
      return row!.registrations.map(({ number }: { number: string }) => number);
    };
    const adoption = await adopt();
    const receiptOn = async (on: string) =>
      (await issuePaper({ kind: 'receipt', billingId: adoption.id, source: await confirmedReceipt(adoption, { on }) }))
        .id;
    expect(await numbersOf(await receiptOn('2026-03-31'))).toEqual(['EXPIRED', 'ENDLESS']);
    expect(await numbersOf(await receiptOn('2026-04-01'))).toEqual(['ENDLESS']);
    expect(await numbersOf((await proforma(adoption)).id)).toEqual(['ENDLESS']);
    expect(await numbersOf((await issueStatement(adoption.userId, '2025-26')).id)).toEqual(['EXPIRED', 'ENDLESS']);
    expect(await numbersOf((await issueStatement(adoption.userId, '2026-27')).id)).toEqual(['ENDLESS']);
  });

  test('the same data is the same paper; changed data is a new revision that names the old paper', async () => {
    const adoption = await adopt();
    const first = await proforma(adoption);
    expect(await proforma(adoption)).toEqual(first);
    await sql()`update billing_items set seats = 1 where billing_id = ${adoption.id}`;
    await sql()`update billings set total_paise = ${course.pricePaise} where id = ${adoption.id}`;
    const second = await proforma(adoption);
    expect(await proforma(adoption)).toEqual(second);
    const rows = await sql()`select id, revision, number, replaces_id from papers order by number`;
    expect([...rows]).toEqual([
      { id: first.id, revision: 1, number: 1, replaces_id: null },
      { id: second.id, revision: 2, number: 2, replaces_id: first.id },
    ]);
  });

  test('receipts of bank and online money, a credit note that names the receipt, a cancellation that names both', async () => {
    const paid = await adopt('completed');
    const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${paid.id}`;
    const online = await issuePaper({ kind: 'receipt', billingId: paid.id, source: payment!.id });
    const bank = await issuePaper({ kind: 'receipt', billingId: paid.id, source: await confirmedReceipt(paid) });
    expect([online.serial.slice(0, 3), bank.serial.slice(-6)]).toEqual(['PR/', '000002']);
    const data = async (id: string) => (await sql()`select data from papers where id = ${id}`)[0]!.data;
    expect(await data(online.id)).toMatchObject({ test: true, money: { mode: 'upi', tdsPaise: 0 } });
    expect(await data(bank.id)).toMatchObject({
      test: false,
      money: { mode: 'NEFT', on: '2026-04-03', amountPaise: 100_000_00, tdsPaise: 5000, payerBank: 'SBI' },
    });
    const [refund] = await sql()<{ id: string }[]>`
      insert into refunds (billing_id, mode, paid_on, amount_paise, reference, state, recorded_by, confirmed_by, confirmed_at)
      values (${paid.id}, 'NEFT', '2026-05-01', 500, 'UTRBACK1', 'done', ${randomUUID()}, ${randomUUID()}, now()) returning id`;
    const subject = { kind: 'credit_note', billingId: paid.id, source: refund!.id } as const;
    const note = await issuePaper(subject);
    const concerns = [{ serial: online.serial }, { serial: bank.serial }];
    expect(await data(note.id)).toMatchObject({ money: { amountPaise: 500, on: '2026-05-01' }, concerns });
    // A receipt that is issued later does not change a credit note.
    await issuePaper({ kind: 'receipt', billingId: paid.id, source: await confirmedReceipt(paid) });
    expect((await issuePaper(subject)).id).toBe(note.id);

    await sql()`update billings set state = 'cancelled' where id = ${paid.id}`;
    await sql()`insert into billing_events (billing_id, event, from_state, to_state, actor) values (${paid.id}, 'cancelled', 'completed', 'cancelled', 'admin')`;
    const end = await issuePaper({ kind: 'cancellation', billingId: paid.id, source: paid.id });
    expect(end.serial).toMatch(/^CN\/20\d\d-\d\d\/000002$/);
    expect(await data(end.id)).toMatchObject({ cause: 'cancelled', on: expect.any(String) });
    expect((await data(end.id)).concerns).toHaveLength(3);
  });

  test('there is no proforma of paid seats, no receipt of unconfirmed, bounced or others’ money, no cancellation of an adoption', async () => {
    const [pledge, paid] = [await adopt(), await adopt('completed')];
    const foreign = await confirmedReceipt(pledge);
    const refused = [
      { kind: 'proforma', source: paid.id },
      { kind: 'proforma', source: pledge.id },
      { kind: 'cancellation', source: paid.id },
      { kind: 'receipt', source: foreign },
      { kind: 'receipt', source: await confirmedReceipt(paid, { state: 'recorded' }) },
      { kind: 'receipt', source: await confirmedReceipt(paid, { state: 'bounced' }) },
      { kind: 'credit_note', source: randomUUID() },
    ] as const;
    for (const given of refused)
      await expect(issuePaper({ ...given, billingId: paid.id })).rejects.toMatchObject({
        status: 404,
        code: 'document.not_found',
      });
    expect(await sql()`select from paper_series`).toHaveLength(0);
  });

  test('security 145: a paper is void once its money, its seats or its cancellation do not hold any more', async () => {
    const adoption = await adopt();
    const set = (state: string) => sql()`update billings set state = ${state} where id = ${adoption.id}`;
    const isVoid = async () =>
      Object.fromEntries((await papersOf(adoption.id)).map((paper) => [paper.kind, paper.isVoid]));
    const receipt = await confirmedReceipt(adoption);
    const [refund] = await sql()<{ id: string }[]>`
      insert into refunds (billing_id, mode, paid_on, amount_paise, reference, state, recorded_by, confirmed_by, confirmed_at)
      values (${adoption.id}, 'NEFT', '2026-05-01', 500, 'UTRBACK9', 'done', ${randomUUID()}, ${randomUUID()}, now()) returning id`;
    await proforma(adoption);
    await issuePaper({ kind: 'receipt', billingId: adoption.id, source: receipt });
    await issuePaper({ kind: 'credit_note', billingId: adoption.id, source: refund!.id });
    await set('lapsed');
    await issuePaper({ kind: 'cancellation', billingId: adoption.id, source: adoption.id });
    expect(await isVoid()).toEqual({ proforma: true, receipt: false, credit_note: false, cancellation: false });
    await set('completed');
    expect(await isVoid()).toEqual({ proforma: false, receipt: false, credit_note: false, cancellation: true });
    await sql()`update bank_receipts set state = 'bounced' where id = ${receipt}`;
    await sql()`update refunds set state = 'failed' where id = ${refund!.id}`;
    expect(await isVoid()).toEqual({ proforma: false, receipt: true, credit_note: true, cancellation: true });
    for (const { id, kind, isVoid: expected } of await papersOf(adoption.id))
      expect((await readPaper(id)).isVoid, kind).toBe(expected);
  });

  test('security 73: papers are neither changed nor deleted', async () => {
    const { id } = await proforma(await adopt());
    for (const attempt of [sql()`update papers set data = '{}' where id = ${id}`, sql()`delete from papers`])
      await expect(attempt).rejects.toThrow('issued papers are neither changed nor deleted');
  });

  test('security 120: an id in capital letters issues no second paper', async () => {
    const pledge = await adopt();
    const [first, again] = [await proforma(pledge), await proforma({ ...pledge, id: pledge.id.toUpperCase() })];
    expect(again.serial).toBe(first.serial);
    const { id, userId } = await adopt('completed');
    await confirmedReceipt({ id, userId } as Adoption, { on: '2026-06-01' });
    const statement = await issueStatement(userId, '2026-27');
    expect((await issueStatement(userId.toUpperCase(), '2026-27')).serial).toBe(statement.serial);
  });

  test('an administrator who issues a paper is audited, once per paper', async () => {
    const [adoption, { scope, username }] = [await adopt(), await makeAdmin()];
    for (const _ of upTo(2))
      await issuePaper({ kind: 'proforma', billingId: adoption.id, source: adoption.id }, { by: scope });
    const rows = await sql()`select actor, subject, after from audit_log where action = 'paper.issued'`;
    const after = { paper: 'proforma', reference: adoption.reference, serial: expect.stringMatching(/\/000001$/) };
    expect([...rows]).toEqual([{ actor: username, subject: adoption.id, after }]);
  });

  test('an annual statement has the money of the days of its year, and a new revision after a change', async () => {
    const adoption = await adopt('completed');
    await sql()`update payments set settled_at = '2027-03-31T18:29:59Z' where billing_id = ${adoption.id}`;
    await confirmedReceipt(adoption, { on: '2026-04-01' });
    await confirmedReceipt(adoption, { on: '2026-03-31' });
    await confirmedReceipt(adoption, { on: '2027-04-01' });
    const scope = { accountId: adoption.userId } as unknown as SponsorScope;
    expect(await statementYearsOf({} as AdminScope, scope.accountId)).toEqual(['2027-28', '2026-27', '2025-26']);
    const first = await issueStatement(adoption.userId, '2026-27');
    const entries = async (id: string) => (await sql()`select data from papers where id = ${id}`)[0]!.data.entries;
    expect(await entries(first.id)).toMatchObject([{ on: '2026-04-01' }, { on: '2027-03-31', test: true }]);
    expect((await issueStatement(adoption.userId, '2026-27')).id).toBe(first.id);
    await confirmedReceipt(adoption, { on: '2026-12-31' });
    expect(await entries((await issueStatement(adoption.userId, '2026-27')).id)).toHaveLength(3);
    expect(await numbers('ST')).toEqual([1, 2]);
    await expect(issueStatement(adoption.userId, '2030-31')).rejects.toMatchObject({ status: 404 });
  });

  test('an annual statement has the adoptions that its sponsor made as a guest, as far as the dashboard shows them', async () => {
    const account = await makeSponsorAccount();
    const guestOf = async (verifiedBy: 'email' | 'phone', kind: 'guest' | 'registered' = 'guest') => {
      const { userId } = await makeSponsorAccount();
      const adoption = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
      const sponsor = JSON.stringify({ email: account.email.toUpperCase() });
      await sql()`update billings set verified_channel = ${verifiedBy}, sponsor = sponsor || ${sponsor}::text::jsonb where id = ${adoption.id}`;
      if (kind === 'guest') await sql()`update users set kind = 'guest', password_hash = null where id = ${userId}`;
      await confirmedReceipt({ userId, ...adoption }, { on: '2026-06-01' });
      return { userId, ...adoption };
    };
    const own = await guestOf('email');
    // With this e-mail address, but nobody who has its mailbox adopted them.
    await guestOf('phone');
    await guestOf('email', 'registered');
    const shown = async () => {
      const { id } = await issueStatement(account.userId, '2026-27');
      const entries: { adoption: string }[] = (await sql()`select data from papers where id = ${id}`)[0]!.data.entries;
      return entries.map(({ adoption }) => adoption);
    };

    expect(await statementYearsOf({} as AdminScope, account.scope.accountId)).toEqual([]);
    await expect(shown()).rejects.toMatchObject({ status: 404 });
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    expect(await statementYearsOf({} as AdminScope, account.scope.accountId)).toEqual(['2026-27']);
    expect(await shown()).toEqual([own.reference]);
    const { adoptions } = await listAdoptions(account.scope, { size: 5 });
    expect(adoptions.map(({ reference }) => reference)).toEqual([own.reference]);
    // The guest's own statement has it, too.
    expect((await issueStatement(own.userId, '2026-27')).serial).toMatch(/^ST/);
  });
});

describe('what papers show of the company', () => {
  const papers = ({ id }: Adoption) =>
    sql()<{ kind: string; revision: number; pan: string | null }[]>`
      select kind, revision, data->'details'->>'pan' as pan from papers where billing_id = ${id} order by number, kind`;

  test('given after an online payment: the receipt is issued again and replaces the first', async () => {
    const adoption = await adopt('completed');
    const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${adoption.id}`;
    const subject = { kind: 'receipt', billingId: adoption.id, source: payment!.id } as const;
    const first = await issuePaper(subject);
    const saved = await savePaperDetails(scopeOf(adoption), adoption.id, { pan: 'AAACN1234P', address: '' });
    expect(await papers(adoption)).toEqual([
      { kind: 'receipt', revision: 1, pan: null },
      { kind: 'receipt', revision: 2, pan: 'AAACN1234P' },
    ]);
    expect(saved).toMatchObject([{ kind: 'receipt', id: (await issuePaper(subject)).id }]);
    expect((await readPaper(first.id)).replacedBy).toBe(saved[0]!.serial);
    // The same again is no change and no event.
    await savePaperDetails(scopeOf(adoption), adoption.id, { pan: 'AAACN1234P' });
    const events =
      await sql()`select actor, person from billing_events where billing_id = ${adoption.id} and event = 'paper_details'`;
    expect(events).toMatchObject([{ actor: 'sponsor', person: expect.stringContaining('@') }]);
    expect(await papers(adoption)).toHaveLength(2);
  });

  test.each([
    ['pledged', true],
    ['completed', true],
    ['lapsed', true],
    ['cancelled', true],
    ['refund_due', true],
    ['refunded', true],
    ['draft', false],
    ['held', false],
    ['expired', false],
  ] as const)('in the state %s: %s', async (state, isPossible) => {
    const { userId } = await makeSponsorAccount();
    const given = await insertAdoption(sql(), { userId, state, lines: [{ course, seats: 1 }], payments: [] });
    const saving = savePaperDetails(scopeOf({ userId, ...given }), given.id, { pan: 'AAACN1234P' });
    if (isPossible) expect(await saving).toEqual([]);
    else await expect(saving).rejects.toMatchObject({ status: 404, code: 'document.not_found' });
  });

  test('void papers and the proforma of paid seats are not issued again', async () => {
    const adoption = await adopt();
    await proforma(adoption);
    const bounced = await confirmedReceipt(adoption);
    await issuePaper({ kind: 'receipt', billingId: adoption.id, source: bounced });
    const valid = await confirmedReceipt(adoption);
    await issuePaper({ kind: 'receipt', billingId: adoption.id, source: valid });
    await sql()`update bank_receipts set state = 'bounced' where id = ${bounced}`;
    await sql()`update billings set state = 'completed' where id = ${adoption.id}`;
    const saved = await savePaperDetails(scopeOf(adoption), adoption.id, { pan: 'AAACN1234P' });
    expect(saved).toHaveLength(1);
    expect((await papers(adoption)).filter(({ pan }) => pan !== null)).toEqual([
      { kind: 'receipt', revision: 2, pan: 'AAACN1234P' },
    ]);
  });

  test('a paper that cannot be issued leaves the details as they were', async () => {
    const adoption = await adopt();
    await proforma(adoption);
    await sql()`alter table papers add constraint none check (revision < 2) not valid`;
    const saving = savePaperDetails(scopeOf(adoption), adoption.id, { pan: 'AAACN1234P' });
    await expect(saving).rejects.toMatchObject({ cause: { constraint_name: 'none' } });
    await sql()`alter table papers drop constraint none`;
    expect(await sql()`select from companies where owner_id = ${adoption.userId}`).toHaveLength(0);
  });

  test('those of the account are kept without the order number: the form and the receipt of the next adoption have them', async () => {
    const account = await makeSponsorAccount();
    const first = await insertAdoption(sql(), { ...account, state: 'completed', lines: [{ course, seats: 1 }] });
    const details = { pan: 'AAACN1234P', gstin: '27AAPFU0939F1ZV' };
    await savePaperDetails(account.scope, first.id, { ...details, purchase_order: 'PO-1' });
    const shown = async (id: string) => {
      const { companyDetails, orderNumber } = (await readAdoption(account.scope, id))!;
      return { ...companyDetails, orderNumber };
    };
    expect(await shown(first.id)).toEqual({ ...NO_COMPANY, ...details, version: 1, orderNumber: 'PO-1' });
    const hold = await makeHold([{ course, seats: 1 }], account);
    const another = await insertAdoption(sql(), { ...account, state: 'completed', lines: [{ course, seats: 1 }] });
    for (const id of [hold.billingId, another.id])
      expect(await shown(id)).toEqual({ ...NO_COMPANY, ...details, version: 1, orderNumber: '' });
  });

  test('a paper is not issued again because it lacks what its courses cost until they end', async () => {
    const adoption = await adopt();
    const { id } = await proforma(adoption);
    await sql()`update courses set duration_years = 2 where id = ${course.id}`;
    expect((await proforma(adoption)).id).toBe(id);
    expect((await readPaper((await proforma(await adopt())).id)).data).toMatchObject({
      coursesPaise: 4 * course.pricePaise,
    });
    await sql()`update courses set duration_years = null where id = ${course.id}`;
  });
});

describe('security 75: details that are changed over and over', () => {
  const AT_ONCE = 40;
  /** Stores details and issues the proforma, as the API does. */
  const ask = async (adoption: Adoption, legal_name: string) => {
    await savePaperDetails(scopeOf(adoption), adoption.id, { legal_name });
    return proforma(adoption);
  };
  const rows = async ({ id }: Adoption) => {
    const [billing] = await sql()<
      { version: number; name: string }[]
    >`select b.version, c.legal_name as name from billings b join companies c on c.owner_id = b.user_id where b.id = ${id}`;
    const [papers] = await sql()<{ count: number }[]>`select count(*)::int from papers where billing_id = ${id}`;
    return { ...billing!, papers: papers!.count };
  };

  test('of 40 at once 10 are stored, and no more papers are issued', async () => {
    const adoption = await adopt();
    const asked = await Promise.allSettled(upTo(AT_ONCE).map((at) => ask(adoption, `Company ${at}`)));
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(AT_ONCE - PAPER_DETAILS.points);
    for (const error of refused)
      expect(error).toMatchObject({ status: 429, code: 'paper.too_many', options: { params: { max: 10 } } });
    const { version, papers } = await rows(adoption);
    expect([version, papers <= PAPER_DETAILS.points]).toEqual([PAPER_DETAILS.points, true]);
  });

  test('the same details are no change: they are neither counted nor refused, and another adoption is not concerned', async () => {
    const [adoption, other] = [await adopt(), await adopt()];
    for (const at of upTo(PAPER_DETAILS.points)) {
      const { id } = await ask(adoption, `Company ${at}`);
      expect((await ask(adoption, `Company ${at}`)).id).toBe(id);
    }
    await expect(ask(adoption, 'Company 11')).rejects.toMatchObject({ status: 429 });
    expect(await rows(adoption)).toEqual({ version: 10, name: 'Company 10', papers: 10 });
    await ask(adoption, 'Company 10');
    await ask(other, 'Company 11');
    expect([(await rows(adoption)).papers, (await rows(other)).papers]).toEqual([10, 1]);
  });

  test('the same new details twice at once count once', async () => {
    const adoption = await adopt();
    let both: Promise<unknown> | undefined;
    // Both have compared the details before one of them stores its own.
    await clients[0].sql.begin(async (held) => {
      await held`select 1 from billings where id = ${adoption.id} for update`;
      both = Promise.all(
        upTo(2).map(() => savePaperDetails(scopeOf(adoption), adoption.id, { legal_name: 'Company 1' })),
      );
      await waitForLocks(sql(), 2, 'from "billings"');
    });
    await both;
    for (const at of upTo(PAPER_DETAILS.points)) await ask(adoption, `Company ${at}`);
    expect(await rows(adoption)).toMatchObject({ version: 10, papers: 10 });
  });
});

describe('numbers', () => {
  test.each([
    ['2026-03-31T18:29:59Z', '2025-26'],
    ['2026-03-31T18:30:00Z', '2026-27'],
    ['2099-12-31T00:00:00Z', '2099-00'],
  ])('%s is in the financial year %s', async (moment, year) => {
    const [row] = await db().execute(part`select ${financialYearOf(part`${moment}::timestamptz`)} as year`);
    expect(row!.year).toBe(year);
  });

  test('the settings name the series; one prefix for two kinds is one series', async () => {
    await sql()`insert into settings ("group", value) values ('numbering', '{"proforma":"NM","receipt":"NM","creditNote":"NM","statement":"NM"}')`;
    const adoption = await adopt();
    const { serial } = await proforma(adoption);
    const receipt = await issuePaper({
      kind: 'receipt',
      billingId: adoption.id,
      source: await confirmedReceipt(adoption),
    });
    expect([serial, receipt.serial].map((text) => text.replace(/\d{4}-\d\d/, 'year'))).toEqual([
      'NM/year/000001',
      'NM/year/000002',
    ]);
  });

  const AT_ONCE = 40;
  const many = ({ state }: Pick<(typeof KINDS)[number], 'state'>) => Promise.all(upTo(AT_ONCE).map(() => adopt(state)));
  /** What was given of a year does not matter for its number. */
  const given = { financialYear: '2026-27', lines: [], institutes: [] };
  const said = { session: '2026-27', courses: [], students: [] };
  /** A paper of an adoption, one of a year, and one of a session. */
  const KINDS = [
    {
      kind: 'proforma',
      series: 'PI',
      state: 'pledged',
      paper: ({ id }: Adoption) => paperStatement('proforma', id, id),
    },
    { kind: 'use', series: 'SU', state: 'pledged', paper: ({ userId }: Adoption) => statementOfUse({ userId }, given) },
    {
      kind: 'certificate',
      series: 'CT',
      state: 'completed',
      paper: ({ id }: Adoption) => paperStatement('certificate', id, `${id}/2026-27`, undefined, said),
    },
  ] as const;
  type Paper = (typeof KINDS)[number]['paper'];
  /** Issues the papers of 40 adoptions at once, half of them over each pool. Returns how many failed. */
  async function atOnce(adoptions: Adoption[], paper: Paper): Promise<number> {
    const running = adoptions.map((adoption, at) => clients[at % 2]!.db.execute(paper(adoption)));
    return (await Promise.allSettled(running)).filter(({ status }) => status === 'rejected').length;
  }

  test.each(KINDS)('security 73: 40 papers at once over two pools have the numbers 1 to 40: $kind', async (each) => {
    expect(await atOnce(await many(each), each.paper)).toBe(0);
    expect(await numbers(each.series)).toEqual(upTo(AT_ONCE));
  });

  test('40 at once that issue the same paper issue one', async () => {
    const adoption = await adopt();
    const issued = await Promise.all(upTo(AT_ONCE).map((at) => proforma(adoption, clients[at % 2]!.db)));
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
    expect(await numbers()).toEqual([1]);
  });

  test.each(KINDS)(
    'security 73: connections that end after they took a number leave no gap, and retries get the next numbers: $kind',
    async ({ series, state, paper }) => {
      const adoptions = await many({ state });
      // Each statement sleeps between taking its number and inserting its paper, and 10 connections are ended there. One that
      // wakes up at that moment may still insert.
      const slowly = 'cross join (select next_number.*, pg_sleep(0.05) from next_number) next_number';
      const own = connect(url, { max: 20 });
      const settled = withoutGuards([['cross join next_number', slowly]], () =>
        Promise.allSettled(adoptions.map((adoption) => own.db.execute(paper(adoption)))),
      );
      const killed = new Set<number>();
      while (killed.size < 10) {
        const ended = await sql()<{ pid: number }[]>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
         where wait_event = 'PgSleep' and query ~ 'with (present|entries) as' and pid <> pg_backend_pid() limit 1`;
        for (const { pid } of ended) killed.add(pid);
      }
      expect((await settled).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
      await own.sql.end({ timeout: 1 });
      const issued = await numbers(series);
      expect(issued).toEqual(upTo(issued.length));
      for (const adoption of adoptions) await db().execute(paper(adoption));
      expect(await numbers(series)).toEqual(upTo(AT_ONCE));
    },
  );

  test.each(KINDS)('control: without the locked row of the series two papers get one number: $kind', async (each) => {
    const unlocked = `
      select '${each.series}'::text as series, '2026-27'::text as financial_year,
             (coalesce((select max(number) from papers where series = '${each.series}'), 0) + 1 + (select 0 from pg_sleep(0.1)))::int as last_number
        from changed`;
    const failed = withoutGuards([[textOf(nextNumber(each.kind)), unlocked]], async () =>
      atOnce(await many(each), each.paper),
    );
    expect(await failed).toBeGreaterThan(0);
  });

  test.each(KINDS)(
    'control: a number taken by a statement of its own leaves gaps when the paper fails: $kind',
    async ({ kind, series, state, paper }) => {
      const good = await adopt(state);
      const unknown = { ...good, id: randomUUID(), userId: randomUUID() };
      const take = () => sql()`
      insert into paper_series as s values (${series}, '2026-27', 1) on conflict (series, financial_year) do update set last_number = s.last_number + 1
      returning last_number`;
      for (const adoption of [unknown, good]) {
        const [{ last_number }] = (await take()) as unknown as [{ last_number: number }];
        const taken = `select '${series}'::text as series, '2026-27'::text as financial_year, ${last_number} as last_number from changed`;
        await withoutGuards([[textOf(nextNumber(kind)), taken]], () => db().execute(paper(adoption)));
      }
      expect(await numbers(series)).toEqual([2]);
    },
  );
});
