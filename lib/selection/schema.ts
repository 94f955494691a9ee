import * as z from 'zod/mini';
import { readCart, type Cart, type CartEntry } from './cart';

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

/** The cart: lines keyed by course id. */
export const cartSchema = z.record(z.uuid(), cartEntrySchema);

/** The selection of a course in the dashboard, with the fields shown in tables, as stored in the browser. */
export type StoredSelection = {
  isSelected: true;
  seats: number;
  totalPrice: number;
} & Pick<CartEntry, 'pricePerSeat' | 'courseName' | 'branch' | 'institute' | 'city'>;

/** A course submitted for payment. Prices are rupees as JSON numbers. */
export type SelectedCourse = Pick<
  CartEntry,
  'id' | 'courseName' | 'branch' | 'selectedSeats' | 'pricePerSeat' | 'totalPrice'
>;

/** Converts dashboard lines to selections by course id, the stored form. */
export function toSelections(chosen: Cart): Record<string, StoredSelection> {
  return Object.fromEntries(
    Object.values(chosen).map(({ id, selectedSeats, ...line }) => [
      id,
      { isSelected: true as const, seats: selectedSeats, ...line },
    ]),
  );
}

/** Converts stored selections to dashboard lines, dropping invalid ones like readCart and unselected ones. */
export function readSelections(stored: unknown): Cart {
  if (typeof stored !== 'object' || stored === null) return {};
  const lines = Object.entries(stored as Record<string, Partial<StoredSelection> | null>).flatMap(([id, selection]) =>
    selection?.isSelected === true ? [[id, { ...selection, id, selectedSeats: selection.seats }] as const] : [],
  );
  return readCart(Object.fromEntries(lines));
}

/** Returns the chosen courses as the payment page and its API take them. */
export function toSelectedCourses(chosen: Cart): SelectedCourse[] {
  return Object.values(chosen).map(({ id, courseName, branch, selectedSeats, pricePerSeat, totalPrice }) => ({
    id,
    courseName,
    branch,
    selectedSeats,
    pricePerSeat,
    totalPrice,
  }));
}
