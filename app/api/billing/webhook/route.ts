import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { receiveNotice } from '@/lib/contract/payment';
import { HttpError } from '@/lib/core/errors';
import { sendAfterResponse } from '@/lib/notification/after';
import { recordNotice } from '@/lib/payment/mutations';
import { paymentProvider } from '@/lib/payment/provider';

/**
 * POST /api/billing/webhook: the payment provider's notification. It is authenticated by its signature alone and may be
 * delivered any number of times. 403 without a valid signature, 404 for an unknown payment, 503 while no provider is
 * configured, so that the provider retries.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(receiveNotice, async ({ request, readFile, respond }) => {
    const provider = paymentProvider();
    if (!provider) throw new HttpError(503, 'payment.failed');
    const notice = provider.readNotice(request.headers, await readFile());
    if (!notice) throw new HttpError(403, 'auth.forbidden');
    if (!(await recordNotice(provider, notice))) throw new HttpError(404, 'payment.unknown');
    sendAfterResponse();
    return respond(200, { received: true });
  }),
});
