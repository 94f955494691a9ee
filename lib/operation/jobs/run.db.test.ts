import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { createDraft, pledgeSeats } from '@/lib/adoption/take/mutations';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { endWindow, fullLedger, makeHold, makeSponsor } from '@/testing/db/adoption';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { repeatJobs, runJobs, startJobs } from './run';
import type { JobsDone } from './schema';
import { stopJobs } from './stop';

const { dataDir } = useTestDatabase();
const pools = [useClient(5).db, useClient(5).db] as const;
const holder = useClient(1).sql;
beforeEach(() => {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  spies.push(vi.spyOn(process.stdout, 'write').mockReturnValue(true) as never);
  return () => spies.forEach((spy) => spy.mockRestore());
});

const DAY = 24 * 60;
/** Pledges of the public pages have a term of ten days, with reminders seven days and one day before its end. */
const setTerms = () => sql()`
  insert into settings ("group", value) values ('terms', '{"pledgeDays":10,"reminderDays":[7,1]}')
      on conflict ("group") do update set value = excluded.value`;

async function pledge(course: CourseRow, seats: number, locale: 'en' | 'hi') {
  const sponsor = makeSponsor();
  const lines = [{ id: course.id, selectedSeats: seats }];
  const draft = await createDraft({ lines, totalPaise: course.pricePaise * seats, sponsor, locale });
  if (!draft.ok) throw new Error(draft.code);
  const { email, phone } = sponsor;
  const subject = { purpose: 'public_adoption', otpMethod: 'email', userId: draft.userId, email, phone } as const;
  const { code } = await issueCode(subject, draft.billingId);
  const pledged = await pledgeSeats({ ...subject, draftId: draft.billingId }, code);
  if (!pledged.ok) throw new Error(pledged.code);
  return { ...pledged, email };
}

/** Moves the clock by these minutes: every time of the adoptions is that much earlier. */
const pass = (minutes: number) => sql()`
  update billings set due_at = due_at - ${minutes} * interval '1 minute',
                      verified_at = verified_at - ${minutes} * interval '1 minute'`;

const mailsTo = (email: string) => messagesTo(dataDir, email);

/** Messages that are not sent yet. */
async function waitingMessages(): Promise<number> {
  const [row] = await sql()<{ count: number }[]>`
    select count(*)::int as count from outbound_messages where sent_at is null`;
  return row!.count;
}

/**
 * Runs the jobs until a run does nothing and all messages are sent: the time for sending is limited, and on a busy machine a document may wait too
 * long for its turn. @returns what all runs did
 */
async function runUntilDone(): Promise<JobsDone> {
  await sql()`update outbound_messages set next_attempt_at = now() where sent_at is null`;
  const done = await runJobs();
  if (Object.values(done).every((count) => count === 0) && (await waitingMessages()) === 0) return done;
  const rest = await runUntilDone();
  return Object.fromEntries(
    Object.entries(done).map(([job, count]) => [job, count + rest[job as keyof JobsDone]]),
  ) as JobsDone;
}

test('a pledge that nobody pays: confirmed, reminded twice, ended; its sponsor reads all of it in their language', async () => {
  await setTerms();
  const course = await makeCourse({ totalSeats: 20 });
  const [english, hindi] = [await pledge(course, 3, 'en'), await pledge(course, 2, 'hi')];
  const expected = {
    released: 0,
    offered: 0,
    lapsed: 0,
    reminded: 0,
    checked: 0,
    refunded: 0,
    sent: 0,
    settlements: 0,
  };
  expect(await runUntilDone()).toEqual({ ...expected, sent: 2 });
  await pass(4 * DAY);
  expect(await runUntilDone()).toEqual({ ...expected, reminded: 2, sent: 2 });
  await pass(5.5 * DAY);
  expect(await runUntilDone()).toEqual({ ...expected, reminded: 2, sent: 2 });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 5 });
  await pass(DAY);
  expect(await runUntilDone()).toEqual({ ...expected, lapsed: 2, sent: 2 });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, pledged: 0 });

  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  expect(await subjects(english.email)).toEqual([
    `Your adoption ${english.reference}`,
    `Reminder: your adoption ${english.reference} is not paid yet`,
    `Reminder: your adoption ${english.reference} is not paid yet`,
    `Your adoption ${english.reference} has ended`,
  ]);
  expect(await subjects(hindi.email)).toEqual([
    `आपकी अपनाई गई सीटें, संदर्भ ${hindi.reference}`,
    `याद दिलाने के लिए: भुगतान शेष है, संदर्भ ${hindi.reference}`,
    `याद दिलाने के लिए: भुगतान शेष है, संदर्भ ${hindi.reference}`,
    `भुगतान का समय समाप्त हुआ, संदर्भ ${hindi.reference}`,
  ]);
  const [confirmed, reminded] = await mailsTo(english.email);
  expect(confirmed!.attachments).toHaveLength(1);
  expect(reminded!.text).toMatch(/₹3,75,000.00 is due by .* IST\. After that/);
  expect(new Set((await mailsTo(english.email)).map((mail) => mail.idempotency_key)).size).toBe(4);
  expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
});

test('several runs at once, from two pools, do each thing once', async () => {
  await setTerms();
  const course = await makeCourse({ totalSeats: 100 });
  const ended = await Promise.all([1, 2, 3, 4, 5].map(() => pledge(course, 2, 'en')));
  const soon = await Promise.all([1, 2, 3, 4, 5].map(() => pledge(course, 3, 'en')));
  const held = await makeHold([{ course, seats: 4 }], await makeSponsorAccount());
  await endWindow(held.billingId);
  const idsOf = (pledges: { billingId: string }[]) => pledges.map(({ billingId }) => billingId);
  await sql()`update billings set due_at = now() where id = any(${idsOf(ended)})`;
  await sql()`update billings set due_at = now() + interval '20 hours' where id = any(${idsOf(soon)})`;
  const runs = await Promise.all([0, 1, 0, 1].map((n) => runJobs(pools[n as 0 | 1])));
  await runUntilDone();
  const sum = (key: 'released' | 'lapsed' | 'reminded') => runs.reduce((total, done) => total + done[key], 0);
  expect({ released: sum('released'), lapsed: sum('lapsed'), reminded: sum('reminded') }).toEqual({
    released: 1,
    lapsed: 5,
    reminded: 5,
  });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 15, pledged: 15, held: 0, holding: 0 });
  const mails = await Promise.all([...ended, ...soon].map(({ email }) => mailsTo(email)));
  expect(mails.map((list) => list.length)).toEqual(Array(10).fill(2));
  expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
});

describe('the purge', () => {
  const endedSessions = async () => {
    const { userId } = await makeSponsorAccount();
    await sql()`update sessions set expires_at = now() where user_id = ${userId}`;
  };
  const sessions = async () => {
    const [row] = await sql()`select count(*)::int as count from sessions where expires_at <= now()`;
    return row!.count as number;
  };
  /** The day after the last purge. */
  const nextDay = () => sql()`update rate_limits set expire = now() where key like 'data_purge:%'`;

  test('runs once a day, whoever runs the jobs', async () => {
    await nextDay();
    await endedSessions();
    await Promise.all(pools.map((pool) => runJobs(pool)));
    expect(await sessions()).toBe(0);
    await endedSessions();
    await runJobs();
    expect(await sessions()).toBe(1);
    await nextDay();
    await runJobs();
    expect(await sessions()).toBe(0);
  });

  test('that fails runs again next time', async () => {
    await nextDay();
    await endedSessions();
    await sql()`alter table sessions rename to sessions_away`;
    await expect(runJobs()).rejects.toThrow('sessions');
    await sql()`alter table sessions_away rename to sessions`;
    await runJobs();
    expect(await sessions()).toBe(0);
  });
});

test('a job that fails does not stop the others, and the run fails', async () => {
  const course = await makeCourse();
  const { email } = await pledge(course, 1, 'en');
  const held = await makeHold([{ course, seats: 1 }], await makeSponsorAccount());
  await endWindow(held.billingId);
  await sql()`alter table payment_refunds rename to payment_refunds_away`;
  await expect(runJobs()).rejects.toThrow('payment_refunds');
  await sql()`alter table payment_refunds_away rename to payment_refunds`;
  expect(await fullLedger(course.id)).toMatchObject({ held: 0 });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('the jobs of a process stop before the next message, and begin nothing afterwards', async () => {
  await runUntilDone();
  const course = await makeCourse();
  const [all, atOnce] = [12, 4];
  await Promise.all(Array.from({ length: all }, () => pledge(course, 1, 'en')));
  const claimed = async () => {
    const [row] =
      await sql()`select count(*)::int as count from outbound_messages where attempts > 0 and sent_at is null`;
    return row!.count as number;
  };
  // No sender gets past its first message before the stop: none can mark it as sent.
  await sql()`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`;
  await sql()`create trigger wait before update of sent_at on outbound_messages for each row execute function wait_for_test()`;
  await holder`select pg_advisory_lock(1)`;
  startJobs();
  while ((await claimed()) < atOnce);
  const stopped = stopJobs();
  await holder`select pg_advisory_unlock(1)`;
  await stopped;
  await sql()`drop trigger wait on outbound_messages`;
  expect(await waitingMessages()).toBe(all - atOnce);
  await runUntilDone();
  expect(await waitingMessages()).toBe(0);
});

test('O1 O2 two instances that repeat the jobs do each of them once in a minute, and send all that is due without a pause', async () => {
  await runUntilDone();
  await sql()`update job_runs set began_at = began_at - interval '1 hour'`;
  await sql()`create table begun (job text)`;
  await sql()`create function note_begun() returns trigger language plpgsql as
    $$ begin insert into begun values (new.job); return null; end $$`;
  await sql()`create trigger begun after insert or update of began_at on job_runs for each row execute function note_begun()`;
  onTestFinished(async () => void (await sql()`drop function note_begun cascade`));
  // More than both send in one run: reminders of an adoption that is paid, which are left out.
  const { billingId } = await pledge(await makeCourse(), 1, 'en');
  await sql()`delete from outbound_messages`;
  await sql()`update billings set state = 'completed', received_paise = total_paise where id = ${billingId}`;
  await sql()`insert into outbound_messages (billing_id, kind, dedupe_key) select ${billingId}, 'reminder', n from generate_series(1, 120) n`;
  const begun = async () => {
    const rows = await sql()<{ job: string; times: number }[]>`
      select job, count(*)::int as times from begun group by job`;
    return Object.fromEntries(rows.map(({ job, times }) => [job, times]));
  };
  const stopping = new AbortController();
  const instances = [repeatJobs(stopping.signal), repeatJobs(stopping.signal)];
  await vi.waitFor(
    async () => {
      expect(await waitingMessages()).toBe(0);
      expect(await begun()).toMatchObject({ secret: 2, purge: expect.any(Number) });
    },
    { timeout: 45_000, interval: 200 },
  );
  stopping.abort();
  await Promise.all(instances);
  const { send, secret, ...others } = await begun();
  expect([send, secret]).toEqual([2, 2]);
  expect(Object.keys(others).length).toBeGreaterThan(10);
  expect(Object.entries(others).filter(([, times]) => times !== 1)).toEqual([]);
});

test('npm run jobs -- --once runs the jobs outside of the server, documents included', async () => {
  const { email } = await pledge(await makeCourse(), 1, 'hi');
  const program = ['--import', 'tsx', '--import', './scripts/lib/typescript-workers.mjs', 'scripts/jobs.ts', '--once'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: process.env });
  expect(stdout).toContain('"sent":1');
  const [mail] = await mailsTo(email);
  expect(mail!.attachments).toHaveLength(1);
});
