import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import {
  ADOPTED_STATES,
  compareWithCatalogue,
  quoteSelection,
  requireTransition,
  transition,
  type QuotedLine,
} from './rules';

const course = (overrides: Partial<Course> = {}): Course => ({
  id: 'a',
  city: 'Bhopal',
  course_name: 'B.Tech',
  branch: 'Civil',
  institute_name: 'LNCT',
  total_seats: 60,
  left_seats: 10,
  price_per_seat: '125000.50',
  ...overrides,
});
const line = (overrides: Partial<QuotedLine> = {}): QuotedLine => ({
  id: 'a',
  selectedSeats: 2,
  pricePerSeat: 125000.5,
  totalPrice: 250001,
  ...overrides,
});

describe('the states of an adoption', () => {
  const STATES = ['draft', 'pledged', 'held', 'completed', 'expired', 'refund_due', 'replaced', 'cancelled'] as const;
  const EVENTS = [
    'verified',
    'phone_verified',
    'payment_started',
    'payment_failed',
    'paid',
    'paid_too_late',
    'paid_again',
    'hold_ended',
    'replaced',
    'cancelled',
  ] as const;

  test('A-01 A-02 all transitions and their effect on the seats', () => {
    const table = STATES.flatMap((from) =>
      EVENTS.flatMap((event) => {
        const step = transition(from, event);
        if (!step) return [];
        expect(step.from).toBe(from);
        return [`${from} ${event} → ${step.to}, ${step.seats}`];
      }),
    );
    expect(table).toEqual([
      'draft verified → pledged, adopt',
      'draft phone_verified → held, hold',
      'draft replaced → replaced, none',
      'pledged cancelled → cancelled, return',
      'held payment_started → held, none',
      'held payment_failed → held, none',
      'held paid → completed, settle',
      'held hold_ended → expired, release',
      'held replaced → replaced, release',
      'completed paid_again → completed, none',
      'expired payment_failed → expired, none',
      'expired paid → completed, adopt',
      'expired paid_too_late → refund_due, none',
      'refund_due payment_failed → refund_due, none',
      'refund_due paid_again → refund_due, none',
      'replaced payment_failed → replaced, none',
      'replaced paid → completed, adopt',
      'replaced paid_too_late → refund_due, none',
    ]);
  });

  test('requireTransition throws for a transition that is not in the table, or has another effect on the seats', () => {
    expect(requireTransition('held', 'hold_ended', 'release')).toEqual({
      from: 'held',
      event: 'hold_ended',
      to: 'expired',
      seats: 'release',
    });
    expect(() => requireTransition('pledged', 'replaced', 'release')).toThrow();
    expect(() => requireTransition('held', 'hold_ended', 'none')).toThrow();
  });

  test('A-58 seats are adopted once an adoption is pledged or completed', () => {
    expect(ADOPTED_STATES).toEqual(['pledged', 'completed']);
  });
});

describe('a selection and the current catalogue', () => {
  test('nothing changed', () => {
    expect(compareWithCatalogue([line()], [course()])).toEqual([]);
  });

  test('a course that no longer exists', () => {
    expect(compareWithCatalogue([line()], [])).toEqual([{ id: 'a', kind: 'gone' }]);
  });

  test('a full course is reported as full whatever was selected', () => {
    const full = course({ left_seats: 0 });
    expect(compareWithCatalogue([line()], [full])).toEqual([{ id: 'a', kind: 'full', course: full }]);
  });

  test('fewer seats than selected, exactly enough seats', () => {
    expect(compareWithCatalogue([line({ selectedSeats: 11 })], [course()])).toMatchObject([
      { kind: 'seats', available: 10 },
    ]);
    expect(compareWithCatalogue([line({ selectedSeats: 10 })], [course()])).toEqual([]);
  });

  test('a price and seats that changed together are two changes, in the order of the lines', () => {
    const changes = compareWithCatalogue(
      [line({ id: 'b' }), line({ selectedSeats: 11, pricePerSeat: 100000 })],
      [course()],
    );
    expect(changes).toMatchObject([
      { id: 'b', kind: 'gone' },
      { id: 'a', kind: 'seats', available: 10 },
      { id: 'a', kind: 'price', fromPaise: 10000000, toPaise: 12500050 },
    ]);
  });
});

describe('a quote', () => {
  test('R-BIZ-01 R-BIZ-03 the total is the plain sum of seats × price, in paise', () => {
    const second = course({ id: 'b', price_per_seat: '0.10' });
    const lines = [line(), line({ id: 'b', selectedSeats: 3, pricePerSeat: 0.1, totalPrice: 0.3 })];
    expect(quoteSelection(lines, 250001.3, [course(), second])).toEqual({ ok: true, totalPaise: 25000130 });
  });

  test.each([
    ['a total of one rupee', [line()], 1],
    ['a line total that is wrong', [line({ totalPrice: 1 })], 250001],
    ['a price that is wrong', [line({ pricePerSeat: 1, totalPrice: 2 })], 2],
  ])('%s is refused', (_what, lines, total) => {
    expect(quoteSelection(lines, total, [course()])).toEqual({ ok: false, code: 'selection.changed' });
  });

  test('R-VAL-26 more seats than available returns the maximum', () => {
    const lines = [line({ selectedSeats: 11, totalPrice: 1375005.5 })];
    expect(quoteSelection(lines, 1375005.5, [course()])).toEqual({
      ok: false,
      code: 'seats.max',
      params: { available: 10 },
    });
  });

  test('R-VAL-31 a full course returns that none are left', () => {
    expect(quoteSelection([line()], 250001, [course({ left_seats: 0 })])).toEqual({
      ok: false,
      code: 'seats.none_left',
    });
  });

  test('R-VAL-30 a course that is unknown or closed is an invalid selection', () => {
    expect(quoteSelection([line()], 250001, [])).toEqual({ ok: false, code: 'course.unknown' });
  });
});
