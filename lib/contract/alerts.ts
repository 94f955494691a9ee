import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/admin/accounts/roles';
import { lookSchema, seatLimitResponse, seatLimitSchema } from '@/lib/admin/alerts/schema';
import { idSchema } from '@/lib/core/id-schema';
import { MAX_BODY_BYTES } from '@/lib/core/limits';
import { defineEndpoint } from './endpoint';

const ofAdministrators = { tag: 'Administration', access: 'administrator', roles: FINANCE_ROLES } as const;
const reasonCodes = ['adoption.reason_required', 'adoption.text_too_long'] as const;

export const lookAtAlert = defineEndpoint({
  ...ofAdministrators,
  id: 'lookAtAlert',
  method: 'POST',
  path: '/admin/alerts/{alertId}',
  summary: 'Mark an alert as looked at',
  description:
    'Alerts are about unusual pledges and about codes running out. The same thing raises no alert again within a day.',
  params: z.object({ alertId: idSchema('alert.not_found') }),
  body: { kind: 'json', schema: lookSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Marked', schema: z.object({ success: z.literal(true) }) } },
  errors: {
    400: { codes: reasonCodes },
    404: { codes: ['alert.not_found'] },
    409: { codes: ['alert.gone'] },
  },
});

export const setSeatLimit = defineEndpoint({
  ...ofAdministrators,
  id: 'setSeatLimit',
  method: 'PUT',
  path: '/admin/seat-limits',
  summary: 'Set the limit of unpaid seats of one sponsor',
  description:
    "For an e-mail address, a phone number, or the domain of a company, which have limits of their own. Also raises what the sponsor's network may adopt.",
  body: { kind: 'json', schema: seatLimitSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The limit, and the unpaid seats that it counts', schema: seatLimitResponse } },
  errors: { 400: { codes: ['limit.sponsor_invalid', 'limit.seats_invalid', ...reasonCodes] } },
});
