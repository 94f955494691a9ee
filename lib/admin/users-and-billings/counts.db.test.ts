import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { purgeUnverified } from '@/lib/adoption/take/retention';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { prepareAdoption } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { countRecords } from './queries';

useTestDatabase();

let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

const counted = () => countRecords(admin.scope);
const there = async () => {
  const [row] = await sql()<{ users: number; billings: number }[]>`
    select (select count(*) from users)::int as users, (select count(*) from billings)::int as billings`;
  return { ...row! };
};

test('R-ADMIN-08 the counts are correct after inserts, deletes, failed statements and truncation', async () => {
  expect(await counted()).toEqual(await there());
  const { userId } = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'draft',
    lines: [{ course: await makeCourse(), seats: 1 }],
  });
  expect(await counted()).toEqual(await there());
  await expect(sql()`insert into users select * from users where id = ${userId}`).rejects.toThrow();
  await sql()`delete from billings where id = ${id}`;
  await sql()`delete from users where id = ${userId}`;
  expect(await counted()).toEqual(await there());
  const inside = await sql()
    .begin(async (own) => {
      await own`truncate users cascade`;
      const [row] = await own`select sum(users)::int as users, sum(billings)::int as billings from row_counts`;
      throw Object.assign(new Error('rolled back'), { row });
    })
    .catch((error: { row?: unknown }) => error.row);
  expect(inside).toEqual({ users: 0, billings: 0 });
  expect(await counted()).toEqual(await there());
});

test('R-ADMIN-08 the counts stay correct while drafts are created and purged, and no call fails', async () => {
  const course = await makeCourse();
  let forgotten = 0;
  for (let round = 0; round < 6; round++) {
    const drafts = Array.from({ length: 30 }, () => prepareAdoption([{ course, seats: 1 }]));
    const purges = await Promise.all([purgeUnverified(), purgeUnverified(), ...drafts]);
    forgotten += purges.reduce((sum, outcome) => sum + ('billings' in outcome ? outcome.billings : 0), 0);
    await sql()`update billings set created_at = now() - interval '31 days' where reference < 'SA-G'`;
    await sql()`update users set created_at = now() - interval '31 days'`;
    await sql()`update otp_challenges set expires_at = now()`;
  }
  expect(forgotten).toBeGreaterThan(0);
  expect(await counted()).toEqual(await there());
});
