import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { checkPaymentSchema, explainSchema } from '@/lib/money/payouts/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { successResponse, reasonCodes } from './schema';

export const explainDifference = admin.post('/admin/differences/{differenceId}', {
  id: 'explainDifference',
  summary: 'Mark a difference from the settlement reports as explained',
  roles: FINANCE_ROLES,
  params: z.object({ differenceId: idSchema('difference.not_found') }),
  json: explainSchema,
  ok: successResponse,
  errors: [...reasonCodes, 'difference.not_found', 'difference.gone'],
});

export const checkPaymentAgain = admin.post('/admin/payments/{paymentId}', {
  id: 'checkPaymentAgain',
  summary: 'Ask the provider once more about a payment without a result',
  roles: FINANCE_ROLES,
  params: z.object({ paymentId: idSchema('payment.not_found') }),
  json: checkPaymentSchema,
  ok: successResponse,
  errors: ['payment.not_found', 'payment.answered'],
});
