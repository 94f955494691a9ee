import { describe, expect, test } from 'vitest';
import { anchorOf, citiesByDistrict, cityHref, cityStats } from './district-cities';

const stats = (city: string, total: number, left: number) => ({
  city,
  totalSeats: total,
  leftSeats: left,
  takenSeats: total - left,
});

describe('cities on the map', () => {
  test("R-REG-18 the city 'Indore' matches the district 'INDORE', an alias matches its district; unmatched cities are returned", () => {
    const districts = [{ district: 'INDORE' }, { district: 'Agar Malwa', aliases: ['Agar'] }, { district: 'Bhopal' }];
    const { cities, unmatched } = citiesByDistrict(districts, [
      stats(' indore', 60, 20),
      stats('agar', 30, 30),
      stats('Nagpur', 10, 1),
    ]);
    expect([...cities]).toEqual([
      ['INDORE', [stats(' indore', 60, 20)]],
      ['Agar Malwa', [stats('agar', 30, 30)]],
    ]);
    expect(unmatched).toEqual(['Nagpur']);
  });

  test('of two cities in one district the larger comes first', () => {
    const districts = [{ district: 'Khandwa', aliases: ['East Nimar'] }];
    const { cities, unmatched } = citiesByDistrict(districts, [stats('East Nimar', 60, 1), stats('Khandwa', 61, 0)]);
    expect(cities.get('Khandwa')?.map(({ city }) => city)).toEqual(['Khandwa', 'East Nimar']);
    expect(unmatched).toEqual([]);
  });

  test('a town counts towards the district of its place, under the name that the file has for it', () => {
    const districts = [{ district: 'DHAR' }, { district: 'Raisen' }];
    const { cities, unmatched } = citiesByDistrict(districts, [
      { ...stats('Pithampur', 300, 200), district: 'Dhar' },
      { ...stats('Dhar', 60, 20), district: 'Dhar' },
      { ...stats('Mhow', 60, 20), district: 'Indore' },
      { ...stats('Nagpur', 10, 1), district: null },
    ]);
    expect([...cities].map(([district, own]) => [district, own.map(({ city }) => city)])).toEqual([
      ['DHAR', ['Pithampur', 'Dhar']],
    ]);
    expect(unmatched).toEqual(['Mhow', 'Nagpur']);
  });

  test('the seats of a city are those of one type, or the sums of all; cities without the type are left out', () => {
    const cities = [
      { city: 'Indore', district: 'Indore', at: null, seats: { ITI: [60, 22], 'B.Tech': [40, 40] } as const },
      { city: 'Ujjain', district: 'Ujjain', at: null, seats: { ITI: [30, 0] } as const },
    ];
    expect(cityStats(cities, null)).toMatchObject([
      { city: 'Indore', totalSeats: 100, leftSeats: 62, takenSeats: 38 },
      { city: 'Ujjain', totalSeats: 30, leftSeats: 0, takenSeats: 30 },
    ]);
    expect(cityStats(cities, 'B.Tech')).toMatchObject([
      { city: 'Indore', totalSeats: 40, leftSeats: 40, takenSeats: 0 },
    ]);
    expect(cityStats([], null)).toEqual([]);
  });

  test('R-REG-08 the URL of a city is encoded once', () => {
    expect(cityHref('/course-list', 'Agar Malwa', 'B.Tech')).toBe('/course-list/Agar%20Malwa/B.Tech');
    expect(cityHref('/course-list', 'a/b?c', null)).toBe('/course-list/a%2Fb%3Fc');
  });

  test('a district without headquarters has its dot at the centre of its longest outline', () => {
    const ring = (west: number, extra: number) =>
      [
        [west, 20],
        [west + 2, 20],
        [west + 2, 24],
        ...Array.from({ length: extra }, () => [west + 1, 23]),
        [west, 20],
      ] as [number, number][];
    const feature = {
      type: 'Feature' as const,
      properties: { district: 'X' },
      geometry: { type: 'MultiPolygon' as const, coordinates: [[ring(70, 0)], [ring(76, 2)]] },
    };
    expect(anchorOf(feature)).toEqual([22, 77]);
    expect(anchorOf({ ...feature, properties: { district: 'X', lat: 23.2, lon: 77.4 } })).toEqual([23.2, 77.4]);
  });
});
