import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import type { Figures } from '@/lib/catalogue/district-figures/schema';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { courseKey } from './cart-seats';
import { planSeats } from './match';
import type { Wishes } from './wishes';

const course = (id: string, changes: Partial<Course> = {}): Course => ({
  id,
  city: 'Indore',
  course_name: 'B.Tech',
  branch: 'Mechanical Engineering',
  institute_name: 'A College',
  total_seats: 20,
  left_seats: 10,
  price_paise: 100,
  ...changes,
});
const result = (courses: readonly Course[], changes: Partial<Wishes> = {}, figures: Figures | null = null) =>
  planSeats(
    courses,
    {
      budget: 1_000_000,
      period: 'year',
      types: [],
      words: '',
      shares: [],
      place: '',
      km: null,
      session: null,
      aim: 'students',
      min: 1,
      max: Infinity,
      cart: null,
      ...changes,
    },
    placeFinder(),
    figures,
  );
const plan = (courses: readonly Course[], changes?: Partial<Wishes>, figures?: Figures) => {
  const planned = result(courses, changes, figures);
  return planned.ok ? planned.plan : null;
};
const chosen = (courses: readonly Course[], changes?: Partial<Wishes>) =>
  plan(courses, changes)?.lines.map(({ course: { id }, seats }) => [id, seats]);

describe('planSeats', () => {
  test('takes only courses that fit the types and the words', () => {
    const courses = [
      course('mech'),
      course('cse', { branch: 'Computer Science and Engineering' }),
      course('iti', { course_name: 'ITI', branch: 'Mechanic Diesel' }),
    ];
    expect(chosen(courses, { types: ['ITI'] })).toEqual([['iti', 10]]);
    expect(chosen(courses, { words: 'CSE' })).toEqual([['cse', 10]]);
    expect(chosen(courses, { words: 'mech', types: ['B.Tech'] })).toEqual([['mech', 10]]);
    expect(plan(courses, { words: 'astrology' })).toMatchObject({ lines: [], matching: 0 });
  });

  test('names full courses that fit the wishes and the rest of the budget', () => {
    const courses = [
      course('mech'),
      course('full', { left_seats: 0 }),
      course('dear', { left_seats: 0, price_paise: 5_000 }),
      course('cse', { left_seats: 0, branch: 'Computer Science and Engineering' }),
      course('far', { left_seats: 0, city: 'Rewa' }),
    ];
    const named = (changes: Partial<Wishes>) => plan(courses, changes)?.full.map(({ id }) => id);
    expect(named({ words: 'mech', place: 'Indore', budget: 2_000 })).toEqual(['full']);
    expect(named({ words: 'mech', place: 'Indore', budget: 500 })).toEqual([]);
    expect(named({ words: 'mech' })).toEqual(['full', 'dear', 'far']);
  });

  test('a place without a distance is that city, in either language; with one also its neighbours', () => {
    const courses = [
      course('indore'),
      course('pithampur', { city: 'Pithampur' }),
      course('rewa', { city: 'Rewa' }),
      course('nowhere', { city: 'Nowhere Nagar' }),
    ];
    expect(chosen(courses, { place: 'indore' })).toEqual([['indore', 10]]);
    expect(chosen(courses, { place: 'इंदौर' })).toEqual([['indore', 10]]);
    expect(chosen(courses, { place: 'Indore', km: 50 })).toEqual([
      ['indore', 10],
      ['pithampur', 10],
    ]);
    expect(chosen(courses, { words: 'near Pithampur' })).toEqual([
      ['indore', 10],
      ['pithampur', 10],
    ]);
    expect(chosen(courses, { place: 'Nowhere Nagar', km: 50 })).toEqual([['nowhere', 10]]);
    expect(result(courses, { place: 'Atlantis' })).toEqual({ ok: false, problem: 'placeUnknown' });
  });

  test('nearby goes as far as every trade has seats, and says how far; from 50 km on', () => {
    const courses = [
      course('fitter', { branch: 'Fitter', city: 'Indore' }),
      course('welder', { branch: 'Welder', city: 'Ujjain' }),
      course('turner', { branch: 'Turner', city: 'Rewa' }),
    ];
    const near = (words: string) => plan(courses, { words, place: 'Pithampur', km: 'near' });
    expect(near('fitter')).toMatchObject({
      around: { place: 'Pithampur', km: 50 },
      lines: [{ course: { id: 'fitter' } }],
    });
    expect(near('fitter, welder')).toMatchObject({ around: { km: 100 }, lines: [{}, {}] });
    // Rewa is farther than the widest circle: it does not widen it for the others.
    expect(near('fitter, turner')).toMatchObject({ around: { km: 50 }, lines: [{ course: { id: 'fitter' } }] });
    expect(plan(courses, { words: 'welder near Pithampur' })).toMatchObject({ around: { km: 100 }, lines: [{}] });
    expect(plan(courses, { words: 'fitter, welder within 50 km of Pithampur' })!.lines).toHaveLength(1);
  });

  test('what is left is spent on trades of the same course types', () => {
    const courses = [
      course('fitter', { course_name: 'ITI', branch: 'Fitter', left_seats: 1 }),
      course('welder', { course_name: 'ITI', branch: 'Welder' }),
      course('cse', { branch: 'Computer Science' }),
    ];
    const { remainder } = plan(courses, { budget: 1_000, words: 'fitter' })!;
    expect(remainder.trades.map(({ branch }) => branch)).toEqual(['Welder']);
  });

  test('leaves out full courses and courses without a price, and counts the others', () => {
    const courses = [course('full', { left_seats: 0 }), course('free', { price_paise: 0 }), course('open')];
    expect(plan(courses, { budget: 250 })).toMatchObject({
      lines: [{ course: { id: 'open' }, seats: 2 }],
      count: 2,
      paise: 200,
      countBound: 2,
      paiseBound: 200,
      matching: 1,
    });
  });

  test('limits count for an institute in its city', () => {
    const courses = [
      course('a'),
      course('b', { branch: 'Civil' }),
      course('c', { city: 'Rewa' }),
      course('d', { institute_name: 'B College' }),
    ];
    const lines = plan(courses, { max: 3 })!.lines;
    const of = (ids: string[]) =>
      lines.reduce((sum, { course: { id }, seats }) => (ids.includes(id) ? sum + seats : sum), 0);
    expect([of(['a', 'b']), of(['c']), of(['d'])]).toEqual([3, 3, 3]);
  });

  const iti = (id: string, changes: Partial<Course> = {}) => course(id, { course_name: 'ITI', ...changes });

  test('gives each trade its share, what it leaves to the trades in order, and a course to the first trade that it fits', () => {
    const courses = [
      iti('electrician', { branch: 'Electrician', left_seats: 9, price_paise: 100 }),
      iti('fitter', { branch: 'Fitter', left_seats: 9, price_paise: 130 }),
    ];
    const both = { words: 'fitter, electrician iti', shares: ['60', ''] };
    // 600 buy 4 fitters for 520, 400 buy 4 electricians; of the 80 that are left nobody gets a seat.
    expect(plan(courses, { budget: 1000, ...both })).toMatchObject({
      lines: [
        { course: { id: 'electrician' }, seats: 4 },
        { course: { id: 'fitter' }, seats: 4 },
      ],
      count: 8,
      paise: 920,
      countBound: 8,
      trades: [
        { words: 'fitter', count: 4, paise: 520, matching: 1 },
        { words: 'electrician', count: 4, paise: 400, matching: 1 },
      ],
      remainder: { paise: 80, next: { course: { id: 'electrician' }, morePaise: 20 } },
    });
    // There are no welders at this place: the fitters get everything.
    const welder = iti('welder', { branch: 'Welder', left_seats: 0 });
    expect(plan([...courses, welder], { budget: 1000, words: 'welder fitter' })).toMatchObject({
      count: 7,
      trades: [{ words: 'welder', matching: 0, count: 0 }, { words: 'fitter' }],
    });
    expect(plan(courses, { budget: 1000, words: 'astronaut, fittr' })).toMatchObject({
      count: 7,
      query: { unknown: ['astronaut'], corrected: 'astronaut, Fitter' },
    });
    expect(result(courses, { budget: 1000, ...both, shares: ['60', '50'] })).toEqual({
      ok: false,
      problem: 'shareSum',
      trades: ['fitter', 'electrician'],
    });
  });

  test('does not propose what is in the cart, and counts it', () => {
    const ids = ['3f8f4d2c-0f3c-4b63-9d5a-0a9d0f7f6a11', '9d5a4d2c-0f3c-4b63-9d5a-0a9d0f7f6a12'];
    const courses = [course(ids[0]!, { left_seats: 10 }), course(ids[1]!, { price_paise: 200, left_seats: 3 })];
    const cart = new Map([
      [courseKey(ids[0]!), 8],
      ['000000000000', 5],
    ]);
    expect(plan(courses, { budget: 1400, cart })).toMatchObject({
      lines: [
        { course: { id: ids[0], left_seats: 2 }, seats: 2, inCart: 8 },
        { course: { id: ids[1] }, seats: 2, inCart: 0 },
      ],
      paise: 600,
      inCart: { seats: 8, paise: 800 },
    });
    expect(plan(courses, { budget: 700, cart })).toMatchObject({ lines: [], inCart: { paise: 800 } });
  });

  test('for the whole course a seat costs its price for each year; courses of unknown duration are left out', () => {
    const courses = [
      iti('two', { duration_years: 2 }),
      course('four', { duration_years: 4, price_paise: 60 }),
      course('unknown', { price_paise: 10 }),
    ];
    expect(plan(courses, { budget: 2240, period: 'course' })).toMatchObject({
      lines: [
        { course: { id: 'two' }, seats: 10 },
        { course: { id: 'four' }, seats: 1 },
      ],
      paise: 2240,
      unknown: 1,
      remainder: { paise: 0 },
    });
  });

  test('a session leaves out the others, and the whole course is counted from the year of study', () => {
    const courses = [
      iti('this', { duration_years: 2, session: '2026-27' }),
      iti('next', { duration_years: 2, session: '2027-28', study_year: 2 }),
    ];
    const wishes = { budget: 1_000_000, period: 'course' as const };
    expect(plan(courses, wishes)).toMatchObject({ count: 20, paise: 3000 });
    expect(plan(courses, { ...wishes, session: '2027-28' })).toMatchObject({
      lines: [{ course: { id: 'next' } }],
      paise: 1000,
    });
  });

  test('says how to spend what is left: a wider circle, and other trades at the same place', () => {
    const courses = [
      iti('electrician', { branch: 'Electrician', left_seats: 2 }),
      iti('welder', { branch: 'Welder', left_seats: 5, price_paise: 110 }),
      iti('carpenter', { branch: 'Carpenter', left_seats: 1, price_paise: 9000 }),
      iti('near', { branch: 'Electrician', city: 'Dewas', left_seats: 3, price_paise: 150 }),
      iti('far', { branch: 'Electrician', city: 'Rewa' }),
    ];
    const { remainder } = plan(courses, { budget: 500, words: 'electrician', place: 'Indore', km: 25 })!;
    expect(remainder).toEqual({
      paise: 300,
      next: null,
      around: { km: 50, seats: 2, paise: 300 },
      trades: [{ branch: 'Welder', seats: 2, paise: 220 }],
    });
    expect(plan(courses, { budget: 500, words: 'electrician', place: 'Rewa', km: 25 })!.remainder.paise).toBe(0);
  });
});

test('where least arrives: towns count for their district, and seats where there is no figure are said', () => {
  const courses = [
    course('indore'),
    // A town in the district of Dhar.
    course('town', { city: 'Pithampur' }),
    course('unknown', { city: 'Nowhere' }),
  ];
  const seats = (changes: Partial<Wishes>, figures?: Figures) =>
    plan(courses, { aim: 'least', ...changes }, figures)!.lines.map(({ course: { id }, seats: count }) => [id, count]);
  const figures = { Indore: 40, Dhar: 2.5 };
  expect(seats({ budget: 500 }, figures)).toEqual([['town', 5]]);
  expect(seats({ budget: 1500 }, figures)).toEqual([
    ['indore', 5],
    ['town', 10],
  ]);
  expect(plan(courses, { aim: 'least', budget: 2200 }, figures)!.byFigure).toEqual({ seatsWithout: 2 });
  expect(plan(courses, { budget: 2200 }, figures)!.byFigure).toBeNull();
  // Without a file it is as for most students.
  expect(seats({ budget: 500 })).toEqual(
    plan(courses, { budget: 500 })!.lines.map((line) => [line.course.id, line.seats]),
  );
  expect(plan(courses, { aim: 'least', budget: 500 })!.byFigure).toBeNull();
});
