import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import type { RowChoice } from '@/lib/platform/row-choice';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { prepareAdoption } from '@/testing/db/adoption';
import { emptyAuditLog } from '@/testing/db/audit';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSession } from '@/testing/db/sessions';
import { waitForLocks } from '@/testing/db/locks';
import { changeMany, checkMany } from './many';
import type { ManyChange } from './schema';

useTestDatabase();
const other = usePool(1);
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin({ role: 'catalogue' });
});
beforeEach(async () => {
  await sql()`truncate institutes, courses cascade`;
  await emptyAuditLog();
});

const ALL: RowChoice = { by: 'filter', filter: '' };
const FIVE: ManyChange = { act: 'percent', by: 5 };
const REASON = 'Fees of 2027';

async function check(choice: RowChoice = ALL, change: ManyChange = FIVE) {
  const checked = await checkMany(admin.scope, { choice, change });
  if (!checked.ok) throw new Error(checked.code);
  return checked.dryRun;
}
const apply = (digest: string, choice: RowChoice = ALL, change: ManyChange = FIVE) =>
  changeMany(admin.scope, { choice, change }, { digest, reason: REASON });
const prices = async () =>
  (await sql()<{ price: number }[]>`select price_paise::int as price from courses order by branch`).map(
    ({ price }) => price,
  );

/** Fills the catalogue with so many courses of the session of makeCourse, each ₹1,000 to ₹1,999. */
async function fill(count: number) {
  await makeCourse({ branch: 'A', pricePaise: 1_000_00 });
  await sql()`
    insert into courses (city, course_type, branch, total_seats, price_paise, session)
    select 'Indore', 'ITI', 'Trade ' || n, 10, (1000 + n % 1000) * 100, session from courses, generate_series(2, ${count}) n`;
}

describe('prices of many courses', () => {
  test('1,361 prices rise by 5 % in one act, to whole rupees; adopted seats keep theirs, and the reason is recorded', async () => {
    await fill(1_360);
    const adopted = await makeCourse({ branch: 'Z', pricePaise: 1_010_00, totalSeats: 10 });
    const { subject, code } = await prepareAdoption([{ course: adopted, seats: 2 }]);
    expect(await pledgeSeats(subject, code)).toMatchObject({ ok: true });

    const dryRun = await check();
    expect(dryRun).toMatchObject({ counts: { changed: 1_361, left: 0, added: 0, bad: 0 }, bad: [], warnings: [] });
    const before = await prices();
    expect(await apply(dryRun.digest)).toMatchObject({ ok: true, changed: 1_361, added: 0 });
    expect(await prices()).toEqual(before.map((price) => Math.round((price * 1.05) / 100) * 100));
    expect(await sql()`select price_paise::int as price from billing_items`).toEqual([{ price: 1_010_00 }]);

    const [cause] = await sql()`select id, actor, after from audit_log where action = 'catalogue.imported'`;
    expect(cause).toMatchObject({
      actor: admin.username,
      after: { file_name: 'Many courses: price +5 %', changed: 1_361, reason: REASON },
    });
    const [parts] = await sql()`
      select count(*)::int as count, min(before->>'price_paise') as before from audit_log where cause_id = ${cause!.id}`;
    expect(parts).toEqual({ count: 1_361, before: '100000' });
    // The same act once more would raise them again: its digest is of other prices now.
    expect(await apply(dryRun.digest)).toMatchObject({ ok: false, code: 'catalogue.import_changed' });
  });

  test('50,000 are changed within the time of an import, and more are refused', async () => {
    await fill(50_000);
    const { digest, counts, value } = await check();
    expect(counts).toMatchObject({ changed: 50_000 });
    expect(Number(value.after) / Number(value.before)).toBeCloseTo(1.05, 3);
    expect(await apply(digest)).toMatchObject({ ok: true, changed: 50_000 });
    await makeCourse();
    const more = await checkMany(admin.scope, { choice: ALL, change: FIVE });
    expect(more).toEqual({ ok: false, code: 'course.too_many_chosen', params: { max: '50,000' } });
  });

  test('an amount lowers them; what would cost nothing or is of a closed session is left out and named', async () => {
    const institute = await makeInstitute({ name: 'Polytechnic', city: 'Rewa' });
    const [cheap, dear] = [
      await makeCourse({ branch: 'A', pricePaise: 500_00, instituteId: institute.id, city: 'Rewa' }),
      await makeCourse({ branch: 'B', pricePaise: 2_000_50, instituteId: institute.id, city: 'Rewa' }),
    ];
    await makeSession('2098-99');
    await sql()`update academic_sessions set state = 'closed' where name = '2098-99'`;
    const over = await makeCourse({ branch: 'C', pricePaise: 9_000_00, session: '2098-99' });
    const change: ManyChange = { act: 'amount', by: -500_00 };
    const choice: RowChoice = { by: 'ids', ids: [cheap.id, dear.id, over.id] };
    const dryRun = await check(choice, change);
    expect(dryRun.counts).toMatchObject({ changed: 1, bad: 2 });
    expect(dryRun.changes).toMatchObject([
      { branch: 'B', before: { price_per_seat: '2000.50' }, price_per_seat: '1501.00' },
    ]);
    expect(dryRun.bad.map(({ values, problems }) => [values[3], ...problems]).sort()).toEqual([
      ['A', 'The price would be ₹0; it must be from ₹1 to ₹1,00,00,000'],
      ['C', 'The session 2098-99 is closed'],
    ]);
    expect(await apply(dryRun.digest, choice, change)).toMatchObject({ ok: true, changed: 1 });
    expect(await prices()).toEqual([500_00, 1_501_00, 9_000_00]);
  });
});

test('closes the courses of a filter, and opens those that are chosen', async () => {
  const indore = await makeCourse({ branch: 'A', city: 'Indore' });
  await makeCourse({ branch: 'B', city: 'Indore', isOpen: false });
  await makeCourse({ branch: 'C', city: 'Rewa' });
  const choice: RowChoice = { by: 'filter', filter: 'city=Indore' };
  const close: ManyChange = { act: 'close' };
  const dryRun = await check(choice, close);
  expect(dryRun.counts).toMatchObject({ changed: 1, left: 1 });
  expect(await apply(dryRun.digest, choice, close)).toMatchObject({ ok: true, changed: 1 });
  const open = async () =>
    (await sql()`select branch from courses where is_open order by branch`).map(({ branch }) => branch as string);
  expect(await open()).toEqual(['C']);
  const one: RowChoice = { by: 'ids', ids: [indore.id] };
  const again = await check(one, { act: 'open' });
  expect(await apply(again.digest, one, { act: 'open' })).toMatchObject({ ok: true });
  expect(await open()).toEqual(['A', 'C']);
});

test('a filter that finds nothing, or is none, is refused', async () => {
  await makeCourse();
  const nothing = { choice: { by: 'filter', filter: 'q=Nowhere' } as const, change: FIVE };
  expect(await checkMany(admin.scope, nothing)).toEqual({ ok: false, code: 'course.none_chosen' });
  await expect(check({ by: 'filter', filter: 'type=Lyceum' })).rejects.toMatchObject({ code: 'request.invalid' });
});

describe('somebody else at the same time', () => {
  /** Another administrator's price of one of two courses is not yet committed when both are raised. */
  async function raiseDuringEdit() {
    await fill(2);
    const { digest } = await check();
    let raised: ReturnType<typeof apply> | undefined;
    await other.begin(async (edit) => {
      await edit`update courses set price_paise = 777700, updated_at = clock_timestamp() where branch = 'A'`;
      raised = apply(digest);
      await waitForLocks(sql(), 1, 'json_to_recordset');
    });
    return { result: await raised!, prices: await prices() };
  }

  test('nothing is written over the price of another administrator, and the new check shows it', async () => {
    const { result, prices: now } = await raiseDuringEdit();
    expect(now).toEqual([777700, 100200]);
    expect(result).toMatchObject({
      ok: false,
      code: 'catalogue.import_changed',
      dryRun: { changes: expect.arrayContaining([expect.objectContaining({ price_per_seat: '8166.00' })]) },
    });
  });

  test('control: without the comparison with the shown values it overwrites the other price', async () => {
    const raced = await withoutGuards(
      [['and not exists (select from locked_courses where is_stale)']],
      raiseDuringEdit,
    );
    expect(raced).toMatchObject({ result: { ok: true, changed: 2 }, prices: [105000, 105200] });
  });

  test('an administrator whose right ended since the check changes nothing', async () => {
    await fill(2);
    const leaving = await makeAdmin({ role: 'catalogue' });
    const { digest } = await check();
    await sql()`update admins set role = 'viewer' where id = ${leaving.adminId}`;
    await expect(
      changeMany(leaving.scope, { choice: ALL, change: FIVE }, { digest, reason: REASON }),
    ).rejects.toMatchObject({ code: 'admin.session_ended' });
    expect(await prices()).toEqual([1_000_00, 1_002_00]);
  });
});
