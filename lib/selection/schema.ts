import * as z from 'zod/mini';
import type { CourseType } from '@/lib/catalogue/schema';
import { readCart, type Cart, type CartEntry } from './cart';

export type { Cart, CartEntry } from './cart';

/** A line of a cart that comes from elsewhere, as `readCart` demands it of a stored one. */
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

/** The categories of the wizard, one a step (R-WIZ-01, A-40). */
export const WIZARD_TYPES = ['M.Tech', 'B.Tech', 'Diploma', 'ITI'] as const satisfies readonly CourseType[];

/** The selection of a course in the dashboard (R-ENT-09) with what a table says of the course, as it is kept in the browser. */
export type StoredSelection = {
  isSelected: true;
  seats: number;
  totalPrice: number;
} & Pick<CartEntry, 'pricePerSeat' | 'courseName' | 'branch' | 'institute' | 'city'>;

/** A course on its way to payment (R-ENT-10). Prices are rupees as JSON numbers. */
export type SelectedCourse = Pick<
  CartEntry,
  'id' | 'courseName' | 'branch' | 'selectedSeats' | 'pricePerSeat' | 'totalPrice'
>;

/** Lines of the dashboard as selections by course id: the form in which they are kept (R-ENT-09). */
export function toSelections(chosen: Cart): Record<string, StoredSelection> {
  return Object.fromEntries(
    Object.values(chosen).map(({ id, selectedSeats, ...line }) => [
      id,
      { isSelected: true as const, seats: selectedSeats, ...line },
    ]),
  );
}

/** toSelections the other way round, with the same care as readCart. What is not selected is not kept. */
export function readSelections(stored: unknown): Cart {
  if (typeof stored !== 'object' || stored === null) return {};
  const lines = Object.entries(stored as Record<string, Partial<StoredSelection> | null>).flatMap(([id, selection]) =>
    selection?.isSelected === true ? [[id, { ...selection, id, selectedSeats: selection.seats }] as const] : [],
  );
  return readCart(Object.fromEntries(lines));
}

/** The chosen courses as the payment page and its API take them (R-ENT-10). */
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
