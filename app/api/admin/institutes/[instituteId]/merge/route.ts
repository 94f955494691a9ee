import { mergeInstitutes } from '@/lib/admin/institutes/merge';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/institutes';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/institutes/{instituteId}/merge {into, duplicates, apply}: makes an institute a part of another one. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.mergeInstitutes, async ({ scope, params, body, respond }) => {
    const merged = orRefuse(await mergeInstitutes(scope, params.instituteId, body), (refused) =>
      'dryRun' in refused ? { details: { dryRun: refused.dryRun } } : {},
    );
    return respond(200, { dryRun: merged.dryRun, isDone: merged.isDone });
  }),
});
