import { changeMany, checkMany } from '@/lib/admin/courses/many';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { inImportPlace } from '@/lib/catalogue-import/place';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/**
 * POST /api/admin/catalogue/changes {chosen, change, apply}: the dry run of closing, opening or other prices; with `apply`, its digest and
 * a reason, performs exactly that.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changeCourses, ({ scope, body: { chosen, change, apply }, respond }) =>
    inImportPlace(async () => {
      const given = { choice: chosen, change };
      if (apply === null)
        return respond(200, { dryRun: orRefuse(await checkMany(scope, given)).dryRun, imported: null });
      const { added, changed, institutes, entry } = orRefuse(await changeMany(scope, given, apply), (refused) =>
        'dryRun' in refused ? { details: { dryRun: refused.dryRun } } : {},
      );
      offerAfterResponse();
      return respond(200, { dryRun: null, imported: { success: true, added, changed, institutes, entry } });
    }),
  ),
});
