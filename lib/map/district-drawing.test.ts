import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RegionCity } from './district-cities';
import { drawDistricts } from './district-drawing';
import { readBoundaries } from './schema';

const boundaries = readBoundaries(JSON.parse(readFileSync('public/geo/mp-districts.geojson', 'utf8')))!;
const city = (name: string, leftSeats: number, more: Partial<RegionCity> = {}): RegionCity => ({
  ...{ city: name, district: null, at: null },
  ...{ totalSeats: 60, leftSeats, takenSeats: 60 - leftSeats, ...more },
});

test('R-REG-01 every district has an outline inside the drawing, and its cities, the largest first', () => {
  const pithampur = city('Pithampur', 9, { district: 'Dhar', at: [22.602, 75.6965], totalSeats: 70 });
  const { districts, width, height } = drawDistricts(boundaries, [city('Dhar', 5), pithampur], String);
  expect(districts.map(({ district }) => district)).toEqual(
    boundaries.features.map(({ properties }) => properties.district),
  );
  for (const { path } of districts) {
    expect(path).toMatch(/^(M\d+ \d+(l-?\d+ -?\d+)+z)+$/);
    const [x, y] = path.match(/\d+/g)!.map(Number) as [number, number];
    expect([x >= 0 && x <= width, y >= 0 && y <= height]).toEqual([true, true]);
  }
  const dhar = districts.find(({ district }) => district === 'Dhar')!;
  expect(dhar.cities.map((one) => one.city)).toEqual(['Pithampur', 'Dhar']);
});

test('R-REG-03 labels stay inside, touch no other, and a town has its own dot', () => {
  const names = boundaries.features.map(({ properties }) => properties.district);
  const town = city('Pithampur', 1, { district: 'Dhar', at: [22.602, 75.6965] });
  const { cities, width } = drawDistricts(boundaries, [...names.map((name, i) => city(name, i)), town], String);
  expect(new Set(cities.map(({ x, y }) => `${x},${y}`)).size).toBe(names.length + 1);
  const labels = cities.flatMap(({ label }) => label ?? []);
  expect(labels.length).toBeGreaterThan(names.length / 3);
  labels.forEach((a, i) => {
    expect([a.x >= 0, a.x + a.width <= width]).toEqual([true, true]);
    for (const b of labels.slice(i + 1))
      expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
  });
});

test('labels at the lower edge are shown in full: the box on a phone has 5 pixels below the drawing', () => {
  const names = ['Indore', 'Bhopal', 'Khargone', 'Chhindwara', 'Ratlam', 'Ujjain', 'Vidisha', 'Burhanpur', 'Dewas'];
  const { cities, height } = drawDistricts(
    boundaries,
    names.map((name, i) => city(name, 500 - i)),
    String,
  );
  expect(Math.max(...cities.map(({ label }) => label!.y + label!.height))).toBeLessThanOrEqual(height + 5);
});

test('a label is as wide as its name in the language of the page', () => {
  const widthOf = (name: string) => drawDistricts(boundaries, [city('Indore', 5)], () => name).cities[0]!.label!.width;
  expect(widthOf('Indore')).toBeGreaterThan(widthOf('Guna'));
  // A vowel sign above the letter takes no room.
  expect(widthOf('इंदौर')).toBe(widthOf('इदौर'));
});
