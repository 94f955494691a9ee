import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { metrics } from '@/lib/contract/service';
import { requireScheduler } from '@/lib/jobs/scheduler';
import { collectMetrics, METRICS_TYPE } from '@/lib/metrics/collect';

/** GET /api/metrics: metrics in the Prometheus text format, for a monitor that authenticates by CRON_SECRET. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(
    metrics,
    async () =>
      new Response(await collectMetrics(), { headers: { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' } }),
    requireScheduler,
  ),
});
