import { z } from 'zod';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import { answerMoveSchema, moveActionSchema, movePlanSchema } from '@/lib/admin/moves/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin, area } from './endpoint';
import { doneResponse, reasonCodes } from './schema';

const holder = area({ tag: 'Adoption', access: 'holder', minRole: 'adopt' });

export const moveSeats = admin.post('/admin/moves', {
  id: 'moveSeats',
  summary: 'Check what moving the adopted seats of an offer would do, ask their sponsors, or take proposals back',
  roles: CATALOGUE_ROLES,
  confirmed: true,
  json: moveActionSchema,
  ok: z.object({
    plan: movePlanSchema.nullable(),
    done: z.int().describe('Sponsors who were asked, or proposals that ended'),
  }),
  errors: [
    ...reasonCodes,
    'course.unknown',
    'move.same',
    'move.other_session',
    'move.not_offered',
    'move.none',
    'move.full',
    'move.until',
    'move.ended',
    { codes: ['move.changed'], details: z.object({ plan: movePlanSchema.optional() }) },
  ],
});

/** Accepting moves the seats with their students; declining leaves them where they are. */
export const answerMove = holder.post('/billing/{billingId}/move', {
  id: 'answerMove',
  summary: 'Answer a proposal to move seats of your own adoption to another offer',
  params: z.object({ billingId: idSchema('own_adoption.not_found') }),
  json: answerMoveSchema,
  ok: doneResponse,
  errors: [
    'own_adoption.not_found',
    'move.ended',
    'move.changed',
    'move.full',
    'move.not_offered',
    'move.money_passed',
    'move.renewal',
    'move.nobody',
  ],
});
