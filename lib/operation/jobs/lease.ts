import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, isNull, lte, and, or, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { jobRuns } from '@/db/schema';
import { describeError } from '@/lib/platform/log';

/** Seconds after which a job belongs to nobody if its process was killed, and after which a working one renews that. */
export const LEASE_SECONDS = 60;
const RENEWAL_SECONDS = 20;

/** The code of an error that has none, such as one of our own. */
const UNKNOWN_CODE = 'error';

const leaseEnd = sql`now() + ${sql.raw(`interval '${LEASE_SECONDS} seconds'`)}`;

/** What a job did, or `idle`: it was not its turn, so that it neither succeeded nor failed. */
export type Outcome = { count: number; isIdle?: true };

/**
 * Does a job as the only process, and records success, duration and error code in `job_runs`, all by the clock of the database.
 * @param spacing seconds: does nothing while another process has the job, or began it less than that ago. Without it the job is
 *   done in any case, as somebody asked for
 * @returns null if another process has it
 * @throws what the work throws, after recording it
 */
export async function doAlone(
  job: string,
  database: Database,
  spacing: number | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome | null> {
  const holder = randomUUID();
  if (!(await begin(job, holder, database, spacing))) return null;
  const isOwn = and(eq(jobRuns.job, job), eq(jobRuns.heldBy, holder));
  const renew = () => database.update(jobRuns).set({ heldUntil: leaseEnd }).where(isOwn);
  // A renewal that fails costs the lease at most: another process may then do the same, which is safe.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWAL_SECONDS * 1000);
  const end = (result: object) =>
    database
      .update(jobRuns)
      .set({
        ...result,
        heldBy: sql`nullif(${jobRuns.heldBy}, ${holder}::uuid)`,
        heldUntil: sql`case when ${jobRuns.heldBy} <> ${holder}::uuid then ${jobRuns.heldUntil} end`,
      })
      .where(eq(jobRuns.job, job));
  const started = performance.now();
  try {
    const outcome = await work();
    const milliseconds = Math.round(performance.now() - started);
    await end(outcome.isIdle ? {} : { succeededAt: sql`now()`, milliseconds, failingSince: null, errorCode: null });
    return outcome;
  } catch (error) {
    const failingSince = sql`coalesce(${jobRuns.failingSince}, now())`;
    // The error of the job counts, also where the database does not answer.
    await end({ failingSince, errorCode: describeError(error).code ?? UNKNOWN_CODE }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @returns whether the job belongs to `holder` from now on */
async function begin(job: string, holder: string, database: Database, spacing: number | undefined): Promise<boolean> {
  const begun = { heldBy: holder, heldUntil: leaseEnd, beganAt: sql`now()` };
  const isFree = or(isNull(jobRuns.heldUntil), lte(jobRuns.heldUntil, sql`now()`));
  const isDue = lte(jobRuns.beganAt, sql`now() - ${spacing ?? 0} * interval '1 second'`);
  const taken = await database
    .insert(jobRuns)
    .values({ job, ...begun })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: begun,
      setWhere: spacing === undefined ? undefined : and(isFree, isDue),
    })
    .returning({ job: jobRuns.job });
  return taken.length > 0;
}
