import { sql } from '@/db/client';
import { door, serve } from '@/lib/contract/door';
import { health } from '@/lib/contract/service';
import { withDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';

export const dynamic = 'force-dynamic';

const DEADLINE_MS = 1500;

/** GET /api/health: whether this instance can serve: 200 when the database answers within 1.5 s, otherwise 503. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: door(health, async ({ answer }) => {
    try {
      await withDeadline(sql()`select 1`, DEADLINE_MS);
    } catch {
      throw new HttpError(503, 'request.unavailable', { details: { status: 'unavailable' } });
    }
    return answer(200, { status: 'ok' });
  }),
});
