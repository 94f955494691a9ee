import { describe, expect, test } from 'vitest';
import { DASHBOARD_TYPES } from '@/lib/catalogue/schema';
import type { Course } from '@/lib/catalogue/schema';
import { MAX_LINES } from '@/lib/platform/limits';
import {
  applyCatalogue,
  clampStep,
  draftFromCart,
  entriesFromDraft,
  fitDraft,
  groupForCart,
  isDirty,
  mergeIntoCart,
  parseSeats,
  setSeats,
  storedElsewhere,
  takeBack,
  takeOver,
  toggle,
  totalsOf,
  type SeatDraft,
} from './rules';
import { writeEntry, type Cart, type CartEntry } from './cart';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const PUBLIC = { autoSelect: true };
const DASHBOARD = { autoSelect: false };

function course(n: number, overrides: Partial<Course> = {}): Course {
  return {
    id: uuid(n),
    city: 'Indore',
    course_name: 'B.Tech',
    branch: `Branch ${n}`,
    institute_name: 'Malwa Institute',
    total_seats: 60,
    left_seats: 41,
    price_paise: 125000_00,
    ...overrides,
  };
}

function line(n: number, overrides: Partial<CartEntry> = {}): CartEntry {
  return {
    id: uuid(n),
    selectedSeats: 2,
    pricePaise: 125000_00,
    branch: `Branch ${n}`,
    courseName: 'B.Tech',
    city: 'Indore',
    institute: 'Malwa Institute',
    ...overrides,
  };
}

const cartOf = (...lines: CartEntry[]): Cart => Object.fromEntries(lines.map((entry) => [entry.id, entry]));
const draftOf = (outcome: { ok: boolean; draft?: SeatDraft }) => {
  expect(outcome.ok).toBe(true);
  return outcome.draft!;
};

describe('a list in pages', () => {
  const cart = cartOf(
    line(1),
    line(2),
    line(3, { courseName: 'ITI' }),
    line(4, { city: 'Bhopal' }),
    line(5, { adoptedUnder: 'SA-1' }),
    line(6, { city: 'INDORE ' }),
  );
  const ids = (entries: CartEntry[]) => entries.map(({ id }) => Number(id.slice(-2)));

  test('its stored lines are those of its city and type that were not shown yet and are not adopted', () => {
    expect(ids(storedElsewhere(cart, { city: 'Indore', courseType: 'B.Tech' }, [course(1)]))).toEqual([2, 6]);
    expect(ids(storedElsewhere(cart, { city: 'indore', courseType: null }, []))).toEqual([1, 2, 3, 6]);
  });

  test('what is stored of other pages survives Proceed to Lock of this page', () => {
    const merged = mergeIntoCart(cart, [course(1), course(7)], { [uuid(7)]: 3 });
    expect(
      merged.ok &&
        Object.values(merged.cart)
          .map(({ id }) => Number(id.slice(-2)))
          .toSorted(),
    ).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

describe('toggle', () => {
  test('R-STATE-11 R-STATE-12 ticking selects 1 seat, so the line total is one seat price', () => {
    const ticked = draftOf(toggle({}, course(1)));
    expect(ticked).toEqual({ [uuid(1)]: 1 });
    expect(entriesFromDraft([course(1)], ticked)).toEqual([
      expect.objectContaining({ selectedSeats: 1, pricePaise: 125000_00 }),
    ]);
  });

  test('R-STATE-13 unticking clears seats and total; ticking again starts at 1', () => {
    const unticked = draftOf(toggle({ [uuid(1)]: 12, [uuid(2)]: 3 }, course(1)));
    expect(unticked).toEqual({ [uuid(2)]: 3 });
    expect(draftOf(toggle(unticked, course(1)))[uuid(1)]).toBe(1);
  });

  test('R-LIST-11 R-VAL-31 a full course cannot be ticked', () => {
    expect(toggle({}, course(1, { left_seats: 0 }))).toEqual({ ok: false, code: 'seats.none_left' });
  });

  test('R-STATE-13 a course that filled up meanwhile can still be unticked', () => {
    expect(draftOf(toggle({ [uuid(1)]: 2 }, course(1, { left_seats: 0 })))).toEqual({});
  });

  test('R-VAL-30 an unknown course is refused', () => {
    expect(toggle({}, undefined)).toEqual({ ok: false, code: 'course.unknown' });
  });
});

describe('setSeats', () => {
  const before: SeatDraft = { [uuid(1)]: 12 };

  test('R-STATE-14 typing a seat count selects an unticked course in the public flow only', () => {
    expect(draftOf(setSeats({}, course(1), '5', PUBLIC))).toEqual({ [uuid(1)]: 5 });
    expect(draftOf(setSeats({}, course(1), '5', DASHBOARD))).toEqual({});
    expect(draftOf(setSeats({}, course(1), '0', PUBLIC))).toEqual({});
  });

  test('R-VAL-25 R-VAL-26 accepts 1 up to the seats left and refuses one more', () => {
    expect(draftOf(setSeats(before, course(1), '1', PUBLIC))[uuid(1)]).toBe(1);
    expect(draftOf(setSeats(before, course(1), '41', PUBLIC))[uuid(1)]).toBe(41);
    expect(setSeats(before, course(1), '42', PUBLIC)).toEqual({
      ok: false,
      code: 'seats.max',
      params: { available: 41 },
    });
    expect(setSeats(before, course(1), '99999999999999999999999', PUBLIC)).toMatchObject({ code: 'seats.max' });
  });

  test('R-VAL-27 R-VAL-28 a refused value carries no draft, so the previous one stays', () => {
    expect(setSeats(before, course(1), '-1', PUBLIC)).toEqual({ ok: false, code: 'seats.negative' });
    expect(setSeats(before, course(1), '42', PUBLIC)).not.toHaveProperty('draft');
    expect(before).toEqual({ [uuid(1)]: 12 });
  });

  test('R-VAL-29 a ticked course stays ticked at 0 while its number is empty or no number', () => {
    expect(draftOf(setSeats(before, course(1), '', PUBLIC))).toEqual({ [uuid(1)]: 0 });
    expect(draftOf(setSeats(before, course(1), 'abc', PUBLIC))).toEqual({ [uuid(1)]: 0 });
  });

  test('R-VAL-30 R-VAL-31 an unknown or full course is refused', () => {
    expect(setSeats(before, undefined, '1', PUBLIC)).toEqual({ ok: false, code: 'course.unknown' });
    expect(setSeats({}, course(1, { left_seats: 0 }), '1', PUBLIC)).toEqual({ ok: false, code: 'seats.none_left' });
  });

  test.each([
    ['12', 12],
    [' 7 ', 7],
    ['2.7', 2],
    ['1e3', 1],
    ['', 0],
    ['abc', 0],
    ['-', null],
    ['-3', null],
    [3.9, 3],
    [NaN, 0],
    [Infinity, 0],
    [-1, null],
  ])('R-VAL-28 R-VAL-29 reads %j as %j seats', (typed, seats) => {
    expect(parseSeats(typed)).toBe(seats);
  });
});

describe('draft and stored state', () => {
  test('R-STATE-15 tick, untick and typing make the page dirty; going back to the stored state makes it clean', () => {
    const stored = { [uuid(1)]: 2 };
    expect(isDirty(stored, stored)).toBe(false);
    expect(isDirty({ ...stored, [uuid(2)]: 1 }, stored)).toBe(true);
    expect(isDirty({}, stored)).toBe(true);
    expect(isDirty({ [uuid(1)]: 3 }, stored)).toBe(true);
    expect(isDirty({ [uuid(2)]: 2 }, stored)).toBe(true);
    expect(isDirty(draftOf(toggle(draftOf(toggle({}, course(1))), course(1))), {})).toBe(false);
  });

  test('A-44 a page opens with the cart’s lines of its courses, at most the seats left', () => {
    const courses = [course(1), course(2, { left_seats: 1 }), course(3, { left_seats: 0 }), course(4)];
    const cart = cartOf(line(1), line(2), line(3), line(9));
    expect(draftFromCart(courses, cart)).toEqual({ [uuid(1)]: 2, [uuid(2)]: 1 });
  });

  test('seats from the link of a reservation are not in the draft of a page, and a page does not take them from the cart', () => {
    const reserved = line(1, { reservation: uuid(8) });
    const [full, free] = [course(1, { left_seats: 0 }), course(2)];
    expect(draftFromCart([full, free], cartOf(reserved, line(2)))).toEqual({ [uuid(2)]: 2 });
    const kept = mergeIntoCart(cartOf(reserved), [full, free], { [uuid(2)]: 1 });
    expect(kept).toMatchObject({ cart: { [uuid(1)]: reserved, [uuid(2)]: { selectedSeats: 1 } } });
    const anew = mergeIntoCart(cartOf(reserved), [course(1)], { [uuid(1)]: 3 });
    expect((anew as { cart: Cart }).cart[uuid(1)]).not.toHaveProperty('reservation');
    const moved = takeOver(cartOf(reserved), {}) as { chosen: Cart };
    expect(moved.chosen[uuid(1)]).not.toHaveProperty('reservation');
  });

  test('A-41 a ticked course whose number is empty stays ticked when the courses are read again', () => {
    expect(fitDraft([course(1)], { [uuid(1)]: 0 })).toEqual({ [uuid(1)]: 0 });
  });
});

describe('mergeIntoCart', () => {
  test('R-LIST-18 R-ENT-11 entries are written with exactly the fields of a cart entry, totals exact', () => {
    const entries = entriesFromDraft([course(1, { price_paise: 10 })], { [uuid(1)]: 3 });
    expect(entries.map(writeEntry)).toEqual([
      {
        id: uuid(1),
        selectedSeats: 3,
        pricePerSeat: 0.1,
        totalPrice: 0.3,
        branch: 'Branch 1',
        courseName: 'B.Tech',
        city: 'Indore',
        institute: 'Malwa Institute',
      },
    ]);
  });

  test('R-VAL-25 courses ticked with 0 seats are not saved', () => {
    expect(entriesFromDraft([course(1), course(2)], { [uuid(1)]: 0, [uuid(2)]: 1 })).toHaveLength(1);
  });

  test('R-LIST-19 keeps the lines of other cities, replaces those of this page and removes the unticked ones', () => {
    const elsewhere = line(9, { city: 'Bhopal' });
    const merged = mergeIntoCart(cartOf(elsewhere, line(1), line(2)), [course(1), course(2), course(3)], {
      [uuid(1)]: 7,
      [uuid(3)]: 1,
    });
    expect(merged).toMatchObject({ ok: true });
    const cart = (merged as { cart: Cart }).cart;
    expect(Object.keys(cart).sort()).toEqual([uuid(1), uuid(3), uuid(9)]);
    expect(cart[uuid(1)]).toMatchObject({ selectedSeats: 7, pricePaise: 125000_00 });
    expect(cart[uuid(9)]).toEqual(elsewhere);
  });

  test('R-LIST-27 refuses a page without ticked courses, unless the empty page is confirmed (A-45)', () => {
    const cart = cartOf(line(1), line(9));
    expect(mergeIntoCart(cart, [course(1)], {})).toEqual({ ok: false, code: 'seats.none_selected' });
    expect(mergeIntoCart(cart, [course(1)], { [uuid(1)]: 0 })).toEqual({ ok: false, code: 'seats.none_selected' });
    expect(mergeIntoCart(cart, [course(1)], {}, { allowEmpty: true })).toEqual({ ok: true, cart: cartOf(line(9)) });
  });

  test('R-VAL-32 a line above the seats left is ignored, and the cart’s line stays', () => {
    const merged = mergeIntoCart(cartOf(line(1)), [course(1), course(2)], { [uuid(1)]: 42, [uuid(2)]: 1 });
    expect(merged).toMatchObject({
      cart: { [uuid(1)]: { selectedSeats: 2 }, [uuid(2)]: { selectedSeats: 1 } },
    });
  });

  test('A-07 refuses a cart of more lines than a selection may hold', () => {
    const full = cartOf(...Array.from({ length: MAX_LINES }, (_, n) => line(n + 10)));
    expect(mergeIntoCart(full, [course(1)], { [uuid(1)]: 1 })).toEqual({
      ok: false,
      code: 'selection.too_many',
      params: { max: MAX_LINES },
    });
  });
});

describe('applyCatalogue', () => {
  const asked = [uuid(1), uuid(2), uuid(3), uuid(4)];

  test('A-03 updates prices, reduces seats, removes full and missing courses, and reports each with the old line', () => {
    const cart = cartOf(line(1), line(2, { selectedSeats: 12 }), line(3), line(4));
    const { cart: fresh, changes } = applyCatalogue(
      cart,
      [course(1, { price_paise: 130000_00 }), course(2, { left_seats: 5 }), course(3, { left_seats: 0 })],
      asked,
    );
    expect(fresh).toEqual(cartOf(line(1, { pricePaise: 130000_00 }), line(2, { selectedSeats: 5 })));
    expect(changes.map(({ line, change }) => [line.id, change.kind])).toEqual([
      [uuid(1), 'price'],
      [uuid(2), 'seats'],
      [uuid(3), 'full'],
      [uuid(4), 'gone'],
    ]);
    expect(changes[1]!.line.selectedSeats).toBe(12);
  });

  test('A-03 returns the same cart if nothing differs', () => {
    const cart = cartOf(line(1), line(2));
    expect(applyCatalogue(cart, [course(1), course(2)], [uuid(1), uuid(2)])).toEqual({ cart, changes: [] });
    expect(applyCatalogue(cart, [course(1), course(2)], [uuid(1), uuid(2)]).cart).toBe(cart);
  });

  test('A-03 does not change lines added during the request, nor restore removed ones', () => {
    const cart = cartOf(line(9));
    expect(applyCatalogue(cart, [course(1)], [uuid(1)])).toEqual({ cart, changes: [] });
  });
});

describe('reading the cart', () => {
  test('R-CART-02 groups by course name in the product’s order, then by city', () => {
    const groups = groupForCart(
      cartOf(
        line(1, { courseName: 'ITI', city: 'Ujjain' }),
        line(2, { city: 'Indore', branch: 'Mechanical' }),
        line(3, { city: 'Bhopal' }),
        line(4, { city: 'Indore', branch: 'Civil' }),
      ),
    );
    expect(groups.map(({ courseName, cities }) => [courseName, cities.map(({ city }) => city)])).toEqual([
      ['B.Tech', ['Bhopal', 'Indore']],
      ['ITI', ['Ujjain']],
    ]);
    expect(groups[0]!.cities[1]!.lines.map(({ branch }) => branch)).toEqual(['Civil', 'Mechanical']);
  });

  test('R-CART-05 R-BIZ-03 totals are computed from seats and prices', () => {
    const lines = [line(1), line(2, { pricePaise: 10, selectedSeats: 3 })];
    expect(totalsOf(lines)).toEqual({ courses: 2, seats: 5, paise: 25000030 });
    expect(totalsOf([])).toEqual({ courses: 0, seats: 0, paise: 0 });
  });
});

test.each([
  [1, 1],
  [4, 4],
  [0, 1],
  [DASHBOARD_TYPES.length + 1, DASHBOARD_TYPES.length],
  [-3, 1],
  [2.5, 1],
  [NaN, 1],
  ['3', 1],
  [undefined, 1],
])('R-WIZ-03 R-WIZ-04 R-WIZ-15 the step %j is step %j of the wizard', (stored, step) => {
  expect(clampStep(stored)).toBe(step);
});

describe('lines that are adopted', () => {
  const mark = 'SA-7K2M-Q4XT-90BD';
  const [one, two] = [course(1), course(2)];
  const adopted = { ...line(1, { selectedSeats: 3 }), adoptedUnder: mark };

  test('are not in the draft of a page, and stay when the page is merged', () => {
    const cart = cartOf(adopted, line(2));
    expect(draftFromCart([one, two], cart)).toEqual({ [uuid(2)]: 2 });
    expect(mergeIntoCart(cart, [one, two], { [uuid(2)]: 4 })).toMatchObject({
      ok: true,
      cart: { [uuid(1)]: adopted, [uuid(2)]: { selectedSeats: 4 } },
    });
  });

  test('are replaced when their course is chosen anew', () => {
    const merged = mergeIntoCart(cartOf(adopted), [one], { [uuid(1)]: 5 });
    if (!merged.ok) throw new Error(merged.code);
    expect(merged.cart[uuid(1)]).toMatchObject({ selectedSeats: 5 });
    expect(merged.cart[uuid(1)]).not.toHaveProperty('adoptedUnder');
  });

  test('do not change with the catalogue', () => {
    const cart = cartOf(adopted);
    expect(applyCatalogue(cart, [], [uuid(1)])).toEqual({ cart, changes: [] });
  });
});

describe('taking the cart over into the selection of the dashboard', () => {
  test('moves its open lines; the seats of the cart replace those of the same course, adopted lines stay', () => {
    const adopted = { ...line(3), adoptedUnder: 'SA-7K2M-Q4XT-90BD' };
    const taken = takeOver(
      cartOf(line(1, { selectedSeats: 4 }), line(2, { selectedSeats: 3 }), adopted),
      cartOf(line(1, { selectedSeats: 1 }), line(4, { selectedSeats: 5 })),
    );
    if (!taken.ok) throw new Error(taken.code);
    expect(taken.cart).toEqual({ [uuid(3)]: adopted });
    const seats = Object.fromEntries(Object.values(taken.chosen).map(({ id, selectedSeats }) => [id, selectedSeats]));
    expect(seats).toEqual({ [uuid(1)]: 4, [uuid(2)]: 3, [uuid(4)]: 5 });
  });

  test('is refused above the largest number of lines', () => {
    const many = cartOf(...Array.from({ length: MAX_LINES }, (_, n) => line(n + 1)));
    expect(takeOver(cartOf(line(MAX_LINES + 1)), many)).toMatchObject({ ok: false, code: 'selection.too_many' });
    expect(takeOver(cartOf(line(1)), many)).toMatchObject({ ok: true });
    // The other way round, for a bank transfer from the cart.
    expect(takeBack(cartOf(line(MAX_LINES + 1)), many)).toMatchObject({ ok: false, code: 'selection.too_many' });
    expect(takeBack(cartOf(line(1)), cartOf(line(2)))).toEqual({ ok: true, cart: cartOf(line(1), line(2)) });
  });
});
