import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { makeHold, endWindow } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { raiseAlert } from '@/lib/delivery/alerts/mutations';
import { collectMetrics } from './collect';
import * as queries from './queries';
import { METRICS } from './queries';
import { countRequest } from './requests';

useTestDatabase();

/** Returns the values by metric and labels, without the prefix. */
async function values(): Promise<Map<string, number>> {
  const lines = (await collectMetrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space).replace('seat_adoption_', ''), Number(line.slice(space + 1))];
    }),
  );
}

test('seats, adoptions, codes, queues and alerts are those of the database', async () => {
  const course = await makeCourse({ totalSeats: 60 });
  const account = await makeSponsorAccount();
  const { billingId } = await makeHold([{ course, seats: 3 }], account);
  await insertAdoption(sql(), { userId: account.userId, state: 'pledged', lines: [{ course, seats: 5 }] });
  await makeCourse({ totalSeats: 1000, isOpen: false });
  expect(Object.fromEntries(await values())).toMatchObject({
    'seats{state="adopted"}': 5,
    'seats{state="held"}': 3,
    'seats{state="left"}': 52,
    'adoptions{state="held"}': 1,
    'adoptions{state="pledged"}': 1,
    overdue_hold_seconds: 0,
    messages_failed: 0,
    oldest_message_seconds: 0,
    'attention_items{kind="unusual"}': 0,
    database_up: 1,
  });

  await endWindow(billingId);
  await sql()`update billings set hold_expires_at = now() - interval '10 minutes' where id = ${billingId}`;
  await sql()`
    insert into outbound_messages (kind, billing_id, created_at, dead_at)
    values ('pledged', ${billingId}, now() - interval '2 hours', null), ('pledged', ${billingId}, now(), now())`;
  await raiseAlert({ kind: 'fast', subject: 'seats', value: 5 });
  const now = await values();
  expect(now.get('overdue_hold_seconds')).toBeGreaterThanOrEqual(600);
  expect(now.get('oldest_message_seconds')).toBeGreaterThanOrEqual(7200);
  expect([now.get('messages_waiting'), now.get('messages_failed')]).toEqual([1, 1]);
  expect(now.get('attention_items{kind="unusual"}')).toBe(1);
  expect(now.get('attention_items{kind="message"}')).toBe(1);
});

test('each job has the time since its last success, and for how long it has failed', async () => {
  await sql()`
    insert into job_runs (job, succeeded_at, failing_since, error_code)
    values ('release', now() - interval '10 seconds', null, null),
           ('remind_reports', now() - interval '2 hours', now() - interval '1 hour', '57014')`;
  const now = await values();
  expect(now.get('job_success_seconds{job="release"}')).toBeLessThan(60);
  expect(now.get('job_failing_seconds{job="release"}')).toBe(0);
  expect(now.get('job_success_seconds{job="remind_reports"}')).toBeGreaterThanOrEqual(7200);
  expect(now.get('job_failing_seconds{job="remind_reports"}')).toBeGreaterThanOrEqual(3600);
});

test('the history of the last hour is counted, older events are not', async () => {
  const before = (await values()).get('adoption_events_last_hour{event="tested"}');
  const { id } = await insertAdoption(sql(), {
    userId: (await makeSponsorAccount()).userId,
    state: 'pledged',
    lines: [{ course: await makeCourse(), seats: 1 }],
  });
  await sql()`
    insert into billing_events (billing_id, event, to_state, actor, at)
    select ${id}, 'tested', 'pledged', 'job', now() - age
      from (values (interval '1 minute'), (interval '59 minutes'), (interval '61 minutes')) ages (age)`;
  expect([before, (await values()).get('adoption_events_last_hour{event="tested"}')]).toEqual([undefined, 2]);
});

test('requests count by endpoint and status, errors by code', async () => {
  const errors = 'http_request_errors_total{endpoint="verify-otp",code="otp.invalid"}';
  const answered = 'http_request_duration_seconds_count{endpoint="verify-otp",status="400"}';
  countRequest({ endpoint: 'verify-otp', status: 400, seconds: 0.02, code: 'otp.invalid' });
  countRequest({ endpoint: 'verify-otp', status: 400, seconds: 0.2, code: 'otp.invalid' });
  countRequest({ status: 404, seconds: 0.001, code: 'request.unknown' });
  const counted = await values();
  expect([counted.get(errors), counted.get(answered)]).toEqual([2, 2]);
  expect(counted.get('http_request_errors_total{endpoint="none",code="request.unknown"}')).toBe(1);
  expect(counted.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

test('every metric has a description, and a database that does not answer is told', async () => {
  const text = await collectMetrics();
  for (const name of Object.keys(METRICS)) expect(text).toContain(`# HELP seat_adoption_${name} `);
  const failed = vi.spyOn(queries, 'readMetrics').mockRejectedValue(new Error('the database is away'));
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const without = await values();
  failed.mockRestore();
  expect(without.get('database_up')).toBe(0);
  expect(without.has('process_resident_memory_bytes')).toBe(true);
  expect(error.mock.calls.flat().join()).toContain('metrics_failed');
  error.mockRestore();
});
