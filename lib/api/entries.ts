import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { SCAN_TYPES } from '@/db/schema/enums';
import { entryActionSchema, seatsForCompanySchema } from '@/lib/entries/schema';
import { missingSeats } from '@/lib/admin/reservations/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { MAX_SCAN_BYTES } from '@/lib/platform/limits';
import { nameCodes, reasonCodes, sponsorCodes } from './schema';

const entryCodes = [
  'entry.paper_required',
  'reservation.seats_range',
  'reservation.line_twice',
  'seats.none_selected',
  'selection.too_many',
  'course.unknown',
  'company.unknown',
  'entry.scan_gone',
  'paper.cin_invalid',
  'paper.pan_invalid',
  'paper.gstin_invalid',
  ...sponsorCodes,
  ...reasonCodes,
] as const;

export const enterSeats = admin.post('/admin/entries', {
  id: 'enterSeats',
  summary: 'Enter seats for a company, to be adopted or kept until a day; a second administrator confirms it',
  roles: FINANCE_ROLES,
  json: seatsForCompanySchema,
  ok: z.object({ id: idSchema() }),
  errors: [
    ...entryCodes,
    ...nameCodes,
    'reservation.company_required',
    'reservation.holder_invalid',
    'reservation.domain_public',
    'reservation.email_invalid',
    'reservation.until_invalid',
    'reservation.until_past',
    {
      codes: ['reservation.seats_missing', 'reservation.exists', 'entry.paper_twice'],
      details: missingSeats.partial(),
    },
  ],
});

export const uploadScan = admin.post('/admin/scans', {
  id: 'uploadScan',
  summary: 'Upload the scan of a paper, which its entry names then; unused ones are deleted after a day',
  roles: FINANCE_ROLES,
  body: { kind: 'file', media: [...SCAN_TYPES], maxBytes: MAX_SCAN_BYTES },
  deadlineMs: 60_000,
  ok: z.object({ id: idSchema() }),
  errors: ['entry.scan_type'],
});

export const downloadScan = admin.get('/admin/scans/{scanId}', {
  id: 'downloadScan',
  summary: 'Download the scan of a paper',
  roles: FINANCE_ROLES,
  params: z.object({ scanId: idSchema('entry.scan_gone') }),
  responses: { 200: { media: 'application/octet-stream' } },
  errors: ['entry.scan_gone'],
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
