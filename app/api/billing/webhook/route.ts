import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { receiveNotice } from '@/lib/contract/payment';
import { HttpError } from '@/lib/core/errors';
import { recordNotice } from '@/lib/payment/mutations';
import { paymentProvider } from '@/lib/payment/provider';

/**
 * POST /api/billing/webhook: what the provider says of a payment later. Its signature is the only proof asked for; it may
 * say the same thing any number of times. 403 for whatever is not a signed notice, 404 for a payment it does not have, and
 * 503 while no provider is set, so that it says it again.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(receiveNotice, async ({ request, readFile, respond }) => {
    const provider = paymentProvider();
    if (!provider) throw new HttpError(503, 'payment.failed');
    const notice = provider.readNotice(request.headers, await readFile());
    if (!notice) throw new HttpError(403, 'auth.forbidden');
    if (!(await recordNotice(provider, notice))) throw new HttpError(404, 'payment.unknown');
    return respond(200, { received: true });
  }),
});
