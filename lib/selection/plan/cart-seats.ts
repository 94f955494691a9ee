import { MAX_LINES, MAX_SEATS } from '@/lib/platform/limits';
import type { CartEntry } from '@/lib/selection/cart';

/** The value of the parameter `cart` of a plan that does not consider the cart. */
export const WITHOUT_CART = 'none';

/** Seats in the cart by courseKey. */
export type CartSeats = ReadonlyMap<string, number>;

/** The first 48 bits of the id of a course, which tell the courses of a catalogue apart. */
export const courseKey = (id: string): string => id.replaceAll('-', '').slice(0, 12).toLowerCase();

/** Writes the seats of cart lines as the parameter `cart`: 15 characters a line. */
export function writeCartSeats(lines: readonly CartEntry[]): string {
  const seats = lines.map(({ id, selectedSeats }) => `${courseKey(id)}.${selectedSeats}`).toSorted();
  return seats.length > 0 ? seats.join('_') : WITHOUT_CART;
}

/** The reverse of writeCartSeats; ignores whatever it cannot read. */
export function readCartSeats(text: string): CartSeats {
  const lines = text.split('_', MAX_LINES).flatMap((line): [string, number][] => {
    const [, key, seats] = /^([0-9a-f]{12})\.(\d{1,5})$/.exec(line) ?? [];
    return key && Number(seats) >= 1 && Number(seats) <= MAX_SEATS ? [[key, Number(seats)]] : [];
  });
  return new Map(lines);
}
