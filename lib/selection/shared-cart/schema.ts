import { DECISIONS } from '@/db/schema/enums';
import { orderNumberSchema } from '@/lib/adoption/core/schema';
import type { SummaryLine } from '@/lib/adoption/core/summary';
import { z } from 'zod';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { nameSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';
import { hasAddress, tidyLine } from '@/lib/platform/invisible-characters';
import { MAX_LINES, MAX_SEATS } from '@/lib/platform/limits';
import type { CartEntry } from '@/lib/selection/cart';

/**
 * A line of a shared cart as stored: seats, and price and names of the course when it was shared. Names and prices come
 * from the catalogue, never from the request.
 */
export type SharedLine = Omit<CartEntry, 'adoptedUnder' | 'reservation'>;

const tooLong = 'sponsor.too_long';
/** A short plain text without addresses (docs/decisions/0019): the page of the link shows it under our name. */
const noteSchema = z
  .string()
  .overwrite(tidyLine)
  .max(500, { error: tooLong, abort: true })
  .refine((text) => !hasAddress(text), { error: 'name.address' satisfies ErrorCode })
  .optional();

/** The body of POST /api/cart/share: course ids and seats, and who proposes them. */
export const shareCartSchema = z.strictObject({
  sender: nameSchema(120, { required: 'sponsor.name_required', tooLong }).optional(),
  company: nameSchema(160, { required: 'sponsor.company_required', tooLong }).optional(),
  note: noteSchema,
  order_number: orderNumberSchema,
  selected_courses: z
    .array(
      z.strictObject({
        course_id: idSchema('course.unknown'),
        selectedSeats: z.number().int().min(1, { error: 'seats.none_selected' }).max(MAX_SEATS),
      }),
      { error: 'seats.none_selected' },
    )
    .min(1, { error: 'seats.none_selected' })
    .max(MAX_LINES, { error: 'selection.too_many' })
    .refine((lines) => new Set(lines.map(({ course_id }) => course_id)).size === lines.length, {
      error: 'course.unknown',
    }),
});

/** Who proposes a shared cart, and why, and the number of the company's order; '' where its maker wrote nothing. */
export type Proposer = { sender: string; company: string; note: string; orderNumber: string };

/** The body of POST /api/cart/share/{token}/decisions. */
export const decideSchema = z.strictObject({
  decision: z.enum(DECISIONS),
  name: nameSchema(120, { required: 'sponsor.name_required', tooLong }),
  note: noteSchema,
});

/** A decision about a shared cart. */
export type Decision = { decision: (typeof DECISIONS)[number]; name: string; note: string; at: Date };

/** Who receives the money of adoptions; `registrations`: those that are valid, such as the CSR number. */
export type Receiver = { legalName: string; registrations: readonly { name: string; number: string }[] };

/** Content of a proposal: the lines of a shared cart that can be adopted at `date`. */
export type Proposal = {
  date: Date;
  /** When the cart was shared, and when its link ends. */
  sharedAt: Date;
  expiresAt: Date;
  lines: SummaryLine[];
  by: Proposer;
  /** The newest first. */
  decisions: readonly Decision[];
  /** Null if no receiving body is set. */
  receiver: Receiver | null;
  /** The total in paise when it was shared. */
  sharedPaise: number;
  /** Lines with fewer seats than wanted, and lines that are missing because no seat of them can be adopted. */
  reduced: number;
  omitted: number;
};
