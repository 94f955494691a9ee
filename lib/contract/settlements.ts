import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/admin/accounts/roles';
import { checkPaymentSchema, explainSchema } from '@/lib/admin/settlements/schema';
import { idSchema } from '@/lib/core/id-schema';
import { MAX_BODY_BYTES } from '@/lib/core/limits';
import { defineEndpoint } from './endpoint';

const ofAdministrators = {
  tag: 'Administration',
  access: 'administrator',
  roles: FINANCE_ROLES,
  method: 'POST',
} as const;
const done = z.object({ success: z.literal(true) });

export const explainDifference = defineEndpoint({
  ...ofAdministrators,
  id: 'explainDifference',
  path: '/admin/differences/{differenceId}',
  summary: 'Mark a difference from the settlement reports as explained',
  description:
    'It stays explained as long as its amounts stay the same, and is deleted when the reports agree with the payments. Nothing else changes.',
  params: z.object({ differenceId: idSchema('difference.not_found') }),
  body: { kind: 'json', schema: explainSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Explained', schema: done } },
  errors: {
    400: { codes: ['adoption.reason_required', 'adoption.text_too_long'] },
    404: { codes: ['difference.not_found'] },
    409: { codes: ['difference.gone'] },
  },
});

export const checkPaymentAgain = defineEndpoint({
  ...ofAdministrators,
  id: 'checkPaymentAgain',
  path: '/admin/payments/{paymentId}',
  summary: 'Ask the provider once more about a payment without a result',
  description: 'For a payment that the jobs do not ask about any more. The next run of the jobs asks.',
  params: z.object({ paymentId: idSchema('payment.not_found') }),
  body: { kind: 'json', schema: checkPaymentSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The next run asks', schema: done } },
  errors: { 404: { codes: ['payment.not_found'] }, 409: { codes: ['payment.answered'] } },
});
