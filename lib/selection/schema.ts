import * as z from 'zod/mini';
import { readCart } from './cart';

export type { Cart, CartEntry } from './cart';

/** A cart line from outside; the same rules as `readCart` for stored lines. */
export const cartEntrySchema = z.object({
  id: z.uuid(),
  selectedSeats: z.int().check(z.minimum(1)),
  pricePerSeat: z.number().check(z.minimum(0)),
  totalPrice: z.number().check(z.minimum(0)),
  branch: z.string(),
  courseName: z.string().check(z.minLength(1)),
  city: z.string(),
  institute: z.string(),
});

/** A written cart; unlike with readCart, an invalid line makes all of it invalid. */
export const cartSchema = z.pipe(
  z.record(z.uuid(), cartEntrySchema),
  z.transform((lines) => readCart(lines)),
);
