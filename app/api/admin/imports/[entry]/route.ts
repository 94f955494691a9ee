import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { inImportPlace } from '@/lib/catalogue-import/place';
import { checkUndo, undoImport } from '@/lib/catalogue-import/undo';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/**
 * POST /api/admin/imports/{entry} {apply}: what the undo of an import would do, by the id of its entry in the audit log; with `apply`, the
 * digest of that response and a reason, performs exactly that.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.undoImport, ({ scope, params: { entry }, body: { apply }, respond }) =>
    inImportPlace(async () => {
      if (apply === null)
        return respond(200, { dryRun: orRefuse(await checkUndo(scope, Number(entry))).dryRun, undone: null });
      const {
        removed,
        changed,
        entry: undone,
      } = orRefuse(await undoImport(scope, Number(entry), apply), (refused) =>
        'dryRun' in refused ? { details: { dryRun: refused.dryRun } } : {},
      );
      offerAfterResponse();
      return respond(200, { dryRun: null, undone: { removed, changed, entry: undone } });
    }),
  ),
});
