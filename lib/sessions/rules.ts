import type { Compared, OfferSums } from './schema';

/** Sums of a session in one city and of one type. */
type Part = OfferSums & { session: 'now' | 'before'; city: string; courseType: string };

/** Adds up sums by a name of each, in the order in which the names occur. */
export function addUp(parts: readonly Part[], nameOf: (part: Part) => string): Compared[] {
  const compared = new Map<string, Compared>();
  for (const part of parts) {
    const name = nameOf(part);
    const entry = compared.get(name) ?? { name, now: null, before: null };
    entry[part.session] = plus(entry[part.session], part);
    compared.set(name, entry);
  }
  return [...compared.values()];
}

const plus = (sums: OfferSums | null, { offers, seats, minPaise, maxPaise, paise }: OfferSums): OfferSums =>
  sums
    ? {
        offers: sums.offers + offers,
        seats: sums.seats + seats,
        minPaise: Math.min(sums.minPaise, minPaise),
        maxPaise: Math.max(sums.maxPaise, maxPaise),
        paise: sums.paise + paise,
      }
    : { offers, seats, minPaise, maxPaise, paise };

/** The average price of a seat in paise; null without seats. */
export const averagePaise = (sums: OfferSums | null): number | null =>
  sums && sums.seats > 0 ? Math.round(sums.paise / sums.seats) : null;
