import { MAX_LINES } from '@/lib/platform/limits';
import type { Offer } from '@/lib/selection/plan/fill-budget';
import { proposeSeats } from '@/lib/selection/plan/rules';
import { measureRow, median, type Row } from './measure';

const COURSES = 10_000;
const BUDGET = 25_00_000_00;

/** Prices in paise: of few values, as fees are in practice, and all different. */
const PRICES = {
  '40 prices': (index: number) => 12_000_00 + (index % 40) * 3_500_00,
  '10,000 prices': (index: number) => 12_000_00 + ((index * 7919) % COURSES) * 1_400 + (index % 7),
};

/**
 * Proposals per second for ₹25 lakh and 10,000 courses, with 40 and with 10,000 different prices in turn, compared with
 * sorting the courses by price and taking the cheapest seats, which is not exact. Prints the time of each aim.
 */
export async function measurePlan(): Promise<Row> {
  const catalogues = Object.entries(PRICES).map(([name, priceOf]) => ({ name, offers: offersAt(priceOf) }));
  const wish = { budget: BUDGET, min: 1, max: Infinity, courses: MAX_LINES };
  const propose = (offers: readonly Offer[]) => proposeSeats(offers, { ...wish, aim: 'students' }).count > 0;
  const row = await measureRow(
    { what: 'seats proposed of 10,000 courses, program : cheapest first', unit: 'plans/s', target: 0.05 },
    async () => ({
      program: () => plansPerSecond(catalogues, propose),
      floor: () => plansPerSecond(catalogues, (offers) => takeCheapest(offers, BUDGET) > 0),
    }),
  );
  for (const { name, offers } of catalogues)
    for (const aim of ['students', 'spread', 'concentrate'] as const) {
      const times = Array.from({ length: 21 }, () => {
        const started = performance.now();
        proposeSeats(offers, { ...wish, aim });
        return performance.now() - started;
      });
      console.log(`plan, ${name}, ${aim}: ${median(times).toFixed(1)} ms`);
    }
  return row;
}

function offersAt(priceOf: (index: number) => number): Offer[] {
  return Array.from({ length: COURSES }, (_, index) => ({
    institute: String(Math.floor(index / 8)),
    pricePaise: priceOf(index),
    seats: 1 + ((index * 31) % 60),
  }));
}

function takeCheapest(offers: readonly Offer[], budget: number): number {
  let rest = budget;
  let count = 0;
  for (const { pricePaise, seats } of offers.toSorted((a, b) => a.pricePaise - b.pricePaise)) {
    const taken = Math.min(seats, Math.floor(rest / pricePaise));
    count += taken;
    rest -= taken * pricePaise;
  }
  return count;
}

async function plansPerSecond(
  catalogues: readonly { offers: readonly Offer[] }[],
  plan: (offers: readonly Offer[]) => boolean,
): Promise<number> {
  const rounds = 10;
  const started = performance.now();
  for (let round = 0; round < rounds; round++)
    for (const { offers } of catalogues) if (!plan(offers)) throw new Error('nothing was proposed');
  return (rounds * catalogues.length * 1000) / (performance.now() - started);
}
