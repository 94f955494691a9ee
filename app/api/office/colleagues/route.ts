import { inviteClerk } from '@/lib/accounts/offices/mutations';
import * as endpoints from '@/lib/api/offices';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'request.too_many': 429, 'invitation.not_sent': 503 } as Partial<Record<string, 429 | 503>>;

/** POST /api/office/colleagues {email, institute_ids}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.inviteClerk, async ({ scope, body, locale, respond }) => {
    const outcome = await inviteClerk(scope, body, locale);
    if (outcome.ok) return respond(200, { success: true });
    const { code, params, retryAfterSeconds } = outcome;
    throw new HttpError(STATUS[code] ?? 400, code, { params, retryAfterSeconds });
  }),
});
