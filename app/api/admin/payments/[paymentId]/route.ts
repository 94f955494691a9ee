import { checkPaymentAgain } from '@/lib/money/payouts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payouts';

/** POST /api/admin/payments/{paymentId} {action: 'check'}: the next run of the jobs asks the provider about it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.checkPaymentAgain, async ({ scope, params: { paymentId }, respond }) => {
    orRefuse(await checkPaymentAgain(scope, paymentId));
    return respond(200, { success: true });
  }),
});
