import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { isoDate } from '@/lib/platform/dates';
import { HttpError } from '@/lib/platform/errors';
import { progressFileName } from '@/lib/published/progress';
import { progressCsv } from '@/lib/register/progress-csv';
import { readProgress } from '@/lib/register/progress-queries';

const read = createHandler(endpoints.readProgress, async ({ scope, params: { billingId }, locale }) => {
  const progress = await readProgress(scope, billingId);
  if (!progress) throw new HttpError('own_adoption.not_found');
  return new Response(progressCsv(progress.lines, locale), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${progressFileName(isoDate(new Date()))}"`,
      'Cache-Control': 'no-store',
    },
  });
});

/** GET /api/billing/{billingId}/progress: the published numbers of students of an own adoption, as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: read });
