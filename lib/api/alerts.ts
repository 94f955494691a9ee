import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { lookSchema } from '@/lib/admin/alerts/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { successResponse, reasonCodes } from './schema';

export const acknowledgeAlert = admin.post('/admin/alerts/{alertId}', {
  id: 'acknowledgeAlert',
  summary: 'Mark an alert as looked at',
  roles: FINANCE_ROLES,
  params: z.object({ alertId: idSchema('alert.not_found') }),
  json: lookSchema,
  ok: successResponse,
  errors: [...reasonCodes, 'alert.not_found', 'alert.gone'],
});
