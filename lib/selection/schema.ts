import { z } from 'zod';

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
