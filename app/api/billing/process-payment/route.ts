import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payment';
import { sendAfterResponse } from '@/lib/notifications/after';
import { payForAdoption } from '@/lib/money/mutations';
import { toPaid, toPending } from '@/lib/money/responses';

/**
 * POST /api/billing/process-payment: pays for the held adoption of the session's sponsor. Repeating a request is safe,
 * with or without an Idempotency-Key. 202 if the provider confirms later.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.processPayment, async ({ scope, body, headers, locale, respond }) => {
    const outcome = await payForAdoption(scope, body, { key: headers['idempotency-key'] ?? null });
    if (!outcome.ok && outcome.code === 'payment.pending') return respond(202, toPending(outcome, locale));
    const paid = orRefuse(outcome);
    sendAfterResponse();
    return respond(200, toPaid(paid, locale));
  }),
});
