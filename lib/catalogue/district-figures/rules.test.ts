import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figureAttribute, figureLayer } from '@/lib/map/figure-layer';
import { figureClasses, figureClassOf, formatFigure } from './rules';

test('figures are in at most four classes in their order, equal ones together, and none is empty', () => {
  expect(figureClasses({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 })).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
    { from: 5, to: 6 },
    { from: 7, to: 8 },
  ]);
  expect(figureClasses({ a: 5, b: 5 })).toEqual([{ from: 5, to: 5 }]);
  expect(figureClasses({})).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1 }), (all) => {
      const figures = Object.fromEntries(all.map((figure, at) => [String(at), figure]));
      const classes = figureClasses(figures);
      for (const figure of all) {
        const number = figureClassOf(classes, figure)!;
        expect(classes[number - 1]!.from).toBeLessThanOrEqual(figure);
        expect(classes[number - 1]!.to).toBeGreaterThanOrEqual(figure);
      }
      expect(classes.length).toBeLessThanOrEqual(4);
    }),
  );
});

test('a figure has Indian grouping and its decimals', () => {
  expect([0, 12.5, 1234567, 100000.25].map(formatFigure)).toEqual(['0', '12.5', '12,34,567', '1,00,000.25']);
});

test('the layer is in the language of the page, and a district without a figure has no class', () => {
  const stored = { title: 'CSR', title_hindi: 'सीएसआर', source: 'Report', year: '2023', figures: { Indore: 4 } };
  expect(figureLayer(stored, 'en')).toMatchObject({ title: 'CSR, 2023', classes: [{ from: 4, to: 4 }] });
  expect(figureLayer(stored, 'hi')).toMatchObject({ title: 'सीएसआर, 2023' });
  expect(figureLayer({ ...stored, title_hindi: '' }, 'hi')).toMatchObject({ title: 'CSR, 2023' });
  expect(figureLayer(null, 'en')).toBeNull();
  const layer = figureLayer(stored, 'en');
  expect([figureAttribute(layer, 'Indore'), figureAttribute(layer, 'Dhar'), figureAttribute(null, 'Indore')]).toEqual([
    ...['1', undefined, undefined],
  ]);
});
