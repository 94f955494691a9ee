import { describe, expect, test } from 'vitest';
import { writeCartSeats } from './cart-seats';
import { planQuery, readWishes } from './wishes';

describe('readWishes', () => {
  test('reads every wish from the address', () => {
    const { wishes, problems } = readWishes({
      budget: '25 lakh',
      for: 'course',
      cart: '3f8f4d2c0f3c.4_9d5a4d2c0f3c.12_x',
      type: ['B.Tech', 'iti', 'Nothing'],
      words: ' computer ',
      place: 'Indore',
      km: '50',
      session: '2027-28',
      aim: 'spread',
      least: '२',
      most: '10',
    });
    expect(problems).toEqual({});
    expect(wishes).toEqual({
      budget: 25_00_000_00,
      period: 'course',
      types: ['B.Tech', 'ITI'],
      words: 'computer',
      shares: [],
      place: 'Indore',
      km: 50,
      session: '2027-28',
      aim: 'spread',
      min: 2,
      max: 10,
      cart: new Map([
        ['3f8f4d2c0f3c', 4],
        ['9d5a4d2c0f3c', 12],
      ]),
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

  test('takes shares out of the words, and keeps those of the fields else', () => {
    const read = (words: string, share?: string[]) => {
      const { typed, shares, wishes } = readWishes({ budget: '5', words, share });
      expect(wishes).toMatchObject({ words: typed.words, shares });
      return [typed.words, ...shares];
    };
    expect(read('electrician, fitter')).toEqual(['electrician, fitter']);
    expect(read('electrician, fitter', ['70', ''])).toEqual(['electrician, fitter', '70', '']);
    expect(read('electrician 60 %, fitter 40 %', ['10', '90'])).toEqual(['electrician, fitter', '60', '40']);
    expect(read('60% electrician and fitter')).toEqual(['electrician, fitter', '60', '']);
    expect(read('(७५ प्रतिशत) फिटर, वेल्डर')).toEqual(['फिटर, वेल्डर', '७५', '']);
  });

  test('planQuery writes what the fields would send', () => {
    const params =
      'budget=25+lakh&for=course&words=a%2C+b&share=60&share=&place=Indore&km=50&type=ITI&aim=spread&least=2';
    const read = (query: string) => {
      const given = new URLSearchParams(query);
      return readWishes(Object.fromEntries([...given.keys()].map((key) => [key, given.getAll(key)])));
    };
    expect(planQuery(read(params))).toBe(params);
    expect(planQuery(read(params), { place: '', km: '', shares: [10, 90], cart: 'none' })).toBe(
      'budget=25+lakh&for=course&words=a%2C+b&share=10&share=90&type=ITI&aim=spread&least=2&cart=none',
    );
  });

  test('the cart is written by the first bits of the ids', () => {
    const line = { pricePaise: 1, branch: '', courseName: 'ITI', city: '', institute: '' };
    const lines = [{ ...line, id: '9D5A4D2C-0F3C-4b63-9d5a-0a9d0f7f6a12', selectedSeats: 12 }];
    expect(writeCartSeats(lines)).toBe('9d5a4d2c0f3c.12');
    expect(writeCartSeats([])).toBe('none');
    expect(readWishes({ budget: '5', cart: 'none' }).wishes!.cart).toBeNull();
    expect(readWishes({ budget: '5' }).wishes!.cart).toBeNull();
  });
});
