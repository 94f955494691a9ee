import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { revokeAuditorLink } from '@/lib/year-end/auditor-links';

/** DELETE /api/user/auditor-links/{linkId}: ends a link of an auditor. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.revokeAuditorLink, async ({ scope, params: { linkId }, respond }) => {
    orRefuse(await revokeAuditorLink(scope, linkId));
    return respond(200, { success: true });
  }),
});
