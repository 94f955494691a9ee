import { describeInstitute } from '@/lib/admin/courses/mutations';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/**
 * PATCH /api/admin/institutes/{instituteId} {address, website, kind, contact, version}: returns the current details;
 * 409 with the current `institute` if `version` is outdated.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editInstitute, async ({ scope, params: { instituteId }, body, respond }) => {
    const { institute } = orRefuse(await describeInstitute(scope, instituteId, body), (refused) =>
      'institute' in refused ? { details: { institute: refused.institute } } : {},
    );
    return respond(200, institute);
  }),
});
