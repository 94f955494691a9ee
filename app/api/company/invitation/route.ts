import { openInvitation } from '@/lib/company/people/invitations';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/company/invitation {token}: what the page behind the link of an invitation shows. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.openInvitation, async ({ body: { token }, respond }) => {
    const invitation = await openInvitation(token);
    if (!invitation) throw new HttpError('company.link_invalid');
    return respond(200, invitation);
  }),
});
