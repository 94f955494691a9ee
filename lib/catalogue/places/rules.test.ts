import { describe, expect, test } from 'vitest';
import { districtMatcher } from '@/lib/catalogue/rules';
import districts from './districts.json';
import { distanceKm } from './distance';
import { placeFinder } from './rules';

const { find, districtOf, nearestSpelling } = placeFinder();

describe('the district of a city', () => {
  test.each([
    ['Pithampur', 'Dhar'],
    [' PITHAMPUR ', 'Dhar'],
    ['Pīthampur', 'Dhar'],
    ['पीथमपुर', 'Dhar'],
    ['Mhow', 'Indore'],
    ['Dr. Ambedkar Nagar', 'Indore'],
    ['डॉ. अंबेडकर नगर', 'Indore'],
    ['Mandideep', 'Raisen'],
    ['Itarsi', 'Narmadapuram'],
    ['Ganj Basoda', 'Vidisha'],
    ['Bina', 'Sagar'],
    ['Nagda', 'Ujjain'],
    ['Maihar', 'Maihar'],
    ['Amarpatan', 'Maihar'],
    ['Sausar', 'Pandhurna'],
    ['Rajgarh', 'Rajgarh'],
    ['Hoshangabad', 'Narmadapuram'],
    ['East Nimar', 'Khandwa'],
  ])('%s: %s', (city, district) => expect(districtOf(city)).toBe(district));

  test('every name of every district matches as before', () => {
    const matched = districtMatcher(districts);
    for (const { district, aliases } of districts)
      for (const name of [district, ...aliases]) expect(districtOf(name), name).toBe(matched(name));
  });

  test('is unknown for a city that is on no map, and for a name that several districts have', () => {
    for (const city of ['Nagpur', 'Shahpur', 'Rampur', 'Bhawani Mandi', '', 'constructor'])
      expect(districtOf(city), city).toBeNull();
  });

  test('comes from the import for places that are not known, and for those that it places elsewhere', () => {
    const added = placeFinder([
      { name: 'Navi Basti', district: 'Dewas', lat: 22.9, lon: 76 },
      { name: 'Shahpur', district: 'Betul', lat: 22.2, lon: 77.9 },
    ]);
    expect(added.districtOf('navi basti')).toBe('Dewas');
    expect(added.districtOf('Shahpur')).toBe('Betul');
    expect(added.districtOf('Pithampur')).toBe('Dhar');
  });
});

test('an unknown spelling proposes the nearest known place; a different name proposes none', () => {
  expect(nearestSpelling('Pithmpur')?.name).toBe('Pithampur');
  expect(nearestSpelling('Indor')?.name).toBe('Indore');
  expect(nearestSpelling('Mandideeep')?.name).toBe('Mandideep');
  expect(nearestSpelling('पिथमपूर')?.name).toBe('Pithampur');
  for (const name of ['Nagpur City', 'X', '', 'Bengaluru']) expect(nearestSpelling(name), name).toBeNull();
});

test('distances in kilometres', () => {
  const [indore, pithampur, bhopal] = ['Indore', 'Pithampur', 'Bhopal'].map((name) => find(name)!);
  expect(distanceKm(indore!, indore!)).toBe(0);
  expect(distanceKm(indore!, pithampur!)).toBeGreaterThan(15);
  expect(distanceKm(indore!, pithampur!)).toBeLessThan(25);
  expect(distanceKm(bhopal!, indore!)).toBeGreaterThan(165);
  expect(distanceKm(bhopal!, indore!)).toBeLessThan(180);
});
