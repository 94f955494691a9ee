import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { reservationActionSchema, waitingActionSchema } from '@/lib/admin/reservations/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { reasonCodes, successResponse } from './schema';

export const changeReservation = admin.patch('/admin/reservations/{reservationId}', {
  id: 'changeReservation',
  summary: 'Confirm an agreement as the second administrator, end a reservation early, or set another end',
  roles: FINANCE_ROLES,
  params: z.object({ reservationId: idSchema('reservation.not_found') }),
  json: reservationActionSchema,
  ok: z.object({ version: z.int() }),
  errors: [
    'reservation.until_invalid',
    'reservation.until_past',
    ...reasonCodes,
    'reservation.not_found',
    'reservation.changed',
    'reservation.ended',
    'reservation.until_unchanged',
    'reservation.confirmed',
    'reservation.of_entry',
    'adoption.second_admin',
  ],
});

export const endWaitingRequest = admin.post('/admin/waiting/{requestId}', {
  id: 'endWaitingRequest',
  summary: 'Withdraw a request to be told when seats are free; its person is told',
  roles: FINANCE_ROLES,
  params: z.object({ requestId: idSchema('waiting.not_found') }),
  json: waitingActionSchema,
  ok: successResponse,
  errors: [...reasonCodes, 'waiting.not_found', 'waiting.ended'],
});
