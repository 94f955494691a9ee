import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/service';
import { requireScheduler } from '@/lib/jobs/scheduler';
import { collectMetrics, METRICS_TYPE } from '@/lib/metrics/collect';

/** GET /api/metrics: endpoints.metrics in the Prometheus text format, for a monitor that authenticates by CRON_SECRET. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(
    endpoints.metrics,
    async () =>
      new Response(await collectMetrics(), { headers: { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' } }),
    requireScheduler,
  ),
});
