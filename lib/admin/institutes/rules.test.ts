import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMerge } from './rules';

const offers = (id: string) =>
  fc
    .array(
      fc.record({
        courseType: fc.constantFrom('ITI', 'Diploma'),
        branch: fc.constantFrom(
          'Fitter',
          'FITTER',
          'Welder',
          'Fitter (Old ITI)',
          `${'W'.repeat(199)}a`,
          `${'W'.repeat(199)}b`,
        ),
        session: fc.constantFrom('2026-27', '2027-28'),
        studyYear: fc.integer({ min: 1, max: 2 }),
        adoptedSeats: fc.integer({ min: 0, max: 3_000 }),
        heldSeats: fc.constantFrom(0, 0, 1, 2_000),
        free: fc.constantFrom(0, 1, 5_000),
        pricePaise: fc.constantFrom(100_00, 200_00),
        isOpen: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((rows) => {
      const unique = new Map(rows.map((row) => [keyOf(row), row]));
      return [...unique.values()].map(({ free, ...row }, index) => ({
        ...row,
        id: `${id}${index}`,
        totalSeats: row.adoptedSeats + row.heldSeats + free,
      }));
    });

type Named = { courseType: string; branch: string; session: string; studyYear: number };
const keyOf = ({ courseType, branch, session, studyYear }: Named) =>
  [courseType, branch.toLowerCase(), session, studyYear].join('|');

test('a merge keeps every seat, those that are adopted or held in their offer, and gives no two offers one name', () => {
  fc.assert(
    fc.property(
      offers('a'),
      offers('b'),
      fc.constantFrom('add' as const, 'apart' as const),
      (from, into, duplicates) => {
        const plan = planMerge(from, into, 'Old ITI', duplicates);
        const totals = new Map(into.map(({ id, totalSeats }) => [id, totalSeats]));
        for (const { into: target } of plan) if (target) totals.set(target.id, totals.get(target.id)! + target.added);
        const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);
        expect(sum(totals.values()) + sum(plan.map(({ newTotal }) => newTotal))).toBe(
          sum([...from, ...into].map(({ totalSeats }) => totalSeats)),
        );
        expect(Math.max(0, ...totals.values())).toBeLessThanOrEqual(10_000);
        const names = [...into.map(keyOf), ...plan.map((offer) => keyOf({ ...offer, branch: offer.newBranch }))];
        expect(new Set(names).size).toBe(names.length);
        for (const { id, adoptedSeats, heldSeats, newBranch, newTotal, newOpen, isOpen, into: target } of plan) {
          const stays = adoptedSeats + heldSeats;
          expect(newTotal, id).toBeGreaterThanOrEqual(stays);
          expect(newBranch.length, id).toBeLessThanOrEqual(200);
          // Seats that nobody may adopt are not offered by a merge, and held ones are free again when their time is over.
          if (target) expect(target.isOpen, id).toBe(isOpen);
          expect(newOpen, id).toBe(isOpen && (target === null || heldSeats > 0));
          if (duplicates === 'apart') expect(target, id).toBeNull();
        }
      },
    ),
  );
});
