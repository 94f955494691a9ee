import { describe, expect, test } from 'vitest';
import { anchorOf, cityByDistrict, cityHref } from './district-cities';

const stats = (city: string, total: number, left: number) => ({
  city,
  totalSeats: total,
  leftSeats: left,
  takenSeats: total - left,
});

describe('cities on the map', () => {
  test("R-REG-18 the city 'Indore' matches the district 'INDORE', an alias matches its district; unmatched cities are returned", () => {
    const districts = [{ district: 'INDORE' }, { district: 'Agar Malwa', aliases: ['Agar'] }, { district: 'Bhopal' }];
    const { cities, unmatched } = cityByDistrict(districts, [
      stats(' indore', 60, 20),
      stats('agar', 30, 30),
      stats('Nagpur', 10, 1),
    ]);
    expect([...cities]).toEqual([
      ['INDORE', stats(' indore', 60, 20)],
      ['Agar Malwa', stats('agar', 30, 30)],
    ]);
    expect(unmatched).toEqual(['Nagpur']);
  });

  test('of two cities in one district the map uses the larger', () => {
    const districts = [{ district: 'Khandwa', aliases: ['East Nimar'] }];
    const { cities, unmatched } = cityByDistrict(districts, [stats('East Nimar', 60, 1), stats('Khandwa', 61, 0)]);
    expect(cities.get('Khandwa')?.city).toBe('Khandwa');
    expect(unmatched).toEqual([]);
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
