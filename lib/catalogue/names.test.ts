import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import en from '../i18n/en/names.json';
import hi from '../i18n/hi/names.json';
import { namesOf } from './names';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const names = namesOf(hi);
const DEVANAGARI = /^[\p{Script=Devanagari} ().]+$/u;

type Boundaries = { features: { properties: { district: string; aliases: string[]; hq: string } }[] };
const districts = (JSON.parse(read('public/geo/mp-districts.geojson')) as Boundaries).features.map(
  ({ properties }) => properties,
);
const [head, ...rows] = read('db/seed/sample-catalogue.csv').trim().split(/\r?\n/);
const cities = [...new Set(rows.map((row) => row.split(',')[0]!))];

describe('Hindi names of the catalogue', () => {
  test('all 55 districts, by every known name, and their headquarters', () => {
    expect(districts).toHaveLength(55);
    const all = districts.flatMap(({ district, aliases, hq }) => [district, ...aliases, hq]);
    expect(all.filter((name) => !DEVANAGARI.test(names.place(name)))).toEqual([]);
  });

  test('every city of the sample catalogue', () => {
    expect(head).toMatch(/^City,/);
    expect(cities.length).toBeGreaterThan(40);
    expect(cities.filter((city) => !DEVANAGARI.test(names.place(city)))).toEqual([]);
  });

  test('a full stop in a name does not matter', () => {
    expect(names.place('Dr. Ambedkar Nagar')).toBe(hi.places['dr ambedkar nagar']);
    expect(names.place('Dr Ambedkar Nagar')).toBe(hi.places['dr ambedkar nagar']);
  });

  test('no two districts have the same name', () => {
    expect(new Set(districts.map(({ district }) => names.place(district))).size).toBe(55);
  });

  test('every course type, in any spelling', () => {
    expect(COURSE_TYPES.filter((type) => !DEVANAGARI.test(names.type(type)))).toEqual([]);
    expect(names.type('b.tech')).toBe('बी.टेक');
  });

  test('a place in any spelling; a place without a Hindi name stays as it is', () => {
    expect(names.place(' INDORE ')).toBe('इंदौर');
    expect(names.place('Nagpur')).toBe('Nagpur');
    expect(names.type('Ph.D')).toBe('Ph.D');
    expect(names.place('constructor')).toBe('constructor');
  });

  test('English uses the names of the catalogue', () => {
    expect(namesOf(en).place('Indore')).toBe('Indore');
    expect(namesOf(en).type('B.Tech')).toBe('B.Tech');
  });
});
