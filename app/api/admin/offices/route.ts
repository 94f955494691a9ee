import { inviteOffices } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/offices {lines, role, locale, check}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteOffices, async ({ scope, body, respond }) => {
    const outcome = await inviteOffices(scope, body, (await areaOf(scope))?.institute);
    if (!outcome.ok) throw new HttpError('invitation.lines', { details: { problems: outcome.problems } });
    const { invited, unsent } = outcome;
    if (invited === 0) throw new HttpError('invitation.no_lines', { details: { problems: [] } });
    return respond(200, { invited, unsent, is_check: body.check });
  }),
});
