import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { requireOwnPaper } from '@/lib/documents/papers/queries';
import { makeAuditorLink } from '@/lib/year-end/auditor-links';

/** POST /api/billing/{billingId}/year-end/{year}/auditor-links: a link with which an auditor reads the year of an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.makeAuditorLinkOfAdoption, async ({ scope, params: { billingId, year }, respond }) => {
    await requireOwnPaper(scope, billingId);
    const { url, expiresAt } = orRefuse(await makeAuditorLink(scope, year));
    return respond(201, { url, expires_at: expiresAt.toISOString() });
  }),
});
