import * as z from 'zod/mini';
import { readCart, writeEntry, type Cart, type WrittenEntry } from './cart';

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

/** The selection of a course in the dashboard, with the fields shown in tables, as stored in the browser. */
type StoredSelection = { isSelected: true; seats: number } & Omit<WrittenEntry, 'id' | 'selectedSeats'>;

/** Converts dashboard lines to selections by course id, the stored form. */
export function toSelections(chosen: Cart): Record<string, StoredSelection> {
  return Object.fromEntries(
    Object.values(chosen).map((entry) => {
      const { id, selectedSeats: seats, ...line } = writeEntry(entry);
      return [id, { isSelected: true as const, seats, ...line }];
    }),
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

/** Converts chosen courses for the payment API, and for the browser's storage once completed. */
export function toSelectedCourses(chosen: Cart): Omit<WrittenEntry, 'city' | 'institute'>[] {
  return Object.values(chosen).map((entry) => {
    const { city: _city, institute: _institute, ...line } = writeEntry(entry);
    return line;
  });
}
