import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { db, type Database } from '@/db/client';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { queueRenewalReminders } from '@/lib/adoption/renewal-statements';
import { lapsePledges, queueReminders } from '@/lib/adoption/term-statements';
import { allotSeats } from '@/lib/adoption/waiting/allot';
import { compareSecrets } from '@/lib/platform/app-secret';
import { isConflict } from '@/db/conflict';
import { describeError, log } from '@/lib/platform/log';
import { withLogIds, withRunId } from '@/lib/platform/request-id';
import { limiter } from '@/lib/platform/rate-limit';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { sendRefunds } from '@/lib/money/refunds';
import { checkPayments } from '@/lib/money/settle';
import { readSettlements } from '@/lib/money/settlements';
import { queueReportReminders } from '@/lib/register/report-reminders';
import { queueReportMails } from '@/lib/register/report-mails';
import { queueStudentMails } from '@/lib/register/student-mails';
import { readSettings } from '@/lib/settings/queries';
import { purgeData } from './purge';
import type { JobsDone } from './schema';
import { onStopJobs } from './stop';

const INTERVAL_MS = 60_000;
/** Lets one of several instances run the purge, once a day by the clock of the database. */
const daily = limiter('data_purge', { points: 1, seconds: 24 * 60 * 60 });
/** The same for e-mails about reports, once an hour. */
const everyHour = limiter('report_mails', { points: 1, seconds: 60 * 60 });

/**
 * Runs everything that happens by time: ends holds and terms, offers free seats to those who wait, queues reminders, asks about open payments, sends
 * refunds and messages, reads settlement reports, rolls up the statistics, and once a day the purge. Jobs that ask others
 * have a limited time; the next run continues. A job that fails is logged, and the others run nevertheless. Safe to run
 * any number of times at once.
 * @param database the pool to use instead of the shared one, except for the purge
 * @param signal once aborted, nothing further is begun
 * @throws the error of the first job that failed, after all have run
 */
export function runJobs(database: Database = db(), signal?: AbortSignal): Promise<JobsDone> {
  return withRunId(() => runAll(database, signal));
}

async function runAll(database: Database, signal?: AbortSignal): Promise<JobsDone> {
  const errors: unknown[] = [];
  const attempt = async (job: string, work: () => Promise<number>): Promise<number> => {
    if (signal?.aborted) return 0;
    try {
      return await withLogIds({ job }, work);
    } catch (error) {
      // Another instance does the same at this moment.
      if (isConflict(error)) return 0;
      log.error('job_failed', { job, ...describeError(error) });
      errors.push(error);
      return 0;
    }
  };
  const released = await attempt('release', () => releaseExpiredHolds(undefined, database));
  const lapsed = await attempt('lapse', () => untilDone(() => lapsePledges(database)));
  const offered = await attempt('offer', () => allotSeats(database));
  const reminded = await attempt('remind', async () => {
    const { reminderDays } = await readSettings('terms');
    return untilDone(() => queueReminders(reminderDays, database));
  });
  const renewals = await attempt('remind_renewals', () => untilDone(() => queueRenewalReminders(database)));
  const reports = await attempt('remind_reports', () => untilDone(() => queueReportReminders(database)));
  const changes = await attempt('tell_students', () => queueStudentMails(database));
  const reported = await attempt('tell_reports', () =>
    unlessRecent(everyHour, () => untilDone(() => queueReportMails(database))),
  );
  const checked = await attempt('payments', () => checkPayments({ database }, signal));
  const refunded = await attempt('refunds', () => sendRefunds({ database }, signal));
  const sent = await attempt('send', () => sendDueMessages(undefined, database, undefined, signal));
  const settlements = await attempt('settlements', () => readSettlements({ database }, signal));
  await attempt('secret', async () => (await compareSecrets(), 0));
  await attempt('roll_up', async () => (await rollUpAdoptions(database), 0));
  await attempt('purge', () => unlessRecent(daily, async () => (await purgeData(), 0)));
  const done = {
    released,
    offered,
    lapsed,
    reminded: reminded + renewals + reports + changes + reported,
    checked,
    refunded,
    sent,
    settlements,
  };
  if (Object.values(done).some((count) => count > 0)) log.info('jobs', done);
  if (errors.length > 0) throw errors[0];
  return done;
}

/**
 * Runs the jobs every minute until `signal` is aborted, and sends while messages are due: a server of one's own has no
 * limit of time. Failures are only logged.
 */
export async function repeatJobs(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + INTERVAL_MS;
    let sent = (await runJobs(undefined, signal).catch(() => null))?.sent ?? 0;
    while (sent > 0 && performance.now() < next && !signal.aborted)
      sent = await sendDueMessages(undefined, undefined, undefined, signal).catch((error: unknown) => {
        log.error('job_failed', { job: 'send', ...describeError(error) });
        return 0;
      });
    const rest = Math.max(0, next - performance.now());
    await pause(rest, undefined, { signal }).catch(() => undefined);
  }
}

/** Runs the jobs in this process until stopJobs (./stop) is called. */
export function startJobs(): void {
  const stopping = new AbortController();
  const done = repeatJobs(stopping.signal);
  onStopJobs(() => {
    stopping.abort();
    return done;
  });
}

/** Repeats a statement that handles a limited number of rows until there are none left. @returns their sum */
async function untilDone(statement: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let done = await statement(); done > 0; done = await statement()) sum += done;
  return sum;
}

/** Runs a job unless it ran within the time of the limiter. @returns what the job returns, 0 if it did not run */
async function unlessRecent(limit: typeof daily, job: () => Promise<number>): Promise<number> {
  if (!(await limit.consume('all')).ok) return 0;
  try {
    return await job();
  } catch (error) {
    await limit.refund('all');
    throw error;
  }
}
