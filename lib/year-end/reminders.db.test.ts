import { beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, sql } from '@/db/client';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { setTime } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { newReference, receive } from '@/testing/funds/money';
import { changeRelease, recordRelease, stateUse } from '@/lib/funds/mutations';
import { readYear } from './queries';
import { queueUseReminders, queueYearEndReminders } from './reminders';

const { url } = useTestDatabase();

let office: OfficeAccount;
let sponsor: SponsorAccount;
let course: CourseRow;

async function moveTo(time: string) {
  await setTime(url, time);
  await closeDatabase();
}

/** Sets the clock to noon of a day of 2027. */
const on = (day: string) => moveTo(`2027-${day}T06:30:00Z`);

beforeEach(async () => {
  await moveTo(new Date(vi.getRealSystemTime()).toISOString());
  const admins = [await makeAdmin(), await makeAdmin()];
  [office, sponsor] = await Promise.all([makeOffice(), makeSponsorAccount()]);
  await sql()`update admin_sessions set expires_at = '2030-01-01'`;
  await on('01-10');
  await sql()`delete from outbound_messages`;
  await sql()`delete from year_end_reminders`;
  await sql()`delete from settings`;
  course = await makeCourse({ instituteId: office.scope.institutes[0]!.id, pricePaise: 1_00_000_00 });
  const adoption = await insertAdoption(sql(), {
    userId: sponsor.userId,
    state: 'completed',
    lines: [{ course, seats: 1 }],
  });
  await receive(adoption.id, 1_00_000_00, { on: '2027-01-05' });
  const recorded = await recordRelease(admins[0]!.scope, {
    ...{ kind: 'passed_on', institute_id: course.instituteId!, mode: 'NEFT', remark: '' },
    ...{ paid_on: '2027-01-08', bank_reference: newReference() },
    lines: [{ reference: adoption.reference, course_id: course.id, amount: 60_000_00 }],
  });
  if (!recorded.ok) throw new Error(recorded.code);
  const confirmed = await changeRelease(admins[1]!.scope, recorded.id, {
    action: 'confirm',
    reason: 'Checked',
  });
  expect(confirmed).toMatchObject({ ok: true });
});

/** The recipients of the messages since the last call, and what these say. */
async function sent() {
  const rows = await sql()<{ kind: string; recipient: string; paise: number; year: string }[]>`
    delete from outbound_messages where recipient in (${sponsor.email}, ${office.username})
    returning kind, recipient, (detail->>'paise')::bigint as paise, detail->>'year' as year`;
  return rows.map(({ kind, paise, year }) => [kind, Number(paise), year]).toSorted();
}

async function remind() {
  await queueUseReminders();
  while ((await queueYearEndReminders()) > 0);
  return sent();
}

test('from 1 February institutes are reminded to state their use, and companies of what is not used, every fortnight', async () => {
  expect(await remind()).toEqual([]);
  await on('02-01');
  const all = [
    ['use_due', 60_000_00, '2026-27'],
    ['year_end', 1_00_000_00, '2026-27'],
  ];
  expect(await remind()).toEqual(all);
  await on('02-14');
  expect(await remind()).toEqual([]);
  await on('02-15');
  expect(await remind()).toEqual(all);
  const { institutes } = await readYear({ userId: sponsor.userId }, '2026-27');
  expect(institutes).toMatchObject([{ remindedOn: '2027-02-15', statedOn: null }]);
});

test('an institute whose office has no active account is not asked, and was not reminded', async () => {
  await on('02-01');
  await sql()`update admins set deactivated_at = now() where username = ${office.username}`;
  expect(await remind()).toEqual([['year_end', 1_00_000_00, '2026-27']]);
  const { institutes } = await readYear({ userId: sponsor.userId }, '2026-27');
  expect(institutes).toMatchObject([{ remindedOn: null }]);
});

test("a guest's adoption is told of once: to the account with the same confirmed e-mail, if there is one", async () => {
  await sql()`update users set email_verified_at = now() where id = ${sponsor.userId}`;
  const adoptAsGuest = async (email: string) => {
    const guest = await makeSponsorAccount({ email: `made-${email}` });
    await sql()`update users set kind = 'guest', password_hash = null, email = ${email} where id = ${guest.userId}`;
    const adoption = await insertAdoption(sql(), {
      userId: guest.userId,
      state: 'pledged',
      lines: [{ course, seats: 1 }],
    });
    await sql()`update billings set verified_channel = 'email' where id = ${adoption.id}`;
    await receive(adoption.id, 1_00_000_00, { on: '2027-01-05' });
  };
  await on('02-01');
  await adoptAsGuest(sponsor.email);
  await adoptAsGuest('alone@example.in');
  expect((await remind()).filter(([kind]) => kind === 'year_end')).toEqual([['year_end', 2_00_000_00, '2026-27']]);
  const rows = await sql()<{ paise: string }[]>`
    select detail->>'paise' as paise from outbound_messages where recipient = 'alone@example.in'`;
  expect(rows).toEqual([{ paise: '10000000' }]);
});

test('whoever has stated the use is not asked, and nobody is told of money that is used', async () => {
  await on('04-02');
  const stated = await stateUse(office.scope, course.id, { financial_year: '2026-27', used: 60_000_00, revision: 0 });
  expect(stated).toMatchObject({ ok: true });
  expect(await remind()).toEqual([['year_end', 40_000_00, '2026-27']]);
});

test('until 30 June it is the year that ended; then nobody is reminded', async () => {
  await on('06-30');
  expect((await remind()).map(([, , year]) => year)).toEqual(['2026-27', '2026-27']);
  await sql()`delete from year_end_reminders`;
  await on('07-01');
  expect(await remind()).toEqual([]);
});

test('the settings name the first day, and may leave reminders out', async () => {
  await sql()`insert into settings ("group", value) values ('terms', '{"yearEndFrom": "03-15", "yearEndDays": 7}')`;
  await on('03-14');
  expect(await remind()).toEqual([]);
  await on('03-15');
  expect(await remind()).toHaveLength(2);
  await on('03-22');
  expect(await remind()).toHaveLength(2);
  await sql()`update settings set value = '{"yearEndDays": 0}'`;
  await on('04-22');
  expect(await remind()).toEqual([]);
});
