import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import { DEFAULT_LOCALE, LANGUAGES, LOCALES } from '@/lib/platform/i18n/locale';
import { namesOf } from './names';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const names = namesOf(CATALOGUES.hi.names);

type Boundaries = { features: { properties: { district: string; aliases: string[]; hq: string } }[] };
const districts = (JSON.parse(read('public/geo/mp-districts.geojson')) as Boundaries).features.map(
  ({ properties }) => properties,
);
const [head, ...rows] = read('db/seed/sample-catalogue.csv').trim().split(/\r?\n/);
const cities = [...new Set(rows.map((row) => row.split(',')[0]!))];

describe.each(LOCALES.filter((locale) => locale !== DEFAULT_LOCALE))('the names of the catalogue in %s', (locale) => {
  const { place, type } = namesOf(CATALOGUES[locale].names);
  const translated = new RegExp(`^[\\p{Script=${LANGUAGES[locale].script}} ().]+$`, 'u');

  test('all 55 districts, by every known name, and their headquarters', () => {
    expect(districts).toHaveLength(55);
    const all = districts.flatMap(({ district, aliases, hq }) => [district, ...aliases, hq]);
    expect(all.filter((name) => !translated.test(place(name)))).toEqual([]);
  });

  test('every city of the sample catalogue', () => {
    expect(head).toMatch(/^City,/);
    expect(cities.length).toBeGreaterThan(40);
    expect(cities.filter((city) => !translated.test(place(city)))).toEqual([]);
  });

  test('no two districts have the same name', () => {
    expect(new Set(districts.map(({ district }) => place(district))).size).toBe(55);
  });

  test('every course type', () => {
    expect(COURSE_TYPES.filter((courseType) => !translated.test(type(courseType)))).toEqual([]);
  });
});

test('a full stop in a name does not matter', () => {
  expect(names.place('Dr. Ambedkar Nagar')).toBe('डॉ. अंबेडकर नगर');
  expect(names.place('Dr Ambedkar Nagar')).toBe('डॉ. अंबेडकर नगर');
});

test('a name in any spelling; one without a translation stays as it is', () => {
  expect(names.type('b.tech')).toBe('बी.टेक');
  expect(names.place(' INDORE ')).toBe('इंदौर');
  expect(names.place('Nagpur')).toBe('Nagpur');
  expect(names.type('Ph.D')).toBe('Ph.D');
  expect(names.place('constructor')).toBe('constructor');
});

test('English uses the names of the catalogue', () => {
  expect(namesOf(CATALOGUES.en.names).place('Indore')).toBe('Indore');
  expect(namesOf(CATALOGUES.en.names).type('B.Tech')).toBe('B.Tech');
});
