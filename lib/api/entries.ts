import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { entryActionSchema, entrySchema } from '@/lib/entries/schema';
import { missingSeats } from '@/lib/admin/reservations/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { reasonCodes, sponsorCodes } from './schema';

const entryCodes = [
  'entry.paper_required',
  'reservation.seats_range',
  'reservation.line_twice',
  'seats.none_selected',
  'selection.too_many',
  'course.unknown',
  ...sponsorCodes,
  ...reasonCodes,
] as const;

export const enterAdoption = admin.post('/admin/entries', {
  id: 'enterAdoption',
  summary: 'Enter an adoption that came on paper or by telephone; a second administrator confirms it',
  roles: FINANCE_ROLES,
  json: entrySchema,
  ok: z.object({ id: idSchema() }),
  errors: [
    ...entryCodes,
    { codes: ['reservation.seats_missing', 'entry.paper_twice'], details: missingSeats.partial() },
  ],
});

export const changeEntry = admin.patch('/admin/entries/{entryId}', {
  id: 'changeEntry',
  summary: 'Confirm, refuse or correct an entered adoption',
  roles: FINANCE_ROLES,
  params: z.object({ entryId: idSchema('entry.not_found') }),
  json: entryActionSchema,
  ok: z.object({ reference: z.string().optional().describe('Of the adoption, if it is confirmed') }),
  errors: [
    ...entryCodes,
    'entry.not_found',
    {
      codes: [
        'entry.changed',
        'entry.decided',
        'entry.paper_twice',
        'adoption.second_admin',
        'entry.price_changed',
        'entry.not_offered',
        'entry.limit',
        'entry.seats_missing',
        'reservation.seats_missing',
      ],
      details: missingSeats.partial(),
    },
  ],
});
