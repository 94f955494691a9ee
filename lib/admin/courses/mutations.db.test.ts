import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { applyImport } from '@/lib/catalogue-import/mutations';
import { summaryOfAdoption } from '@/lib/documents/queries';
import { payForAdoption } from '@/lib/money/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeHold, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeProvider, paymentRequest } from '@/testing/db/payment';
import { changeCourse, describeInstitute } from './mutations';
import type { CourseEdit } from './schema';

useTestDatabase();
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

const versionOf = async ({ id }: { id: string }) => {
  const [row] = await sql()<{ version: string }[]>`select updated_at::text as version from courses where id = ${id}`;
  return row!.version;
};
const change = async (course: { id: string }, edit: Omit<CourseEdit, 'version'>, version?: string) =>
  changeCourse(admin.scope, course.id, { ...edit, version: version ?? (await versionOf(course)) });
const entriesOf = ({ id }: { id: string }) =>
  sql()`select admin_id, actor, action, before, after from audit_log where subject = ${id} order by id`;
const by = () => ({ admin_id: admin.adminId, actor: admin.username });

test('an administrator changes total, price and openness; the audit log has each with before and after', async () => {
  const institute = await makeInstitute({ name: 'शासकीय महाविद्यालय' });
  const course = await makeCourse({ instituteId: institute.id, adoptedSeats: 8, heldSeats: 4 });
  const version = await versionOf(course);
  const changed = await change(course, { total_seats: 12, price_paise: 1_00_000_50, is_open: false });
  expect(changed).toEqual({
    ok: true,
    course: {
      id: course.id,
      city: 'Bhopal',
      institute_name: 'शासकीय महाविद्यालय',
      course_name: 'B.Tech',
      branch: course.branch,
      total_seats: 12,
      adopted_seats: 8,
      held_seats: 4,
      left_seats: 0,
      session: course.session,
      study_year: 1,
      price_paise: 100000_50,
      is_open: false,
      duration_years: null,
      branch_hindi: null,
      institute: expect.objectContaining({ id: institute.id, address: null }),
      updated_at: expect.any(String),
      version: await versionOf(course),
    },
  });
  expect(await versionOf(course)).not.toBe(version);
  expect(await entriesOf(course)).toEqual([
    {
      ...by(),
      action: 'course.changed',
      before: { total_seats: 60, price_paise: 1_25_000_00 },
      after: { total_seats: 12, price_paise: 1_00_000_50 },
    },
    { ...by(), action: 'course.closed', before: { is_open: true }, after: { is_open: false } },
  ]);
  await change(course, { is_open: true });
  expect((await entriesOf(course)).at(-1)).toEqual({
    ...by(),
    action: 'course.opened',
    before: { is_open: false },
    after: { is_open: true },
  });
});

test('unchanged values write neither the course nor an entry', async () => {
  const course = await makeCourse();
  const version = await versionOf(course);
  expect(await change(course, { total_seats: 60, price_paise: 1_25_000_00, is_open: true })).toMatchObject({
    ok: true,
  });
  expect(await versionOf(course)).toBe(version);
  expect(await entriesOf(course)).toHaveLength(0);
});

test('a total below the seats adopted and held is refused with their number, and nothing is written', async () => {
  const course = await makeCourse({ adoptedSeats: 8, heldSeats: 4 });
  const version = await versionOf(course);
  expect(await change(course, { total_seats: 11, price_paise: 1 })).toMatchObject({
    ok: false,
    code: 'course.below_taken',
    params: { taken: 12 },
    course: { total_seats: 60, adopted_seats: 8, held_seats: 4, price_paise: 125000_00, version },
  });
  expect(await entriesOf(course)).toHaveLength(0);
  expect(await change(course, { total_seats: 12 })).toMatchObject({ ok: true, course: { left_seats: 0 } });
});

test('A-01 seats of ended holds do not prevent a smaller total', async () => {
  const course = await makeCourse({ totalSeats: 5 });
  const { billingId } = await makeHold([{ course, seats: 4 }], await makeSponsorAccount());
  expect(await change(course, { total_seats: 3 })).toMatchObject({ code: 'course.below_taken', params: { taken: 4 } });
  await endWindow(billingId);
  expect(await change(course, { total_seats: 3 })).toMatchObject({
    ok: true,
    course: { held_seats: 0, left_seats: 3 },
  });
  const [billing] = await sql()`select state from billings where id = ${billingId}`;
  expect(billing).toEqual({ state: 'expired' });
});

test('an edit of a course that was changed meanwhile is refused with its current state', async () => {
  const course = await makeCourse();
  const version = await versionOf(course);
  await change(course, { price_paise: 90_000_00 });
  expect(await change(course, { total_seats: 70 }, version)).toMatchObject({
    ok: false,
    code: 'course.changed_meanwhile',
    course: { total_seats: 60, price_paise: 90000_00, version: await versionOf(course) },
  });
  expect(await entriesOf(course)).toHaveLength(1);
});

test('a course that does not exist is not found', async () => {
  expect(await changeCourse(admin.scope, crypto.randomUUID(), { is_open: false, version: 'x' })).toEqual({
    ok: false,
    code: 'course.not_found',
  });
});

describe('the version of a course', () => {
  test('does not change while seats are adopted, held, released and paid for', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const version = await versionOf(course);
    const { subject, code } = await prepareAdoption([{ course, seats: 2 }]);
    expect(await pledgeSeats(subject, code)).toMatchObject({ ok: true });
    await makeHold([{ course, seats: 3 }], account);
    // A new selection releases the held seats.
    await prepareHold([{ course: await makeCourse(), seats: 1 }], account);
    await makeHold([{ course, seats: 1 }], account);
    const paid = await payForAdoption(account.scope, paymentRequest([{ course, seats: 1 }], account), {
      provider: makeProvider(),
    });
    expect(paid).toMatchObject({ ok: true });
    const [row] = await sql()`select adopted_seats, held_seats from courses where id = ${course.id}`;
    expect(row).toEqual({ adopted_seats: 3, held_seats: 0 });
    expect(await versionOf(course)).toBe(version);
  });

  test('changes with an import that changes the course, and only then', async () => {
    const course = await makeCourse();
    const row = { line: 2, city: 'Bhopal', institute: null, courseType: 'B.Tech' as const, branch: course.branch };
    const fileOf = (totalSeats: number) => ({
      rows: [{ ...row, totalSeats, pricePaise: 1_25_000_00 }],
      institutes: [],
      optional: [],
      places: [],
    });
    const version = await versionOf(course);
    const source = { fileName: 'catalogue.csv', sha256: '0' };
    await applyImport(fileOf(60), 'command', source);
    expect(await versionOf(course)).toBe(version);
    await applyImport(fileOf(61), 'command', source);
    expect(await change(course, { total_seats: 70 }, version)).toMatchObject({
      code: 'course.changed_meanwhile',
      course: { total_seats: 61 },
    });
  });
});

describe('a changed price', () => {
  const DEARER = { price_paise: 2_00_000_00 };
  const linesOf = (billingId: string) =>
    sql()`select b.total_paise, i.price_paise from billings b join billing_items i on i.billing_id = b.id where b.id = ${billingId}`;

  test('A-86 does not change existing adoptions and their documents', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    await payForAdoption(account.scope, paymentRequest([{ course, seats: 2 }], account), { provider: makeProvider() });
    const [rows, printed] = [await linesOf(billingId), await summaryOfAdoption(account.scope, billingId)];
    expect(printed).toMatchObject({ lines: [{ seats: 2, pricePaise: 1_25_000_00 }] });
    expect(await change(course, DEARER)).toMatchObject({ ok: true });
    expect(await linesOf(billingId)).toEqual(rows);
    expect(await summaryOfAdoption(account.scope, billingId)).toEqual(printed);
  });

  test('an adoption keeps the Hindi names of its time, also after the catalogue changes or clears them', async () => {
    const institute = await makeInstitute({ hindi: 'ताप्ती महाविद्यालय' });
    const course = await makeCourse({ instituteId: institute.id, branchHindi: 'नलसाज' });
    const account = await makeSponsorAccount();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    await payForAdoption(account.scope, paymentRequest([{ course, seats: 2 }], account), { provider: makeProvider() });
    await change(course, { branch_hindi: 'प्लंबर' });
    await sql()`update institutes set hindi = null where id = ${institute.id}`;
    expect(await summaryOfAdoption(account.scope, billingId)).toMatchObject({
      lines: [{ branch: course.branch, branchHindi: 'नलसाज', instituteHindi: 'ताप्ती महाविद्यालय' }],
    });
    const unnamed = await makeCourse();
    const { billingId: other } = await makeHold([{ course: unnamed, seats: 1 }], await makeSponsorAccount());
    const [row] = await sql()`select branch_hindi, institute_hindi from billing_items where billing_id = ${other}`;
    expect(row).toEqual({ branch_hindi: null, institute_hindi: null });
  });

  test('A-03 does not apply to held seats: they are paid for at the quoted price', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const provider = makeProvider();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    await change(course, DEARER);
    const paid = await payForAdoption(account.scope, paymentRequest([{ course, seats: 2 }], account), { provider });
    expect(paid).toMatchObject({ ok: true, billingId });
    expect(provider.asked).toMatchObject([{ amountPaise: 2_50_000_00 }]);
  });
});

describe('a closed course', () => {
  test('keeps its adoptions, and held seats can still be paid for', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const { subject, code } = await prepareAdoption([{ course, seats: 2 }]);
    await pledgeSeats(subject, code);
    await makeHold([{ course, seats: 3 }], account);
    expect(await change(course, { is_open: false })).toMatchObject({
      ok: true,
      course: { is_open: false, adopted_seats: 2, held_seats: 3 },
    });
    const request = paymentRequest([{ course, seats: 3 }], account);
    expect(await payForAdoption(account.scope, request, { provider: makeProvider() })).toMatchObject({ ok: true });
    const [row] = await sql()`select adopted_seats, held_seats from courses where id = ${course.id}`;
    expect(row).toEqual({ adopted_seats: 5, held_seats: 0 });
  });
});

test('an administrator sets and clears the duration; the audit log has it', async () => {
  const course = await makeCourse();
  const set = await change(course, { duration_years: 4 });
  expect(set).toMatchObject({ ok: true, course: { duration_years: 4 } });
  const cleared = await change(course, { duration_years: null });
  expect(cleared).toMatchObject({ ok: true, course: { duration_years: null } });
  expect(await entriesOf(course)).toMatchObject([
    { action: 'course.changed', after: { duration_years: 4 } },
    { action: 'course.changed', before: { duration_years: 4 }, after: { duration_years: null } },
  ]);
});

test('an administrator sets, replaces and clears the Hindi name of a branch; the audit log has it', async () => {
  const course = await makeCourse();
  for (const branch_hindi of ['नलसाज', 'प्लंबर', null])
    expect(await change(course, { branch_hindi })).toMatchObject({ ok: true, course: { branch_hindi } });
  expect(await entriesOf(course)).toMatchObject([
    { after: { branch_hindi: 'नलसाज' } },
    { before: { branch_hindi: 'नलसाज' }, after: { branch_hindi: 'प्लंबर' } },
    { before: { branch_hindi: 'प्लंबर' }, after: { branch_hindi: null } },
  ]);
});

describe('the details of an institute', () => {
  const EDIT = {
    number: null,
    hindi: 'ताप्ती कॉलेज',
    address: 'AB Road',
    website: 'https://gec.example/',
    kind: 'aided',
    contact: null,
  } as const;

  test('are set with an audit log entry; equal ones write nothing, and an outdated version is refused', async () => {
    const { id } = await makeInstitute({ name: 'Tapti College', city: 'Betul' });
    await makeCourse({ instituteId: id });
    const [{ version } = { version: '' }] = await sql()<{ version: string }[]>`
      select updated_at::text as version from institutes where id = ${id}`;
    const first = await describeInstitute(admin.scope, id, { ...EDIT, version });
    if (!first.ok) throw new Error(first.code);
    expect(first.institute).toEqual({ id, ...EDIT, version: expect.not.stringMatching(version) });
    expect(await describeInstitute(admin.scope, id, { ...EDIT, version: first.institute.version })).toEqual(first);
    expect(await describeInstitute(admin.scope, id, { ...EDIT, address: null, version })).toEqual({
      ok: false,
      code: 'institute.changed_meanwhile',
      institute: first.institute,
    });
    const log = await sql()`select actor, action, before, after from audit_log where subject = ${id}`;
    expect(log).toEqual([
      {
        actor: admin.username,
        action: 'institute.changed',
        before: { number: null, hindi: null, address: null, website: null, kind: null, contact: null },
        after: { ...EDIT, institute: 'Tapti College', city: 'Betul' },
      },
    ]);
    expect(await describeInstitute(admin.scope, randomUUID(), { ...EDIT, version })).toMatchObject({
      code: 'institute.not_found',
    });
  });
});
