import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/service';
import { runJobs } from '@/lib/operation/jobs/run';
import { requireScheduler } from '@/lib/operation/jobs/scheduler';

/**
 * GET and POST /api/jobs/run: runs the jobs once, for the scheduler of a hosted platform, which authenticates by
 * CRON_SECRET. Several at once do no harm.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.runJobsByGet, async ({ respond }) => respond(200, await runJobs()), requireScheduler),
  POST: createHandler(endpoints.runJobsByPost, async ({ respond }) => respond(200, await runJobs()), requireScheduler),
});
