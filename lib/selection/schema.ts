import { z } from 'zod';
import { toPaise } from '@/lib/core/money';

/** The most courses one selection may hold. */
export const MAX_LINES = 200;

/** A line of the adoption cart, keyed by course id (R-ENT-11). Prices are rupees as JSON numbers. */
export const cartEntrySchema = z.object({
  id: z.uuid(),
  selectedSeats: z.number().int().min(1),
  pricePerSeat: z.number().min(0),
  totalPrice: z.number().min(0),
  branch: z.string(),
  courseName: z.string().min(1),
  city: z.string(),
  institute: z.string(),
});
export type CartEntry = z.infer<typeof cartEntrySchema>;

/** The cart: lines keyed by course id. */
export const cartSchema = z.record(z.uuid(), cartEntrySchema);
export type Cart = z.infer<typeof cartSchema>;

/**
 * What of a stored value can still be used as a cart: lines that are broken, filed under another course's id or priced in
 * something that is not an amount are dropped, the rest is kept. Never throws.
 */
export function readCart(stored: unknown): Cart {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).flatMap(([id, line]) => {
    const parsed = cartEntrySchema.safeParse(line);
    return parsed.success && parsed.data.id === id && toPaise(parsed.data.pricePerSeat) !== null ? [parsed.data] : [];
  });
  return Object.fromEntries(entries.slice(0, MAX_LINES).map((entry) => [entry.id, entry]));
}
