import { door, serve } from '@/lib/contract/door';
import { describeApi, type Document } from '@/lib/contract/openapi';
import * as calls from '@/lib/contract/service';

let described: Document | undefined;

/** GET /api/openapi.json: the description of every call, made once of the schemas that the doors check by. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: door(calls.describeApi, async ({ answer }) => answer(200, { ...(described ??= describeApi()) })),
});
