import { expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { withRequestId } from '@/lib/platform/request-id';
import { createSmtpTransport } from '@/lib/delivery/smtp';
import { checkPayments } from '@/lib/money/settle';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeProvider } from '@/testing/db/payment';
import { runJobs } from './run';

useTestDatabase();

/** Does work after a request, and returns the lines of the log that it wrote. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  try {
    await withRequestId('request-of-somebody', work);
    return spies.flatMap(({ mock }) => mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** An adoption with an open payment that is due to be checked. */
async function makeAdoption(state: 'pledged' | 'lapsed' = 'pledged') {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state, lines, payments: [{ status: 'started' }] });
  const [payment] = await sql()<{ id: string }[]>`
    update payments set next_check_at = now() where billing_id = ${id} returning id`;
  return { billing: id, payment: payment!.id };
}

test('a refused message is logged with its id, its adoption and its run, not with the request that caused the run', async () => {
  const { billing } = await makeAdoption('lapsed');
  const [message] = await sql()<{ id: string }[]>`
    insert into outbound_messages (billing_id, kind) values (${billing}, 'lapsed') returning id`;
  // Nothing listens on this port.
  const transport = createSmtpTransport({ url: 'smtp://127.0.0.1:9', from: 'Seats <seats@example.in>' });
  const lines = await linesOf(() => sendDueMessages(undefined, db(), transport));
  expect(lines.map(({ event }) => event)).toEqual(['message_failed', 'message_refused']);
  const [{ run } = {}] = lines;
  expect(run).toMatch(/^[\da-f-]{36}$/);
  for (const line of lines) {
    expect(line).toMatchObject({ message: message!.id, billing, messageKind: 'lapsed', run });
    expect(line).not.toHaveProperty('request');
  }
});

test('a payment that cannot be checked is logged with its id and its adoption', async () => {
  const ids = await makeAdoption();
  const provider = makeProvider();
  const unreachable = { ...provider, close: () => Promise.reject(new Error('connection refused')) };
  const lines = await linesOf(() => checkPayments({ named: () => unreachable }));
  expect(lines).toContainEqual(expect.objectContaining({ event: 'payment_provider_unreachable', ...ids }));
});

test('every line of a run of the jobs has its id and job', async () => {
  const { payment } = await makeAdoption();
  await sql()`update payments set provider = 'gone' where id = ${payment}`;
  await sql()`alter table monthly_totals_progress rename to hidden`;
  const lines = await linesOf(() => runJobs().catch(() => undefined));
  await sql()`alter table hidden rename to monthly_totals_progress`;
  const [{ run } = {}] = lines;
  expect(run).toMatch(/^[\da-f-]{36}$/);
  expect(lines.map((line) => line.run)).toEqual(lines.map(() => run));
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'payment_provider_missing', job: 'payments', payment }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ event: 'job_failed', job: 'roll_up' }));
});
