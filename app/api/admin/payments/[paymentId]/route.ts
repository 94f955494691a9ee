import { checkPaymentAgain } from '@/lib/money/payouts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/settlements';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'payment.not_found': 404, 'payment.answered': 409 } as const;

/** POST /api/admin/payments/{paymentId} {action: 'check'}: the next run of the jobs asks the provider about it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.checkPaymentAgain, async ({ scope, params: { paymentId }, respond }) => {
    const result = await checkPaymentAgain(scope, paymentId);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    return respond(200, { success: true });
  }),
});
