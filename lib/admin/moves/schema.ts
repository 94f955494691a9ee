import { z } from 'zod';
import { MOVE_STATES } from '@/db/schema/enums';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { rupeeAmount } from '@/lib/adoption/core/money-schema';
import { MAX_PRICE_PAISE } from '@/lib/catalogue-import/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_MANY, MAX_SEATS } from '@/lib/platform/limits';
import { defineList, type FilterOf } from '@/lib/platform/list';

const ofOffers = {
  from: idSchema('course.unknown').describe('Id of the offer whose adopted seats are to move'),
  to: idSchema('course.unknown').describe('Id of the offer that is proposed'),
};

/** What an acceptance and a start name, so that nobody agrees to what the page did not show. */
const seen = {
  seats: z.int({ error: 'move.changed' }).min(1, { error: 'move.changed' }).max(MAX_SEATS, { error: 'move.changed' }),
  price_per_seat: rupeeAmount(0, 'move.changed', MAX_PRICE_PAISE).describe('The price that the page showed, in rupees'),
};

/** The body of POST /api/admin/moves. */
export const moveActionSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('check'), ...ofOffers }),
  z.strictObject({
    step: z.literal('start'),
    ...ofOffers,
    /** The last day on which a sponsor can answer, in India. */
    until: z.iso.date({ error: 'move.until' }),
    reason: reasonSchema.describe('What the sponsors read'),
    price_per_seat: seen.price_per_seat,
    adoptions: z
      .array(z.strictObject({ reference: z.string().max(100), seats: seen.seats }))
      .min(1, { error: 'move.none' })
      .max(MAX_MANY, { error: 'move.none' }),
  }),
  z.strictObject({
    step: z.literal('withdraw'),
    moves: z.array(idSchema('move.ended')).min(1, { error: 'move.none' }).max(MAX_MANY, { error: 'move.none' }),
    reason: reasonSchema,
  }),
]);
type MoveAction = z.infer<typeof moveActionSchema>;
export type MoveStart = Extract<MoveAction, { step: 'start' }>;

const rupees = z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/);

/** What moving the adopted seats of an offer would do. */
export const movePlanSchema = z.object({
  from: z.string().describe('Course, institute and city'),
  to: z.string(),
  price_per_seat: rupees,
  free: z.int().describe('Free seats of the offer that is proposed'),
  adoptions: z.array(
    z.object({
      reference: z.string(),
      company_name: z.string(),
      seats: z.int(),
      students: z.int().describe('On these seats now'),
      payment_status: z.string(),
      paid: rupees.describe('Money received and not paid back, in rupees'),
      difference: rupees.describe('What the adoption costs more, in rupees; less if negative'),
      code: z.string().nullable().describe('Why its seats cannot move; null if they can'),
    }),
  ),
});
export type MovePlan = z.infer<typeof movePlanSchema>;

/** The body of POST /api/billing/{billingId}/move. */
export const answerMoveSchema = z.discriminatedUnion('answer', [
  z.strictObject({
    answer: z.literal('accept'),
    move: idSchema('move.ended').describe('Id of the proposal'),
    course_id: idSchema('move.not_offered').describe('The offer that was proposed, or another one of its kind'),
    ...seen,
  }),
  z.strictObject({ answer: z.literal('decline'), move: idSchema('move.ended') }),
]);
export type MoveAnswer = z.infer<typeof answerMoveSchema>;

/** 'back': declined or not answered, and the seats are still there: an administrator decides what becomes of them. */
export const LISTED_MOVES = ['back', ...MOVE_STATES] as const;

/** Proposals to move adopted seats, the newest first. */
export const MOVE_LIST = defineList('/admin/catalogue/moves', {
  /** The offer that seats left, or came to. */
  course: idSchema().optional(),
  state: z.enum(LISTED_MOVES).optional(),
});
export type MoveFilter = FilterOf<typeof MOVE_LIST>;
