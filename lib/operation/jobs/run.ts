import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { db, type Database } from '@/db/client';
import { tellAdministrators } from '@/lib/admin/attention/notices';
import { queueExports } from '@/lib/admin/exports/send';
import { runMailings } from '@/lib/admin/mailings/mutations';
import { assignCompanies } from '@/lib/admin/companies/assign';
import { refreshReport } from '@/lib/admin/report/mutations';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { queueRenewalReminders } from '@/lib/adoption/renewals/renewal-statements';
import { lapsePledges, queueReminders } from '@/lib/adoption/pledge/term-statements';
import { lapseMoves } from '@/lib/admin/moves/mutations';
import { allotSeats } from '@/lib/waiting/allot';
import { compareSecrets } from '@/lib/platform/app-secret';
import { isConflict } from '@/db/conflict';
import { jobTime } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { withLogIds, withRunId } from '@/lib/platform/request-id';
import { limiter } from '@/lib/platform/rate-limit';
import { reissueDuePapers } from '@/lib/documents/papers/mutations';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { sendRefunds } from '@/lib/money/refunds';
import { checkPayments } from '@/lib/money/settle';
import { readSettlements } from '@/lib/money/settlements';
import { queueReportReminders } from '@/lib/register/report-reminders';
import { tellNews } from '@/lib/register/news';
import { readSettings } from '@/lib/settings/queries';
import { queueUseReminders, queueYearEndReminders } from '@/lib/year-end/reminders';
import { doAlone, type Outcome } from './lease';
import { purgeData } from './purge';
import type { JobsDone } from './schema';
import { onStopJobs } from './stop';

const INTERVAL_MS = 60_000;
/** Seconds between the beginnings of a job, however many instances repeat the jobs; less than INTERVAL_MS, as timers are not exact. */
const SPACING_SECONDS = 50;
/** Jobs of every instance: each message is claimed by one sender, and each instance compares its own secret. */
const OF_EACH_INSTANCE = ['send', 'secret'];
/** Lets one of several instances run the purge, once a day by the clock of the database. */
const daily = limiter('data_purge', { points: 1, seconds: 24 * 60 * 60 });

/**
 * Runs everything that happens by time: ends holds and terms, offers free seats to those who wait, queues reminders and
 * messages to many, issues papers again for a changed company, asks about open payments, sends refunds and messages, reads settlement
 * reports, rolls up the statistics, brings the report up to date, and once a day the purge. Jobs that ask others
 * have a limited time; the next run continues. A job that fails is logged and recorded, and the others run nevertheless. Safe to
 * run any number of times at once.
 * @param database the pool to use instead of the shared one, except for the purge
 * @param signal once aborted, nothing further is begun
 * @param spacing as for doAlone, except for jobs of every instance
 * @throws the error of the first job that failed, after all have run
 */
export function runJobs(database: Database = db(), signal?: AbortSignal, spacing?: number): Promise<JobsDone> {
  return withRunId(() => runAll(database, signal, spacing));
}

async function runAll(database: Database, signal?: AbortSignal, spacing?: number): Promise<JobsDone> {
  const errors: unknown[] = [];
  const attempt = async (job: string, work: () => Promise<number | null>): Promise<number> => {
    if (signal?.aborted) return 0;
    try {
      const done = await doAlone(job, database, OF_EACH_INSTANCE.includes(job) ? undefined : spacing, () =>
        withLogIds({ job }, () => outcomeOf(work)),
      );
      return done?.count ?? 0;
    } catch (error) {
      log.error('job_failed', { job, ...describeError(error) });
      errors.push(error);
      return 0;
    }
  };
  // What may wait for the next run has the time that the others leave.
  const isEarly = jobTime(signal);
  const released = await attempt('release', () => releaseExpiredHolds(undefined, database));
  const lapsed = await attempt('lapse', () => untilDone(() => lapsePledges(database)));
  const moves = await attempt('end_moves', () => untilDone(() => lapseMoves(database)));
  const offered = await attempt('offer', () => allotSeats(database));
  const reminded = await attempt('remind', async () => {
    const { reminderDays } = await readSettings('terms');
    return untilDone(() => queueReminders(reminderDays, database));
  });
  const renewals = await attempt('remind_renewals', () => untilDone(() => queueRenewalReminders(database)));
  const reports = await attempt('remind_reports', () => untilDone(() => queueReportReminders(database)));
  const uses = await attempt('remind_use', () => untilDone(() => queueUseReminders(database)));
  const yearEnds = await attempt('remind_year_end', () => queueYearEndReminders(database));
  const news = await attempt('tell_news', () => tellNews(database, jobTime(signal)));
  const told = await attempt('tell_administrators', () => tellAdministrators(database));
  const tables = await attempt('queue_tables', () => queueExports(database, jobTime(signal)));
  const letters = await attempt('write_to_many', () => runMailings(database, jobTime(signal)));
  await attempt('reissue_papers', () => reissueDuePapers(database, jobTime(signal)));
  const checked = await attempt('payments', () => checkPayments({ database }, signal));
  const refunded = await attempt('refunds', () => sendRefunds({ database }, signal));
  const sent = await attempt('send', () => sendDueMessages(undefined, database, undefined, signal));
  const settlements = await attempt('settlements', () => readSettlements({ database }, signal));
  await attempt('secret', async () => (await compareSecrets(), 0));
  await attempt('roll_up', async () => (await rollUpAdoptions(database), 0));
  await attempt('companies', () => assignCompanies(database, isEarly));
  await attempt('report', () => refreshReport(database, isEarly));
  await attempt('purge', () => unlessRecent(daily, async () => (await purgeData(), 0)));
  const done = {
    released,
    offered,
    lapsed: lapsed + moves,
    reminded: reminded + renewals + reports + uses + yearEnds + news + told + tables + letters,
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
 * Runs the jobs every minute until `signal` is aborted, each on one of several instances, and sends while messages are due: a server of one's own has no
 * limit of time. Failures are only logged.
 */
export async function repeatJobs(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + INTERVAL_MS;
    let sent = (await runJobs(undefined, signal, SPACING_SECONDS).catch(() => null))?.sent ?? 0;
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

/** Does the work of a job. A conflict is no failure: another instance does the same at this moment. */
async function outcomeOf(work: () => Promise<number | null>): Promise<Outcome> {
  try {
    const count = await work();
    return count === null ? { count: 0, isIdle: true } : { count };
  } catch (error) {
    if (isConflict(error)) return { count: 0, isIdle: true };
    throw error;
  }
}

/** Runs a job unless it ran within the time of the limiter. @returns what the job returns, null if it did not run */
async function unlessRecent(limit: typeof daily, job: () => Promise<number>): Promise<number | null> {
  if (!(await limit.consume('all')).ok) return null;
  try {
    return await job();
  } catch (error) {
    await limit.refund('all');
    throw error;
  }
}
