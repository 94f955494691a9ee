import { describe, expect, test } from 'vitest';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { parseTable } from './rules';
import { placesToWrite, unknownCities } from './places';

const HEADER = ['City', 'District', 'Latitude', 'Longitude', 'Institute', 'Course Type', 'Branch', 'Seats', 'Price'];

function parse(...places: [city: string, district: string, lat: string | number, lon: string | number][]) {
  const rows = places.map((place, i) => ({ line: i + 2, cells: [...place, '', 'ITI', `Trade ${i}`, 20, 14500] }));
  const parsed = parseTable([{ line: 1, cells: HEADER }, ...rows]);
  if (!parsed.ok) throw new Error(parsed.problem.code);
  return parsed;
}

describe('the columns District, Latitude and Longitude', () => {
  test('give a place district and position', () => {
    expect(parse(['Navi Basti', 'dewas', 22.9, '76.01']).places).toEqual([
      { line: 2, name: 'Navi Basti', district: 'Dewas', lat: 22.9, lon: 76.01 },
    ]);
  });

  test('may be empty or absent; without a position the place is at the seat of its district', () => {
    expect(parse(['Navi Basti', '', '', '']).places).toEqual([]);
    expect(parse(['Navi Basti', 'Hoshangabad', '', '']).places).toMatchObject([{ district: 'Narmadapuram' }]);
  });

  test('a district without a City column is the city, as before', () => {
    const parsed = parseTable([
      { line: 1, cells: ['District', 'College', 'Course', 'Trade', 'Seats', 'Fee'] },
      { line: 2, cells: ['Dewas', '', 'ITI', 'Fitter', 20, 14500] },
    ]);
    expect(parsed).toMatchObject({ ok: true, rows: [{ city: 'Dewas' }], places: [] });
  });

  test('an unknown district and an impossible position are problems of their row', () => {
    const { rows, bad } = parse(
      ['A', 'Nagpur', '', ''],
      ['B', 'Dewas', '22,9', '76'],
      ['C', 'Dewas', '76', '22.9'],
      ['D', 'Dewas', '22.9', ''],
      ['E', '', '22.9', '76'],
    );
    expect(rows).toEqual([]);
    expect(bad.map(({ problems }) => problems[0]!.code)).toEqual([
      'district_unknown',
      'position_invalid',
      'position_invalid',
      'position_invalid',
      'district_unknown',
    ]);
  });
});

test('only places that are unknown or elsewhere are written, each once', () => {
  const finder = placeFinder();
  const { places } = parse(
    ['Pithampur', 'Dhar', 22.602, 75.6965],
    ['Pithampur', 'Dhar', 22.602, 75.6965],
    ['Mhow', 'Dhar', 22.5589, 75.7654],
    ['Navi Basti', 'Dewas', 22.9, 76],
    ['NAVI BASTI', 'Dewas', 22.8, 76],
  );
  expect(placesToWrite(places, finder).map(({ line, name }) => [line, name])).toEqual([
    [4, 'Mhow'],
    [5, 'Navi Basti'],
  ]);
});

test('a city on no map is a warning with the nearest spelling, once, unless the file places it', () => {
  const { rows, places } = parse(
    ['Pithmpur', '', '', ''],
    ['Pithmpur', '', '', ''],
    ['Nagpur City', '', '', ''],
    ['Navi Basti', 'Dewas', '', ''],
    ['Indore', '', '', ''],
  );
  expect(unknownCities(rows, places, placeFinder())).toEqual([
    { line: 2, city: 'Pithmpur', proposal: { name: 'Pithampur', district: 'Dhar' } },
    { line: 4, city: 'Nagpur City', proposal: null },
  ]);
});
