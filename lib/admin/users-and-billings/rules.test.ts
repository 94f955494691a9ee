import { describe, expect, test } from 'vitest';
import {
  billingParams,
  lockedCourseText,
  parseBillingFilter,
  parseUserFilter,
  phoneDigits,
  searchWords,
  userParams,
} from './rules';

const DEFAULT = { sort: 'created', dir: 'desc' };

describe('parseBillingFilter', () => {
  test('without parameters, or with those of an empty form, selects all in the default order', () => {
    const form = {
      q: '',
      status: '',
      verified: '',
      type: '',
      city: ' ',
      institute: '',
      branch: '',
      course: '',
      from: '',
      to: '',
      sort: '',
      dir: '',
      page: '',
    };
    for (const params of [{}, form, new URLSearchParams('utm_source=mail')])
      expect(parseBillingFilter(params)).toEqual({ filter: DEFAULT, page: 1, problems: [] });
  });

  test('parses every parameter, of a page and of a request', () => {
    const given = {
      q: ' टाटा  motors ',
      status: 'refund_due',
      verified: 'no',
      type: 'B.Tech',
      city: 'Bhopal',
      institute: 'Government',
      branch: 'Civil',
      course: '5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001',
      from: '2026-01-31',
      to: '2026-01-31',
      sort: 'company',
      dir: 'asc',
    } as const;
    const read = { filter: { ...given, q: 'टाटा  motors' }, page: 7, problems: [] };
    expect(parseBillingFilter({ ...given, page: '7' })).toEqual(read);
    expect(parseBillingFilter(new URLSearchParams({ ...given, page: '7' }))).toEqual(read);
  });

  test.each([
    ['status', 'paid'],
    ['verified', 'maybe'],
    ['type', 'b.tech'],
    ['course', 'civil'],
    ['from', '2026-02-30'],
    ['from', '0000-01-01'],
    ['to', '21 Nov'],
    ['sort', 'password_hash'],
    ['dir', 'up'],
    ['q', 'x'.repeat(101)],
    ['q', 'a\0b'],
    ['city', '\ud800'],
    ['page', '0'],
    ['page', '1e9'],
  ])('leaves out %s=%j and names it, and keeps the rest', (key, value) => {
    const others = { status: 'completed', q: 'tata', city: 'Indore' };
    const { filter, page, problems } = parseBillingFilter({ ...others, [key]: value });
    const { [key as 'q']: _, ...kept } = { ...DEFAULT, ...others };
    expect(filter).toEqual(key in DEFAULT ? { ...DEFAULT, ...others } : kept);
    expect([page, problems]).toEqual([1, [key]]);
  });

  test('omits a repeated parameter', () => {
    expect(parseBillingFilter({ city: ['Indore', 'Bhopal'] })).toEqual({
      filter: DEFAULT,
      page: 1,
      problems: ['city'],
    });
    expect(parseBillingFilter(new URLSearchParams('page=1&page=2')).problems).toEqual(['page']);
  });

  test('omits both days if `from` is after `to`', () => {
    expect(parseBillingFilter({ from: '2026-03-02', to: '2026-03-01', q: 'a' })).toEqual({
      filter: { ...DEFAULT, q: 'a' },
      page: 1,
      problems: ['from', 'to'],
    });
  });

  test('ignores names of Object.prototype', () => {
    expect(parseUserFilter(JSON.parse('{"__proto__": {"q": "x"}, "constructor": "y"}'))).toEqual({
      filter: DEFAULT,
      page: 1,
      problems: [],
    });
  });
});

describe('billingParams and userParams', () => {
  test('omit defaults', () => {
    expect(billingParams({})).toBe('');
    expect(billingParams({ sort: 'created', dir: 'desc', q: undefined, city: '' }, 1)).toBe('');
    expect(userParams({ kind: 'guest', dir: 'asc' }, 3)).toBe('kind=guest&dir=asc&page=3');
  });

  test('round-trip', () => {
    const filter = {
      q: '100%_& टाटा=+',
      type: 'M.Tech',
      city: 'Agar Malwa',
      from: '2026-01-01',
      sort: 'total',
      dir: 'asc',
    } as const;
    expect(parseBillingFilter(new URLSearchParams(billingParams(filter, 12)))).toEqual({
      filter,
      page: 12,
      problems: [],
    });
    const users = { q: 'a@b.in', kind: 'registered', sort: 'name', dir: 'desc' } as const;
    expect(parseUserFilter(new URLSearchParams(userParams(users)))).toEqual({ filter: users, page: 1, problems: [] });
  });
});

test('search words are split at any whitespace, NFC-normalized, and stripped of invisible characters', () => {
  expect(searchWords('  Tata\u00a0 Mo\u200btors\tcafe\u0301 ')).toEqual(['Tata', 'Motors', 'caf\u00e9']);
  expect(searchWords(' \u200b ')).toEqual([]);
});

test('a word that looks like a phone number is reduced to its digits', () => {
  expect(['98765-43210', '+919876543210', '+91', '(0755)', 'B-12', '98765x'].map(phoneDigits)).toEqual([
    '9876543210',
    '9876543210',
    '',
    '0755',
    '',
    '',
  ]);
});

test('A-74 a locked course is formatted with its institute, if it has one', () => {
  const line = { courseName: 'B.Tech', branch: 'Civil', institute: 'MANIT', city: 'Bhopal', seats: 12 };
  expect(lockedCourseText(line)).toBe('B.Tech Civil, MANIT, Bhopal: 12 seats');
  expect(lockedCourseText({ ...line, institute: '' })).toBe('B.Tech Civil, Bhopal: 12 seats');
});
