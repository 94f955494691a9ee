import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/service';
import { requireScheduler } from '@/lib/operation/jobs/scheduler';
import { collectMetrics, METRICS_TYPE } from '@/lib/operation/metrics/collect';

/** GET /api/metrics: endpoints.metrics in the Prometheus text format, for a monitor that authenticates by CRON_SECRET. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(
    endpoints.metrics,
    async () =>
      new Response(await collectMetrics(), { headers: { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' } }),
    requireScheduler,
  ),
});
