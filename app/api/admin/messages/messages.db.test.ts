import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { POST } from './[messageId]/route';

const { deferred } = vi.hoisted(() => ({ deferred: [] as (() => Promise<unknown>)[] }));
vi.mock('next/server', () => ({ after: (work: () => Promise<unknown>) => void deferred.push(work) }));

useTestDatabase();
beforeEach(() => {
  const spies = (['info', 'warn'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  spies.push(vi.spyOn(process.stdout, 'write').mockReturnValue(true) as never);
  return () => spies.forEach((spy) => spy.mockRestore());
});

const deadMessage = async () => {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state: 'completed', lines });
  const [row] = await sql()<{ id: string }[]>`
    insert into outbound_messages (billing_id, kind, dead_at) values (${id}, 'paid', now()) returning id`;
  return row!.id;
};
const post = async (messageId: string, body: unknown = { action: 'retry' }) => {
  const response = await POST(asAdmin(await makeAdmin(), { body }), { params: Promise.resolve({ messageId }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a dead message is due again and leaves after the response; a second attempt is refused', async () => {
  const id = await deadMessage();
  expect(await post(id)).toEqual({ status: 200, body: { success: true } });
  for (const work of deferred.splice(0)) await work();
  const [row] = await sql()`select attempts, sent_at is not null as sent from outbound_messages where id = ${id}`;
  expect(row).toEqual({ attempts: 1, sent: true });
  expect(await post(id)).toMatchObject({ status: 409, body: { code: 'message.not_dead' } });
});

test.each([
  ['an unknown id', crypto.randomUUID(), { action: 'retry' }, 404],
  ['no id', 'x', { action: 'retry' }, 404],
  ['another action', null, { action: 'delete' }, 400],
  ['a further field', null, { action: 'retry', to: 'other@example.in' }, 400],
])('%s is refused and changes nothing', async (_, id, body, status) => {
  const dead = await deadMessage();
  expect(await post(id ?? dead, body)).toMatchObject({ status });
  const [row] = await sql()`select dead_at is not null as dead from outbound_messages where id = ${dead}`;
  expect(row).toEqual({ dead: true });
  expect(deferred).toEqual([]);
});
