import { sql } from '@/db/client';
import { withDeadline } from '@/lib/core/deadline';
import { json } from '@/lib/core/http';

export const dynamic = 'force-dynamic';

const DEADLINE_MS = 1500;

/** Whether this instance can serve: 200 `{status:'ok'}` when the database answers within 1.5 s, otherwise 503 `{status:'unavailable'}`. */
export async function GET(): Promise<Response> {
  try {
    await withDeadline(sql()`select 1`, DEADLINE_MS);
    return json({ status: 'ok' });
  } catch {
    return json({ status: 'unavailable' }, { status: 503 });
  }
}
