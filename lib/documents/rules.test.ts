import { describe, expect, test } from 'vitest';
import { breakLines, paginate } from './rules';
import { isoDate } from '@/lib/platform/dates';
import { seatsByType } from '@/lib/adoption/core/summary';

/** A font in which every UTF-16 unit is one point wide. */
const byLength = (part: string) => part.length;

describe('breakLines', () => {
  test('fills lines and breaks at spaces, line ends and control characters alike', () => {
    expect(breakLines('Government  Engineering\nCollege\tIndore', byLength, 12)).toBe(
      'Government\nEngineering\nCollege\nIndore',
    );
    expect(breakLines('one two three', byLength, 7)).toBe('one two\nthree');
    expect(breakLines('one two three', byLength, 13)).toBe('one two three');
  });

  test('cuts a word wider than a line after a separator of an address, else between letters, and adds nothing', () => {
    expect(breakLines('radhika@narmada.example', byLength, 12)).toBe('radhika@\nnarmada.\nexample');
    expect(breakLines('A'.repeat(25), byLength, 10)).toBe(`${'A'.repeat(10)}\n${'A'.repeat(10)}\n${'A'.repeat(5)}`);
  });

  test('never separates a Hindi letter from its signs', () => {
    const lines = breakLines('प्रौद्योगिकी', byLength, 5).split('\n');
    expect(lines.join('')).toBe('प्रौद्योगिकी');
    for (const line of lines) expect(line).not.toMatch(/^\p{M}/u);
  });

  test('a text of blanks is empty', () => {
    expect(breakLines(' \n ', byLength, 5)).toBe('');
  });
});

test('seatsByType adds up the seats of a type, in the order of first appearance', () => {
  const line = (courseName: string, seats: number) => ({ courseName, seats });
  expect(seatsByType([line('ITI', 3), line('B.Tech', 2), line('ITI', 4)])).toEqual([line('ITI', 7), line('B.Tech', 2)]);
});

test('isoDate is the UTC date, also when it is already the next day in India', () => {
  expect(isoDate(new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-21');
});

test('paginate fills each page in order, loses nothing and puts a line that is too tall on its own page', () => {
  const deal = (heights: number[]) => paginate(heights, (height) => height, { first: 5, next: 10 });
  expect(deal([2, 2, 2, 4, 4, 1])).toEqual([[2, 2], [2, 4, 4], [1]]);
  expect(deal([20, 3, 20, 3])).toEqual([[20], [3], [20], [3]]);
  expect(deal([])).toEqual([[]]);
});
