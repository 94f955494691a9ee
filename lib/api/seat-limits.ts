import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { seatLimitResponse, seatLimitSchema } from '@/lib/admin/alerts/schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

export const setSeatLimit = admin.put('/admin/seat-limits', {
  id: 'setSeatLimit',
  summary: 'Set the limit of unpaid seats of one sponsor',
  roles: FINANCE_ROLES,
  json: seatLimitSchema,
  ok: seatLimitResponse,
  errors: ['limit.sponsor_invalid', 'limit.seats_invalid', ...reasonCodes],
});
