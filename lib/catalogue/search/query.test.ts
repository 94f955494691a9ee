import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/catalogue/places/names';
import { placeFinder } from '@/lib/catalogue/places/rules';
import type { Course } from '@/lib/catalogue/schema';
import { matches, QUERY_MAX, readQuery, TERMS_MAX } from './query';
import { searchText } from './terms';
import { vocabularyOfCourses } from './vocabulary';

const course = (branch: string, institute_name: string, city: string, course_name: string): Course => ({
  ...{ id: branch, branch, institute_name, city, course_name },
  ...{ total_seats: 1, left_seats: 1, price_paise: 1 },
});
const COURSES = [
  course('Electrician', 'Government ITI, Dhar', 'Dhar', 'ITI'),
  course('Fitter', 'Government ITI, Dhar', 'Dhar', 'ITI'),
  course('Welder', 'Government ITI, Indore', 'Indore', 'ITI'),
  course('Mine Electrician', 'Mining Polytechnic', 'Indore', 'Diploma'),
  course('Mechanical Engineering', 'Narmada Engineering College', 'Indore', 'B.Tech'),
  course('Computer Science and Engineering', 'Narmada Engineering College', 'Indore', 'B.Tech'),
  course('Electrical and Electronics Engineering', 'Narmada Engineering College', 'Indore', 'B.Tech'),
];
const vocabulary = vocabularyOfCourses(COURSES);
const read = (text: string, options?: { literal: boolean }) => readQuery(text, vocabulary, placeFinder(), options);
const tradesOf = (text: string) => read(text).trades.map((trade) => trade.text);
const found = (text: string) =>
  COURSES.filter((own) => matches(read(text), searchText(own))).map(({ branch }) => branch);

describe('several trades are alternatives', () => {
  test.each([
    'electrician, fitter',
    'electrician or fitter',
    'electrician and fitter',
    'electrician / fitter',
    'electrician & fitter',
    'electrician fitter',
    'electrician fitter Dhar',
    'इलेक्ट्रीशियन और फिटर',
    'इलेक्ट्रीशियन या फिटर',
    'इलेक्ट्रीशियन, फिटर धार में',
    'Electricians; fitters in Dhar',
  ])('%s', (text) => {
    expect(found(text).slice(0, 2)).toEqual(['Electrician', 'Fitter']);
    expect(read(text).trades).toHaveLength(2);
    expect(read(text).unknown).toEqual([]);
  });

  test('the words of one branch, a place, a type or an institute narrow', () => {
    expect(found('mine electrician')).toEqual(['Mine Electrician']);
    expect(tradesOf('electrical and electronics')).toEqual(['electrical electronics']);
    expect(found('computer science and engineering')).toEqual(['Computer Science and Engineering']);
    expect(found('electrician fitter Indore')).toEqual(['Mine Electrician']);
    expect(found('electrician, fitter diploma')).toEqual(['Mine Electrician']);
    expect(found('mechanical engineering college')).toEqual(['Mechanical Engineering']);
    expect(found('fitter welder government iti')).toEqual(['Fitter', 'Welder']);
    expect(found('engineering college')).toHaveLength(3);
  });

  test('each can be searched for alone, with the rest of the query', () => {
    expect(read('electrician and fitters near Pithampur within 50 km').trades).toMatchObject([
      { text: 'electrician', alone: 'electrician and near Pithampur within 50 km' },
      { text: 'fitters', alone: 'and fitters near Pithampur within 50 km' },
    ]);
    expect(read('electrician, fitter Dhar')).toMatchObject({
      trades: [{ alone: 'electrician Dhar' }, { alone: 'fitter Dhar' }],
      rest: 'electrician, fitter',
    });
  });
});

describe('near', () => {
  test.each([
    ['computer science near Pithampur', 'computer science', 'Pithampur'],
    ['engineering nearby the Agar Malwa', 'engineering', 'Agar Malwa'],
    ['welder close to Dewas', 'welder', 'Dewas'],
    ['near Indore', '', 'Indore'],
    ['near Pithampur, fitter', 'fitter', 'Pithampur'],
    ['पीथमपुर के पास कंप्यूटर', 'कंप्यूटर', 'Pithampur'],
    ['आगर मालवा के पास फिटर', 'फिटर', 'Agar Malwa'],
    ['फिटर इंदौर के नज़दीक', 'फिटर', 'Indore'],
  ])('%s', (text, rest, place) => {
    const query = read(text);
    expect(query).toMatchObject({ near: true, rest, placeTerms: [], unknown: [] });
    expect(normalize(query.place!.name)).toBe(normalize(read(place).place!.name));
  });

  test('without a place after it, it has no meaning', () =>
    expect(read('fitter near')).toMatchObject({ near: false, place: null, rest: 'fitter' }));
});

describe('typing errors', () => {
  test.each([
    ['electritian', 'Electrician'],
    ['weldr Indore', 'Welder Indore'],
    ['fitter Pithampr', 'fitter Pithampur'],
    ['fitter near Pithampr', 'fitter near Pithampur'],
    ['eletrician, fiter', 'Electrician, Fitter'],
    ['वेलडर', 'वेल्डर'],
  ])('%s', (text, corrected) => {
    expect(read(text).corrected).toBe(corrected);
    expect(read(text, { literal: true }).corrected).toBeNull();
  });

  test('a word that matches something, or is a trade that nobody offers, is taken as typed', () => {
    for (const text of ['electric', 'weld', 'plumber', 'turner', 'cs', 'xyzzy', 'Mhow'])
      expect(read(text).corrected, text).toBeNull();
  });
});

test('words that match nothing are left out, unless nothing else is left', () => {
  expect(read('CNC fitter')).toMatchObject({ unknown: ['CNC'], rest: 'fitter' });
  expect(found('CNC fitter')).toEqual(['Fitter']);
  expect(found('plumber, fitter')).toEqual(['Fitter']);
  expect(found('plumber')).toEqual([]);
  expect(found('plumber Dhar')).toEqual([]);
});

describe('a budget and a distance', () => {
  test.each([
    ['electrician dhar 25 lakh', 25_00_000],
    ['electrician ₹25,00,000', 25_00_000],
    ['electrician with 25 लाख', 25_00_000],
    ['electrician २५ लाख में', 25_00_000],
    ['electrician under 1.5 crore', 1_50_00_000],
    ['electrician Rs. 50000/-', 50_000],
    ['budget 2500000 electrician', 25_00_000],
    ['electrician, 25lakh', 25_00_000],
    ['50 हज़ार electrician', 50_000],
  ])('%s', (text, rupees) =>
    expect(read(text)).toMatchObject({ budgetPaise: rupees * 100, rest: 'electrician', unknown: [], km: null }),
  );

  test.each([
    ['electrician within 50 km of Pithampur', 50],
    ['electrician 50km Pithampur', 50],
    ['electrician Pithampur 50 किमी', 50],
    ['electrician पीथमपुर से ५० कि.मी. के अंदर', 50],
    ['electrician पीथमपुर के 50 किलोमीटर के भीतर', 50],
    ['electrician up to 12.5 kms from Pithampur', 12.5],
  ])('%s', (text, km) =>
    expect(read(text)).toMatchObject({
      ...{ km, near: true, place: { name: 'Pithampur' }, rest: 'electrician', unknown: [], budgetPaise: null },
    }),
  );

  test('both at once, and numbers that are neither', () => {
    expect(read('fitter, welder within 100 km of Dhar 25 lakh')).toMatchObject({
      ...{ km: 100, budgetPaise: 25_00_000_00, place: { name: 'Dhar' }, rest: 'fitter, welder' },
    });
    expect(read('fitter 25')).toMatchObject({ budgetPaise: null, km: null, unknown: ['25'] });
    const numbered = vocabularyOfCourses([course('Robotics 48213', '', 'Indore', 'ITI')]);
    expect(readQuery('48213', numbered, placeFinder())).toMatchObject({ budgetPaise: null, rest: '48213' });
    expect(read('25 lakh')).toMatchObject({ budgetPaise: 25_00_000_00, isEmpty: false });
  });
});

test.each(['cheapest fitter', 'सबसे सस्ता फिटर', 'fitter lowest price', 'फिटर सबसे कम फीस'])('%s: by price', (text) => {
  expect(read(text)).toMatchObject({ cheapestFirst: true, unknown: [], trades: [{}] });
  expect(read('fitter').cheapestFirst).toBe(false);
});

test('anything can be read, and long texts are cut', () => {
  expect(read('x '.repeat(1000)).unknown).toHaveLength(TERMS_MAX);
  expect(read('x'.repeat(1000)).unknown[0]).toHaveLength(QUERY_MAX);
  for (let code = 0; code < 0x11000; code += 97) {
    const text = String.fromCodePoint(code);
    expect(() => read(`${text}a${text}के पास${text}`)).not.toThrow();
  }
  expect(() => read('\ud800 near \udfff')).not.toThrow();
  for (const text of ['', '  ', '...', 'in the', 'near', ',,']) expect(read(text).isEmpty, text).toBe(true);
});
