import { createHandler, routeHandlers } from '@/lib/api/handler';
import { describeApi, type Document } from '@/lib/api/openapi';
import * as endpoints from '@/lib/api/service';

let described: Document | undefined;

/** GET /api/openapi.json: the API description, generated once from the schemas that validate requests. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.describeApi, async ({ respond }) => respond(200, { ...(described ??= describeApi()) })),
});
