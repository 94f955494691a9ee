import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';

useTestDatabase();

test('migration 0015 makes a refund of all money that is owed back, less what administrators pay back by bank', async () => {
  const course = await makeCourse({ totalSeats: 100 });
  const total = course.pricePaise;
  const insert = async (state: 'refund_due' | 'completed' | 'refunded', statuses: ('captured' | 'refund_due')[]) => {
    const { userId } = await makeSponsorAccount();
    const payments = statuses.map((status) => ({ status }));
    return (await insertAdoption(sql(), { userId, state, lines: [{ course, seats: 1 }], payments })).id;
  };
  const late = await insert('refund_due', ['refund_due']);
  const again = await insert('completed', ['captured', 'refund_due']);
  const twice = await insert('refund_due', ['refund_due', 'refund_due']);
  const partly = await insert('refund_due', ['refund_due']);
  const done = await insert('refunded', ['refund_due']);
  await sql()`delete from payment_refunds`;
  await sql()`update billings set refunded_paise = received_paise where id = ${done}`;
  await sql()`
    insert into refunds (billing_id, mode, paid_on, amount_paise, reference, recorded_by)
    values (${partly}, 'NEFT', '2026-11-20', 100, 'UTR1234', gen_random_uuid())`;

  const migration = await readFile('db/migrations/0015_online_payments.sql', 'utf8');
  const step = migration
    .split('--> statement-breakpoint')
    .find((text) => text.includes('INSERT INTO "payment_refunds"'));
  await sql().unsafe(step!);

  const made = async (billingId: string) =>
    (
      await sql()<{ refund: string }[]>`
      select reason || ' ' || amount_paise as refund from payment_refunds where billing_id = ${billingId}`
    ).map(({ refund }) => refund);
  expect(await made(late)).toEqual([`paid_too_late ${total}`]);
  expect(await made(again)).toEqual([`paid_again ${total}`]);
  expect(await made(twice)).toEqual([`paid_too_late ${total}`, `paid_too_late ${total}`]);
  expect(await made(partly)).toEqual([`paid_too_late ${total - 100}`]);
  expect(await made(done)).toEqual([]);
});
