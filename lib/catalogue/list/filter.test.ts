import { describe, expect, test } from 'vitest';
import { amountOf, listHref, parseListFilter } from './filter';

const ID = '3f2b8a52-1b5e-4a5e-9a63-0d2a3a0c8f10';

describe('the parameters of a course list', () => {
  test('all of them are read, empty ones as absent', () => {
    const query = `q=%20CSE%20&institute=${ID}&free=1&min=50000&max=1,25,000.50&sort=price&budget=%E2%82%B925,00,000&page=2`;
    const { filter, page, problems } = parseListFilter(new URLSearchParams(query));
    expect({ filter, page, problems }).toEqual({
      filter: {
        q: 'CSE',
        institute: ID,
        free: '1',
        min: '50000',
        max: '1,25,000.50',
        sort: 'price',
        budget: '₹25,00,000',
      },
      page: 2,
      problems: [],
    });
    expect(amountOf(filter.max)).toBe(1_25_000_50);
    expect(amountOf(filter.budget)).toBe(25_00_000_00);
    expect(parseListFilter({ q: '', sort: '', min: ' ' })).toEqual({
      filter: { sort: 'institute' },
      page: 1,
      problems: [],
    });
  });

  test('invalid and repeated ones are ignored and named', () => {
    const given = { institute: 'x', free: 'yes', min: '-1', max: '1e9', sort: 'name', budget: ['1', '2'], page: '0' };
    const { filter, problems } = parseListFilter(given);
    expect(filter).toEqual({ sort: 'institute' });
    expect(problems.toSorted()).toEqual(['budget', 'free', 'institute', 'max', 'min', 'page', 'sort']);
  });

  test('a lowest price above the highest ignores both', () => {
    const { filter, problems } = parseListFilter({ min: '2', max: '1', q: 'civil' });
    expect(filter).toEqual({ q: 'civil', sort: 'institute', min: undefined, max: undefined });
    expect(problems).toEqual(['min', 'max']);
  });

  test('an address has what differs from the default', () => {
    const { filter } = parseListFilter({ q: 'a b', sort: 'institute', free: '1' });
    expect(listHref('/course-list/Indore', filter)).toBe('/course-list/Indore?q=a+b&free=1');
    expect(listHref('/course-list/Indore', filter, 3)).toBe('/course-list/Indore?q=a+b&free=1&page=3');
    expect(listHref('/course-list/Indore', { sort: 'institute' })).toBe('/course-list/Indore');
  });
});
