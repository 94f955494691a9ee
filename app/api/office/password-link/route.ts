import { sendOfficeLink } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';

/** POST /api/office/password-link {email}: the same answer whether there is such an account or not. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.sendOfficeLink, async ({ request, body: { email }, locale, respond }) => {
    orRefuse(await sendOfficeLink(email, clientAddress(request), locale));
    return respond(200, { success: true });
  }),
});
