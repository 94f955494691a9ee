import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { ADDRESS_OR_DOMAIN } from '@/lib/platform/email';

/** Maximum of a limit of unpaid seats. */
const MAX_SEAT_LIMIT = 100_000_000;

/** The body of POST /api/admin/alerts/{alertId}. */
export const lookSchema = z.strictObject({
  action: z.literal('look').describe('What to do with the alert'),
  reason: reasonSchema,
});

const SPONSOR = new RegExp(String.raw`^(\d{10}|${ADDRESS_OR_DOMAIN})$`);

/** The body of PUT /api/admin/seat-limits. */
export const seatLimitSchema = z.strictObject({
  sponsor: z.string().trim().max(254, 'limit.sponsor_invalid').regex(SPONSOR, 'limit.sponsor_invalid'),
  max_seats: z
    .int({ error: 'limit.seats_invalid' })
    .min(0, 'limit.seats_invalid')
    .max(MAX_SEAT_LIMIT, 'limit.seats_invalid')
    .nullable(),
  reason: reasonSchema,
});
export type SeatLimitChange = z.infer<typeof seatLimitSchema>;

/** The response of PUT /api/admin/seat-limits. */
export const seatLimitResponse = z.object({ seats: z.int(), max_seats: z.int().nullable() });
