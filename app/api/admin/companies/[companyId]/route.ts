import { changeCompany } from '@/lib/admin/companies/change';
import * as endpoints from '@/lib/api/companies';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/companies/{companyId} {action: 'join' | 'part' | 'correct', …, apply}: without `apply` a check. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changeCompany, async ({ scope, params, body, respond }) => {
    const { dryRun, isDone } = orRefuse(await changeCompany(scope, params.companyId, body), (refused) =>
      'dryRun' in refused ? { details: { dryRun: refused.dryRun } } : {},
    );
    return respond(200, { dryRun, isDone });
  }),
});
