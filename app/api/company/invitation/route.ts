import { openInvitation } from '@/lib/company/invitations';
import * as endpoints from '@/lib/contract/company';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { HttpError } from '@/lib/core/errors';

/** POST /api/company/invitation {token}: what the page behind the link of an invitation shows. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.openInvitation, async ({ body: { token }, respond }) => {
    const invitation = await openInvitation(token);
    if (!invitation) throw new HttpError(400, 'company.link_invalid');
    return respond(200, invitation);
  }),
});
