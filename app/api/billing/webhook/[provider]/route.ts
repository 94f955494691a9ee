import { noticeDb } from '@/db/client';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/payment';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';
import { handleNotice } from '@/lib/money/notices';
import { providerNamed } from '@/lib/money/provider';

/**
 * POST /api/billing/webhook/{provider}: a notification of a payment provider, whatever PAYMENT_PROVIDER is, so that open
 * payments of a former provider are settled. Gateways switch off an address that refuses genuine notifications: only a
 * wrong signature is answered 403, and only a failure of this site 5xx, such as an adoption that somebody else locks.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.receiveNotice, async ({ request, params, readFile, respond }) => {
    const body = await readFile();
    const provider = providerNamed(params.provider);
    const reading = provider?.readNotice(request.headers, body);
    if (!provider || !reading || reading.outcome === 'forged') throw new HttpError('auth.forbidden');
    await handleNotice(provider, reading, { database: noticeDb() });
    sendAfterResponse();
    return respond(200, { received: true });
  }),
});
