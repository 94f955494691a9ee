import { changeAccountEmail, decideAccountEmail } from '@/lib/accounts/lost-mailbox';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import type { Outcome } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';

/** Throws the refusal of a change; otherwise the addresses are told after the response. */
function finish<T>(outcome: Outcome<T>): Outcome<T> & { ok: true } {
  const done = orRefuse(outcome);
  sendAfterResponse();
  return done;
}

/**
 * PUT /api/admin/users/{userId}/email {email, reason}: proposes another e-mail address for the account of a sponsor.
 * POST {version, decision}: a second owner confirms it, or an owner withdraws it.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.changeAccountEmail, async ({ scope, params: { userId }, body, respond }) => {
    const { waits } = finish(await changeAccountEmail(scope, userId, body));
    return respond(200, { waits });
  }),
  POST: createHandler(endpoints.decideAccountEmail, async ({ scope, params: { userId }, body, respond }) => {
    finish(await decideAccountEmail(scope, userId, body));
    return respond(200, { success: true });
  }),
});
