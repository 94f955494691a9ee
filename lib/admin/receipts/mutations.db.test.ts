import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { POST as reject } from '@/app/api/admin/receipts/[receiptId]/route';
import { GET, POST } from '@/app/api/admin/receipts/route';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { databaseState } from '@/testing/db/state';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { rejectUnmatchedReceipt } from './mutations';

useTestDatabase();
let admin: AdminAccount;
const { sql: pool, db: database } = useClient(40);
beforeAll(async () => {
  admin = await makeAdmin();
});

const ENTRY = {
  mode: 'NEFT',
  credited_on: '2026-04-01',
  amount: '1250.50',
  bank_reference: 'hdfc n5 2026',
  payer: ' Tata Motors ',
  reason: 'On the statement',
};
const receipts = (reference: string) =>
  sql()`select id, billing_id, mode, credited_on::text, amount_paise::float8 as paise, tds_paise::float8 as tds, reference, payer, state, recorded_by
          from bank_receipts where reference = ${reference}`;
const audits = (subject: string) =>
  sql()`select action, actor, admin_id, after from audit_log where subject = ${subject}`;

const send = async (body: Record<string, unknown>) => {
  const response = await POST(asAdmin(admin, { url: 'http://localhost/api/admin/receipts', body }));
  return [response.status, (await response.json()) as { code?: string; id?: string }] as const;
};

describe('POST /api/admin/receipts', () => {
  test('records money without an adoption, with its audit entry', async () => {
    const [status, { id }] = await send(ENTRY);
    expect(status).toBe(200);
    expect(await receipts('HDFCN52026')).toEqual([
      {
        id,
        billing_id: null,
        mode: 'NEFT',
        credited_on: '2026-04-01',
        paise: 1250_50,
        tds: 0,
        reference: 'HDFCN52026',
        payer: 'Tata Motors',
        state: 'recorded',
        recorded_by: admin.adminId,
      },
    ]);
    expect(await audits(id!)).toEqual([
      {
        action: 'receipt.recorded',
        actor: admin.username,
        admin_id: admin.adminId,
        after: {
          mode: 'NEFT',
          bank_reference: 'HDFCN52026',
          amount_paise: 1250_50,
          tds_paise: 0,
          credited_on: '2026-04-01',
          payer: 'Tata Motors',
          reason: 'On the statement',
        },
      },
    ]);
  });

  test.each([
    [{ bank_reference: 'HDFCN52026' }, 409, 'adoption.reference_used'],
    [{ mode: 'cheque' }, 400, 'adoption.bank_required'],
    [{ credited_on: '2999-01-01' }, 400, 'adoption.date_in_future'],
    [{ credited_on: '2026-02-30' }, 400, 'adoption.date_invalid'],
    [{ amount: '10.005' }, 400, 'adoption.amount_invalid'],
    [{ amount: 0 }, 400, 'adoption.amount_invalid'],
    [{ bank_reference: 'a b' }, 400, 'adoption.reference_invalid'],
    [{ payer: ' ' }, 400, 'adoption.payer_required'],
    [{ reason: 'x' }, 400, 'adoption.reason_required'],
    [{ mode: 'cash' }, 400, 'request.invalid_field'],
    [{ version: 0 }, 400, 'request.invalid'],
  ])('refuses %j with %i %s and writes nothing', async (changes, status, code) => {
    const before = await databaseState();
    const entry = { ...ENTRY, bank_reference: 'FRESH00001', ...changes };
    expect(await send(entry)).toEqual([status, expect.objectContaining({ code })]);
    expect(await databaseState()).toEqual(before);
  });
});

describe('POST /api/admin/receipts/{receiptId}', () => {
  const record = async (bank_reference: string) => (await send({ ...ENTRY, bank_reference }))[1].id!;
  const sendReject = async (receiptId: string, body: Record<string, unknown>) => {
    const request = asAdmin(admin, { url: `http://localhost/api/admin/receipts/${receiptId}`, body });
    const response = await reject(request, { params: Promise.resolve({ receiptId }) });
    return [response.status, ((await response.json()) as { code?: string }).code] as const;
  };
  const given = { action: 'reject', reason: 'Entered twice' };

  test('rejects an entry with its reason in the audit log, and its reference can be recorded again', async () => {
    const id = await record('MISTAKE0001');
    expect(await sendReject(id, given)).toEqual([200, undefined]);
    expect(await receipts('MISTAKE0001')).toMatchObject([{ state: 'rejected', billing_id: null }]);
    const [, entry] = await audits(id);
    expect(entry).toMatchObject({
      action: 'receipt.rejected',
      actor: admin.username,
      after: { bank_reference: 'MISTAKE0001', amount_paise: 1250_50, payer: 'Tata Motors', reason: 'Entered twice' },
    });
    expect((await send({ ...ENTRY, bank_reference: 'MISTAKE0001' }))[0]).toBe(200);
  });

  test.each([
    [{ action: 'reject', reason: ' x ' }, 400, 'adoption.reason_required'],
    [{ action: 'reject' }, 400, 'request.invalid_field'],
    [{ action: 'delete', reason: 'Entered twice' }, 400, 'request.invalid_field'],
  ])('refuses %j with %i %s and writes nothing', async (body, status, code) => {
    const id = await record(randomUUID().slice(0, 18));
    const before = await databaseState();
    expect(await sendReject(id, body)).toEqual([status, code]);
    expect(await databaseState()).toEqual(before);
  });

  test('refuses unknown ids, and receipts that were rejected or belong to an adoption', async () => {
    const [unknown, rejected] = ['00000000-0000-4000-8000-000000000000', await record('MISTAKE0002')];
    await sendReject(rejected, given);
    const assigned = await record('MISTAKE0003');
    const { userId } = await makeSponsorAccount();
    const { id } = await insertAdoption(sql(), {
      userId,
      state: 'pledged',
      lines: [{ course: await makeCourse(), seats: 1 }],
    });
    await sql()`update bank_receipts set billing_id = ${id} where id = ${assigned}`;
    const before = await databaseState();
    expect(await sendReject('no-uuid', given)).toEqual([404, 'receipt.not_found']);
    expect(await sendReject(unknown, given)).toEqual([404, 'receipt.not_found']);
    for (const gone of [rejected, assigned]) expect(await sendReject(gone, given)).toEqual([409, 'receipt.gone']);
    expect(await databaseState()).toEqual(before);
  });

  test('of 20 that reject and 20 that assign it at once, one succeeds and the others are told', async () => {
    const id = await record('RACE00003');
    const { userId } = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const adoptions = await Promise.all(
      Array.from({ length: 20 }, () => insertAdoption(sql(), { userId, state: 'pledged', lines })),
    );
    const results = await Promise.all(
      adoptions.flatMap(({ reference }) => [
        rejectUnmatchedReceipt(admin.scope, id, 'Entered twice', database),
        actOnAdoption(admin.scope, reference, { action: 'match_receipt', version: 0, reason: 'Theirs', id }, database),
      ]),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const told = results.flatMap((result) => (result.ok ? [] : [result.code]));
    expect(new Set(told)).toEqual(new Set(['receipt.gone', 'adoption.receipt_gone']));
    const [row] = await receipts('RACE00003');
    expect((row!.billing_id === null) === (row!.state === 'rejected')).toBe(true);
  });

  test('control: without the lock two administrators reject the same receipt', async () => {
    const id = await record('RACE00004');
    /** Rejects it twice while another transaction has the row, so that both read it before either writes. */
    const twice = async () => {
      const holder = await pool.reserve();
      await holder`begin`;
      await holder`select from bank_receipts where id = ${id} for update`;
      const running = [1, 2].map(() => rejectUnmatchedReceipt(admin.scope, id, 'Entered twice', database));
      await waitForLocks(sql(), 2, 'bank_receipts');
      await holder`commit`;
      holder.release();
      return (await Promise.all(running)).filter(({ ok }) => ok).length;
    };
    expect(await withoutGuards([[' for no key update']], twice)).toBe(2);
    await sql()`update bank_receipts set state = 'recorded' where id = ${id}`;
    expect(await twice()).toBe(1);
  });
});

describe('GET /api/admin/receipts', () => {
  const find = async (search: string) => {
    const response = await GET(
      asAdmin(admin, { url: `http://localhost/api/admin/receipts?${new URLSearchParams({ search })}` }),
    );
    return [response.status, await response.json()] as const;
  };

  test('finds adoptions as the reference or the company is typed, with their balance and version', async () => {
    const lines = [{ course: await makeCourse(), seats: 2 }];
    const insert = async (company_name: string, state: 'pledged' | 'lapsed' = 'pledged') => {
      const { userId } = await makeSponsorAccount({ company_name });
      return insertAdoption(sql(), { userId, state, lines });
    };
    const { id } = await insert('Narmada Motors');
    await sql()`update billings set reference = 'SA-7K2M-Q4XT-90BD', received_paise = 5050, version = 3 where id = ${id}`;
    await sql()`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, recorded_by)
      values (${id}, 'NEFT', '2026-04-01', 100, 'WAITS00001', 'N', ${admin.adminId})`;
    const found = {
      reference: 'SA-7K2M-Q4XT-90BD',
      company_name: 'Narmada Motors',
      outstanding: 249_949.5,
      waiting: 1,
      version: 3,
    };
    for (const typed of ['SA-7K2M-Q4XT-90BD', ' sa-7k2m-q4xt-90bd', 'SA7K2MQ4XT9OBD', 'q4xt-90', 'narmada mo'])
      expect(await find(typed)).toEqual([200, { adoptions: [found] }]);
    const lapsed = await insert('Narmada Textiles', 'lapsed');
    expect(await find('Narmada')).toEqual([
      200,
      { adoptions: [found, expect.objectContaining({ reference: lapsed.reference })] },
    ]);
  });

  test('knows no other reference, and no draft', async () => {
    const { userId } = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const { reference } = await insertAdoption(sql(), { userId, state: 'draft', lines });
    for (const typed of [reference, 'SA-0000-0000-0000', '', '%', '_'])
      expect(await find(typed)).toEqual([200, { adoptions: [] }]);
  });
});
