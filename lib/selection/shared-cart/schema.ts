import type { SummaryLine } from '@/lib/adoption/summary';
import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES, MAX_SEATS } from '@/lib/platform/limits';
import type { CartEntry } from '@/lib/selection/cart';

/**
 * A line of a shared cart as stored: seats, and price and names of the course when it was shared. Names and prices come
 * from the catalogue, never from the request: the page of a link shows no text that its maker wrote.
 */
export type SharedLine = Omit<CartEntry, 'adoptedUnder'>;

/** The body of POST /api/cart/share: course ids and seats only. */
export const shareCartSchema = z.strictObject({
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

/** Content of a proposal: the lines of a shared cart that can be adopted at `date`. It names no person. */
export type Proposal = {
  date: Date;
  /** When the cart was shared, and when its link ends. */
  sharedAt: Date;
  expiresAt: Date;
  lines: SummaryLine[];
  /** The total in paise when it was shared. */
  sharedPaise: number;
  /** Lines with fewer seats than wanted, and lines that are missing because no seat of them can be adopted. */
  reduced: number;
  omitted: number;
};
