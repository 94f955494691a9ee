import { expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { waitForLocks } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { readAdoption } from './detail-queries';

const { url } = useTestDatabase();

test('status and payment of an adoption are of one moment, also when the payment fails in between', async () => {
  const { userId, scope } = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'held',
    lines: [{ course: await makeCourse(), seats: 1 }],
    payments: [{ status: 'started' }],
  });
  const other = connect(url, { max: 2 }).sql;
  let reading: ReturnType<typeof readAdoption> | undefined;
  await other.begin(async (held) => {
    // Only the second of the two statements reads papers.
    await held`lock table papers in access exclusive mode`;
    reading = readAdoption(scope, id);
    await waitForLocks(other, 1, 'show_company');
    await held`update payments set status = 'failed', settled_at = now() where billing_id = ${id}`;
  });
  const adoption = (await reading)!;
  expect(adoption.status).toBe('confirming');
  expect(adoption.openPayment).not.toBeNull();
  const later = (await readAdoption(scope, id))!;
  expect([later.status, later.openPayment]).toEqual(['held', null]);
  await other.end();
});
