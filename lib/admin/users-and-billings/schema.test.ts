import { describe, expect, test } from 'vitest';
import { BILLING_LIST, USER_LIST } from './schema';

const DEFAULT = { sort: 'created', dir: 'desc' };

describe('the parameters of a list', () => {
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
      expect(BILLING_LIST.parse(params)).toEqual({ filter: DEFAULT, page: 1, problems: [] });
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
    expect(BILLING_LIST.parse({ ...given, page: '7' })).toEqual(read);
    expect(BILLING_LIST.parse(new URLSearchParams({ ...given, page: '7' }))).toEqual(read);
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
    const { filter, page, problems } = BILLING_LIST.parse({ ...others, [key]: value });
    const { [key as 'q']: _, ...kept } = { ...DEFAULT, ...others };
    expect(filter).toEqual(key in DEFAULT ? { ...DEFAULT, ...others } : kept);
    expect([page, problems]).toEqual([1, [key]]);
  });
});

describe('the query of a list', () => {
  test('is parsed as it was written', () => {
    const filter = {
      q: '100%_& टाटा=+',
      type: 'M.Tech',
      city: 'Agar Malwa',
      from: '2026-01-01',
      sort: 'total',
      dir: 'asc',
    } as const;
    expect(BILLING_LIST.parse(new URLSearchParams(BILLING_LIST.query(filter, 12)))).toEqual({
      filter,
      page: 12,
      problems: [],
    });
    const users = { q: 'a@b.in', kind: 'registered', sort: 'name', dir: 'desc' } as const;
    expect(USER_LIST.parse(new URLSearchParams(USER_LIST.query(users)))).toEqual({
      filter: users,
      page: 1,
      problems: [],
    });
  });
});
