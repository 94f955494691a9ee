import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/year-end';
import { makeAuditorLink } from '@/lib/year-end/auditor-links';

/** POST /api/user/year-end/{year}/auditor-links: a link with which an auditor reads the year. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.makeAuditorLink, async ({ scope, params: { year }, respond }) => {
    const { url, expiresAt } = orRefuse(await makeAuditorLink(scope, year));
    return respond(201, { url, expires_at: expiresAt.toISOString() });
  }),
});
