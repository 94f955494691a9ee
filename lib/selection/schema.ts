import * as z from 'zod/mini';
import { readCart } from './cart';

export type { Cart, CartEntry } from './cart';

// Like idSchema, in zod/mini for the browser.
// eslint-disable-next-line no-restricted-syntax
const id = z.uuid().check(z.toLowerCase());

/** A cart line from outside; the same rules as `readCart` for stored lines. */
export const cartEntrySchema = z.object({
  id,
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
  z.record(id, cartEntrySchema),
  z.transform((lines) => readCart(lines)),
);
