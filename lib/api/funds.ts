import { z } from 'zod';
import { OFFICE_ROLES } from '@/db/schema/enums';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import {
  instituteFundsSchema,
  receivedSchema,
  releaseActionSchema,
  releaseChangedSchema,
  releaseRecordedSchema,
  releaseSchema,
  statedSchema,
  useSchema,
} from '@/lib/funds/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { ofOffer } from '@/lib/register/schema';
import { admin, office } from './endpoint';
import { reasonCodes } from './schema';

const ofRelease = z.object({ releaseId: idSchema('funds.not_found') });
const dayCodes = ['adoption.date_invalid', 'adoption.date_in_future'] as const;
const transferCodes = [...dayCodes, 'adoption.reference_invalid', 'adoption.reference_used'] as const;
const sumCodes = ['funds.above_received', 'funds.above_passed'] as const;

/** Bytes of a body with MAX_RELEASE_LINES. */
const RELEASE_BYTES = 256 * 1024;

export const recordRelease = admin.post('/admin/releases', {
  id: 'recordRelease',
  summary: 'Record a transfer to an institute, or one back, by adopted lines',
  roles: FINANCE_ROLES,
  confirmed: true,
  json: releaseSchema,
  maxBytes: RELEASE_BYTES,
  ok: releaseRecordedSchema,
  errors: [
    'adoption.amount_invalid',
    ...transferCodes,
    'adoption.text_too_long',
    'funds.lines_missing',
    'funds.line_twice',
    'institute.not_found',
    'course.unknown',
    'funds.line_unknown',
    ...sumCodes,
  ],
});

export const readInstituteFunds = admin.get('/admin/institutes/{instituteId}/funds', {
  id: 'readInstituteFunds',
  summary: 'Read the adopted lines of an institute for which money can be passed on or given back',
  roles: FINANCE_ROLES,
  params: z.object({ instituteId: idSchema('institute.not_found') }),
  ok: instituteFundsSchema,
  errors: ['institute.not_found'],
});

export const changeRelease = admin.post('/admin/releases/{releaseId}', {
  id: 'changeRelease',
  summary:
    'Confirm or reject a recorded transfer, or enter that the bank paid an ordered one or returned a confirmed one',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: ofRelease,
  json: releaseActionSchema,
  ok: releaseChangedSchema,
  errors: [
    ...reasonCodes,
    ...transferCodes,
    'funds.not_found',
    'funds.changed',
    'adoption.second_admin',
    ...sumCodes,
    'funds.used_already',
  ],
});

export const acknowledgeRelease = office.post('/office/releases/{releaseId}', {
  id: 'acknowledgeRelease',
  summary: 'State on which day the institute received a transfer',
  roles: OFFICE_ROLES,
  params: ofRelease,
  json: receivedSchema,
  ok: doneSchema,
  errors: [...dayCodes, 'funds.not_found', 'funds.received_early'],
});

export const stateUse = office.post('/office/offers/{courseId}/use', {
  id: 'stateUse',
  summary: 'State how much of the money for an offer was used up to the end of a financial year',
  roles: OFFICE_ROLES,
  params: ofOffer,
  json: useSchema,
  ok: statedSchema,
  errors: [
    'adoption.amount_invalid',
    'use.heads_sum',
    'admin.not_found',
    'use.changed',
    'use.future',
    'use.nothing_passed',
    'use.above_passed',
    'use.below_earlier',
    'use.above_later',
  ],
});
