import { beforeAll, describe, expect, test } from 'vitest';
import { POST as act } from '@/app/api/admin/billings/[reference]/route';
import { POST } from '@/app/api/admin/receipts/route';
import { sql } from '@/db/client';
import { transaction } from '@/db/transaction';
import { openAdoption, Refused } from '@/lib/admin/adoptions/change';
import { recordReceipt } from '@/lib/admin/adoptions/receipts';
import { creditSchema } from '@/lib/admin/adoptions/schema';
import { findBookProblems } from '@/scripts/lib/books';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { databaseState } from '@/testing/db/state';
import { recordCredit } from './mutations';

useTestDatabase();
let [first, second]: AdminAccount[] = [];
const { sql: pool, db: database } = useClient(40);
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
});

const CREDIT = {
  mode: 'RTGS',
  credited_on: '2026-04-01',
  amount: 1_000,
  bank_reference: '',
  payer: 'Tata Motors',
  payer_bank: '',
  reason: 'On the statement',
};
type Body = Record<string, unknown>;

const answerOf = async (response: Response) => [response.status, (await response.json()) as Body] as const;
const record = async (changes: Body) =>
  answerOf(
    await POST(asAdmin(first!, { url: 'http://localhost/api/admin/receipts', body: { ...CREDIT, ...changes } })),
  );
async function recordFor(reference: string, changes: Body, admin = first!) {
  const request = asAdmin(admin, {
    url: `http://localhost/api/admin/billings/${reference}`,
    body: { reason: 'On the statement', version: 0, ...changes },
  });
  return answerOf(await act(request, { params: Promise.resolve({ reference }) }));
}

async function pledge(rupees = 10_000) {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse({ pricePaise: rupees * 100 }), seats: 1 }];
  return insertAdoption(sql(), { userId, state: 'pledged', lines });
}
const receiptsOf = (bankReference: string) => sql()<
  { id: string; paise: number; tds: number; adoption: string | null; state: string }[]
>`
  select r.id, r.amount_paise::float8 as paise, r.tds_paise::float8 as tds, b.reference as adoption, r.state
    from bank_receipts r left join billings b on b.id = r.billing_id where r.reference = ${bankReference} order by r.amount_paise`;
const [done, used] = [
  [200, expect.anything()],
  [409, expect.objectContaining({ code: 'adoption.reference_used' })],
];

describe('a transfer', () => {
  test.each([
    ['SBIN426325999001', 'NEFT', 'SBIN426325999001'],
    ['SBIN426325999002', 'RTGS', 'SBIN4-2632.5999/002'],
    ['SBIN426325999003', 'RTGS', '0SBIN426325999003'],
    ['SBIN426325999004', 'NEFT', 'NEFT-SBIN426325999004'],
    ['630712345601', 'UPI', '0000630712345601'],
    ['630712345602', 'IMPS', 'IMPS-630712345602/'],
  ])('is known under every spelling and mode (security 134): %s as %s %s', async (recorded, mode, spelling) => {
    const [one, other] = [await pledge(), await pledge()];
    expect((await recordFor(one.reference, { ...CREDIT, action: 'record_receipt', bank_reference: recorded }))[0]).toBe(
      200,
    );
    const before = await databaseState();
    const again = { mode, bank_reference: spelling };
    expect(await recordFor(other.reference, { ...CREDIT, action: 'record_receipt', ...again })).toEqual(used);
    expect(await record(again)).toEqual(used);
    // Nor as another amount, or of another day.
    expect(await record({ ...again, amount: 2_000 })).toEqual(used);
    expect(await record({ ...again, credited_on: '2026-04-02' })).toEqual(used);
    expect(await databaseState()).toEqual(before);
  });
});

describe('a cheque', () => {
  const cheque = { mode: 'cheque', bank_reference: '000451', payer_bank: 'State Bank of India' };

  test('is known by its bank, number and day, and comes again after it bounced (security 135)', async () => {
    const { reference } = await pledge();
    const entry = { ...CREDIT, ...cheque, action: 'record_receipt' };
    expect((await recordFor(reference, entry))[0]).toBe(200);
    expect(await record({ ...cheque, payer_bank: 'The STATE BANK of India, Ltd.', bank_reference: '0451' })).toEqual(
      used,
    );
    expect(await record({ ...cheque, mode: 'demand_draft' })).toEqual(used);
    expect(await record({ ...cheque, payer_bank: 'HDFC Bank' })).toEqual(done);
    const [{ id } = { id: '' }] = (await receiptsOf('000451')).filter(({ adoption }) => adoption);
    expect((await recordFor(reference, { action: 'confirm_receipt', id, version: 1 }, second))[0]).toBe(200);
    expect((await recordFor(reference, { action: 'bounce_receipt', id, version: 2 }))[0]).toBe(200);
    expect(await record(cheque)).toEqual(used);
    expect((await recordFor(reference, { ...entry, credited_on: '2026-04-09', version: 3 }))[0]).toBe(200);
  });
});

describe('a credit of several adoptions', () => {
  test('is divided in one step, and what is left belongs to no adoption', async () => {
    const [one, other] = [await pledge(), await pledge()];
    const parts = [
      { reference: one.reference, version: 0, amount: 600, tds_withheld: 60 },
      { reference: other.reference, version: 0, amount: '300.50' },
    ];
    const [status, body] = await record({ bank_reference: 'UTIBR52026110400000001', parts });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        id: expect.any(String),
        parts: [one, other].map(({ reference }) => ({ reference, version: 1 })),
      },
    ]);
    expect(await receiptsOf('UTIBR52026110400000001')).toMatchObject([
      { id: body.id, paise: 99_50, adoption: null },
      { paise: 300_50, adoption: other.reference },
      { paise: 600_00, tds: 60_00, adoption: one.reference },
    ]);
    expect(
      await sql()`select parts_paise::float8 as parts, amount_paise::float8 as paise from bank_credits where key = 'UTIBR52026110400000001'`,
    ).toEqual([{ parts: 1_000_00, paise: 1_000_00 }]);
    expect(
      await record({
        bank_reference: 'UTIBR52026110400000001',
        parts: [{ reference: one.reference, version: 1, amount: 1 }],
      }),
    ).toEqual([409, expect.objectContaining({ code: 'adoption.reference_used', field: 'parts.0' })]);
  });

  test('is recorded whole or not at all', async () => {
    const [one, other] = [await pledge(), await pledge()];
    const part = (reference: string, amount: number, version = 0) => ({ reference, version, amount });
    const before = await databaseState();
    const refuse = async (parts: object[], status: number, code: string, changes: Body = {}) =>
      expect(await record({ bank_reference: 'UTIBR52026110400000002', parts, ...changes })).toEqual([
        status,
        expect.objectContaining({ code }),
      ]);
    await refuse([part(one.reference, 400), part(other.reference, 300, 7)], 409, 'adoption.changed');
    await refuse([part(one.reference, 400), part('SA-0000-0000-0000', 300)], 404, 'adoption.not_found');
    await refuse([part(one.reference, 600), part(other.reference, 500)], 400, 'adoption.parts_invalid');
    await refuse([part(one.reference, 600), part(one.reference, 300)], 400, 'adoption.parts_invalid');
    await refuse([part(one.reference, 400)], 400, 'adoption.date_in_future', { credited_on: '2999-01-01' });
    expect(await databaseState()).toEqual(before);
  });

  test('takes a part again that was rejected, and is free when every part was', async () => {
    const [one, other] = [await pledge(), await pledge()];
    const bank_reference = 'UTIBR52026110400000003';
    const parts = [one, other].map(({ reference }) => ({ reference, version: 0, amount: 500 }));
    expect((await record({ bank_reference, parts }))[0]).toBe(200);
    const reject = async ({ reference }: { reference: string }) => {
      const [{ id } = { id: '' }] = (await receiptsOf(bank_reference)).filter(
        ({ adoption, state }) => adoption === reference && state === 'recorded',
      );
      const [{ version } = { version: 0 }] = await sql()<
        { version: number }[]
      >`select version from billings where reference = ${reference}`;
      expect((await recordFor(reference, { action: 'reject_receipt', id, version }))[0]).toBe(200);
    };
    await reject(other);
    expect(await record({ bank_reference, amount: 500 })).toEqual(used);
    expect(await record({ bank_reference })).toEqual(done);
    expect((await receiptsOf(bank_reference)).filter(({ adoption }) => adoption === null)).toMatchObject([
      { paise: 500_00 },
    ]);
    await reject(one);
    await sql()`update bank_receipts set state = 'rejected' where reference = ${bank_reference} and billing_id is null`;
    expect(await record({ bank_reference, amount: 500, credited_on: '2026-04-02' })).toEqual(done);
    expect(await findBookProblems()).toEqual([]);
  });

  test('is divided when its adoption becomes known later', async () => {
    const [one, other] = [await pledge(), await pledge()];
    const [, { id }] = await record({ bank_reference: 'UTIBR52026110400000004' });
    const match = (reference: string, changes: Body) =>
      recordFor(reference, { action: 'match_receipt', id, ...changes });
    const tooMuch = [409, expect.objectContaining({ code: 'adoption.part_range' })];
    expect(await match(one.reference, { amount: '1000.01' })).toEqual(tooMuch);
    expect((await match(one.reference, { amount: 400 }))[0]).toBe(200);
    const [rest] = (await receiptsOf('UTIBR52026110400000004')).filter(({ adoption }) => adoption === null);
    expect(rest).toMatchObject({ paise: 600_00, state: 'recorded' });
    expect((await match(other.reference, { id: rest!.id }))[0]).toBe(200);
    expect(await receiptsOf('UTIBR52026110400000004')).toMatchObject([
      { paise: 400_00, adoption: one.reference },
      { paise: 600_00, adoption: other.reference },
    ]);
    const [, taxed] = await record({ bank_reference: 'UTIBR52026110400000005', tds_withheld: 100 });
    const third = await pledge();
    expect(await match(third.reference, { id: taxed.id, amount: 400 })).toEqual(tooMuch);
    expect((await match(third.reference, { id: taxed.id }))[0]).toBe(200);
    expect(await findBookProblems()).toEqual([]);
  });
});

describe('tax withheld (security 136)', () => {
  const refused = [400, expect.objectContaining({ code: 'adoption.tds_range' })];

  test('is at most 20 % of the gross', async () => {
    const { reference } = await pledge();
    const entry = { ...CREDIT, action: 'record_receipt', bank_reference: 'UTIBR52026110400000006' };
    expect(await recordFor(reference, { ...entry, amount: 0.01, tds_withheld: 9_999.99 })).toEqual(refused);
    expect(await recordFor(reference, { ...entry, amount: 8_000, tds_withheld: 2_000.01 })).toEqual(refused);
    expect(await record({ ...entry, action: undefined, amount: 8_000, tds_withheld: 2_000.01 })).toEqual(refused);
    const parts = [{ reference, version: 0, amount: 800, tds_withheld: 200.01 }];
    expect(await record({ bank_reference: 'UTIBR52026110400000006', parts })).toEqual(refused);
    expect((await recordFor(reference, { ...entry, amount: 8_000, tds_withheld: 2_000 }))[0]).toBe(200);
  });
});

describe('30 entries of one transfer at once', () => {
  const spellings = (number: string) =>
    Array.from({ length: 30 }, (_, n) => [number, `NEFT-${number}`, `0${number}`][n % 3]!);

  test('are one receipt and one audit entry', async () => {
    const results = await Promise.all(
      spellings('SBIN426325990001').map((bank_reference) =>
        recordCredit(first!.scope, creditSchema.parse({ ...CREDIT, bank_reference, tds_withheld: 1 }), database),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.code === 'adoption.reference_used')).toHaveLength(29);
    expect(await sql()`select from bank_receipts where strpos(reference, 'SBIN426325990001') > 0`).toHaveLength(1);
    expect(
      await sql()`select from audit_log where strpos(after->>'bank_reference', 'SBIN426325990001') > 0`,
    ).toHaveLength(1);
  });

  test('control: without the check and the index there would be 30', async () => {
    await sql()`drop index bank_credits_key`;
    const results = await withoutGuards([['"parts_paise" > $5', '"parts_paise" > $5 and false']], () =>
      Promise.all(
        spellings('SBIN426325990002').map((bank_reference) =>
          recordCredit(first!.scope, creditSchema.parse({ ...CREDIT, bank_reference }), database),
        ),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(30);
    await sql()`delete from bank_receipts where strpos(reference, 'SBIN426325990002') > 0`;
    await sql()`delete from bank_credits where key = 'SBIN426325990002'`;
    await sql()`create unique index bank_credits_key on bank_credits (key) where parts_paise > 0`;
  });
});

describe('two parts at once that together exceed a credit (security 137)', () => {
  /** Records two parts of 600 while another transaction has the credit, so that both read it before either writes. */
  async function twoParts(bank_reference: string) {
    const adoptions = [await pledge(), await pledge(), await pledge()];
    const { reason, ...receipt } = creditSchema.parse({ ...CREDIT, bank_reference });
    const recordPart = ({ reference }: { reference: string }, amount: number) =>
      transaction(async (tx) => {
        const adoption = await openAdoption({ by: first!.scope, reference, version: 0, reason }, tx);
        await recordReceipt(adoption, receipt, { amount: amount * 100, tds_withheld: 0 });
        return 'done';
      }, database).catch((error: unknown) => {
        if (error instanceof Refused) return error.refusal;
        throw error;
      });
    await recordPart(adoptions[0]!, 100);
    let running: Promise<string>[] = [];
    await pool.begin(async (holder) => {
      await holder`select from bank_credits where key = ${bank_reference} for no key update`;
      running = adoptions.slice(1).map((adoption) => recordPart(adoption, 600));
      await waitForLocks(sql(), 2, '');
    });
    return (await Promise.all(running)).toSorted();
  }
  const partsOf = async (key: string) => {
    const [row] = await sql()<
      { parts: number }[]
    >`select parts_paise::float8 as parts from bank_credits where key = ${key}`;
    return row!.parts;
  };

  test('the second is refused', async () => {
    expect(await twoParts('UTIBR52026110400000007')).toEqual(['done', 'reference_used']);
    expect(await partsOf('UTIBR52026110400000007')).toBe(700_00);
  });

  test('controls: without the lock the constraint stops it, without both it would be recorded', async () => {
    const unlocked = (bankReference: string) =>
      withoutGuards([['"parts_paise" > $5) for no key update', '"parts_paise" > $5)']], () => twoParts(bankReference));
    const constraint_name = 'bank_credits_not_exceeded';
    await expect(unlocked('UTIBR52026110400000008')).rejects.toMatchObject({ cause: { constraint_name } });
    await sql()`alter table bank_credits drop constraint bank_credits_not_exceeded`;
    expect(await unlocked('UTIBR52026110400000009')).toEqual(['done', 'done']);
    expect(await partsOf('UTIBR52026110400000009')).toBe(1_300_00);
  });
});
