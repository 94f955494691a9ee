import { describe, expect, test } from 'vitest';
import { readWishes } from './wishes';

describe('readWishes', () => {
  test('reads every wish from the address', () => {
    const { wishes, problems } = readWishes({
      budget: '25 lakh',
      type: ['B.Tech', 'iti', 'Nothing'],
      words: ' computer ',
      place: 'Indore',
      km: '50',
      aim: 'spread',
      least: '२',
      most: '10',
    });
    expect(problems).toEqual({});
    expect(wishes).toEqual({
      budget: 25_00_000_00,
      types: ['B.Tech', 'ITI'],
      words: 'computer',
      place: 'Indore',
      km: 50,
      aim: 'spread',
      min: 2,
      max: 10,
    });
  });

  test('has no problems before the form is sent', () => {
    expect(readWishes({})).toMatchObject({ wishes: null, problems: {}, aim: 'students', types: [], km: null });
    expect(readWishes({ type: 'ITI' })).toMatchObject({ wishes: null, problems: {}, types: ['ITI'] });
  });

  test.each([
    [{ budget: ' ' }, { budget: 'budgetMissing' }],
    [{ budget: '0' }, { budget: 'budgetZero' }],
    [{ budget: '1e30' }, { budget: 'budgetUnreadable' }],
    [{ budget: '101 crore' }, { budget: 'budgetHigh' }],
    [{ budget: '1', least: '0' }, { least: 'leastRange' }],
    [{ budget: '1', most: '-1' }, { most: 'mostRange' }],
    [{ budget: '1', most: '10001' }, { most: 'mostRange' }],
    [{ budget: '1', least: '5', most: '4' }, { most: 'mostBelowLeast' }],
    [{ budget: '1', words: 'x'.repeat(101) }, { words: 'wordsLong' }],
    [{ budget: '1', place: 'a\0b' }, { place: 'placeUnknown' }],
  ])('keeps what was typed and names the field: %j', (params, expected) => {
    const form = readWishes(params);
    expect(form.wishes).toBeNull();
    expect(form.problems).toEqual(expected);
    for (const [field, text] of Object.entries(params)) expect(form.typed).toHaveProperty(field, text);
  });

  test('ignores unknown choices and repeated texts', () => {
    expect(readWishes({ budget: ['5', '6'], aim: 'x', km: '7' }).wishes).toMatchObject({
      budget: 500,
      aim: 'students',
      km: null,
      min: 1,
      max: Infinity,
    });
    expect(readWishes({ __proto__: ['1'], budget: '5' }).wishes).toMatchObject({ budget: 500 });
  });
});
