import { describe, expect, test } from 'vitest';
import districts from '../catalogue/places/districts.json';
import { SEAT_GRID_LETTERS, SEAT_GRID_ROWS } from './seat-grid';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { CELL, drawAround, drawState, FREE, NONE } from './state-drawing';

const cellsIn = (path = '') => [...path.matchAll(/h(\d+)v/g)].reduce((sum, [, width]) => sum + Number(width) / CELL, 0);
const cellsOf = (district: string) => {
  const letter = Object.keys(SEAT_GRID_LETTERS).find((key) => SEAT_GRID_LETTERS[key] === district)!;
  return SEAT_GRID_ROWS.join('').split(letter).length - 1;
};
const total = SEAT_GRID_ROWS.join('').replaceAll('.', '').length;

describe('the state drawn in seats', () => {
  test('the grid knows every district of the boundary file', () => {
    expect(Object.values(SEAT_GRID_LETTERS).toSorted()).toEqual(districts.map(({ district }) => district).toSorted());
    for (const { district } of districts) expect(cellsOf(district)).toBeGreaterThan(0);
  });

  test('without seats every cell has the look NONE, and there is no scale', () => {
    const drawing = drawState(districts, []);
    expect(Object.keys(drawing.paths)).toEqual([NONE]);
    expect(cellsIn(drawing.paths[NONE])).toBe(total);
    expect(drawing.per).toBeNull();
  });

  test('a district is filled in proportion to its taken seats, look by look; others are unchanged', () => {
    const cells = cellsOf('Sagar');
    const drawing = drawState(districts, [
      { city: 'SAGAR', look: 'btech', total: 600, taken: 300 },
      { city: 'Sagar', look: 'iti', total: 400, taken: 100 },
    ]);
    expect(cellsIn(drawing.paths.btech)).toBe(Math.round(cells * 0.3));
    expect(cellsIn(drawing.paths.iti)).toBe(Math.round(cells * 0.1));
    expect(cellsIn(drawing.paths[FREE])).toBe(cells - Math.round(cells * 0.3) - Math.round(cells * 0.1));
    expect(cellsIn(drawing.paths[NONE])).toBe(total - cells);
    expect(drawing.per).toBe(Math.round(1000 / cells));
  });

  test('rounding hides neither the first taken seat nor the last free one, and a full district is full', () => {
    const cells = cellsOf('Indore');
    const one = drawState(districts, [{ city: 'Indore', look: 'btech', total: 5000, taken: 1 }]);
    expect([cellsIn(one.paths.btech), cellsIn(one.paths[FREE])]).toEqual([1, cells - 1]);
    const almost = drawState(districts, [{ city: 'Indore', look: 'btech', total: 5000, taken: 4999 }]);
    expect([cellsIn(almost.paths.btech), cellsIn(almost.paths[FREE])]).toEqual([cells - 1, 1]);
    const full = drawState(districts, [
      { city: 'Indore', look: 'btech', total: 10, taken: 10 },
      { city: 'Indore', look: 'diploma', total: 11, taken: 11 },
      { city: 'Indore', look: 'iti', total: 11, taken: 11 },
    ]);
    expect(cellsIn(full.paths.btech) + cellsIn(full.paths.diploma) + cellsIn(full.paths.iti)).toBe(cells);
    expect(full.paths[FREE]).toBeUndefined();
  });

  test('the paths of a busy state stay below 12 KB', () => {
    const seats = districts.flatMap(({ district }, i) =>
      ['btech', 'diploma', 'iti'].map((look, j) => ({
        city: district,
        look,
        total: 100,
        taken: (i * 7 + j * 11) % 50,
      })),
    );
    const { paths } = drawState(districts, seats);
    expect(Object.values(paths).join('').length).toBeLessThan(12_000);
  });
});

test('the state around the districts of a proposal: towns count to their district, what is on no map is named', () => {
  const {
    others,
    districts: planned,
    offMap,
  } = drawAround(['Indore', 'Pithampur', 'Dhar', 'Nagpur', 'Indore'], placeFinder().districtOf);
  expect(planned.map(({ district, cities, cells }) => [district, cities, cells.length])).toEqual([
    ['Indore', ['Indore'], cellsOf('Indore')],
    ['Dhar', ['Pithampur', 'Dhar'], cellsOf('Dhar')],
  ]);
  expect(cellsIn(others)).toBe(total - cellsOf('Indore') - cellsOf('Dhar'));
  expect(offMap).toEqual(['Nagpur']);
});
