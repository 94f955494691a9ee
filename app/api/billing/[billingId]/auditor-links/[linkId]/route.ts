import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { revokeAuditorLink } from '@/lib/year-end/auditor-links';

/** DELETE /api/billing/{billingId}/auditor-links/{linkId}: ends a link of an auditor to an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(
    endpoints.revokeAuditorLinkOfAdoption,
    async ({ scope, params: { billingId, linkId }, respond }) => {
      await requireOwnPaper(scope, billingId);
      orRefuse(await revokeAuditorLink(scope, linkId));
      return respond(200, { success: true });
    },
  ),
});
