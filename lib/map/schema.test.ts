import { expect, test } from 'vitest';
import { readBoundaries } from './schema';

const RING = [
  [77, 23],
  [78, 23],
  [78, 24],
  [77, 23],
];
const feature = (properties: object, geometry: object = { type: 'Polygon', coordinates: [RING] }) => ({
  type: 'Feature',
  properties,
  geometry,
});
const read = (...features: unknown[]) => readBoundaries({ type: 'FeatureCollection', features });

test('a boundary file is read with the known properties only', () => {
  const several = { type: 'MultiPolygon', coordinates: [[RING], [RING, RING]] };
  const headquarters = { district: 'Dhar', aliases: ['Dhara'], lat: 22.6, lon: 75.3 };
  const file = read(
    feature({ district: ' Indore ', aliases: null, area: 3898 }),
    feature(headquarters, { ...several, crs: 'WGS 84' }),
  );
  expect(file).toEqual({
    type: 'FeatureCollection',
    features: [feature({ district: 'Indore', aliases: null }), feature(headquarters, several)],
  });
});

const polygon = (coordinates: unknown) => feature({ district: 'Indore' }, { type: 'Polygon', coordinates });

test.each([
  ['no file', null],
  ['no feature', { type: 'FeatureCollection', features: [] }],
  ['another type', { type: 'Feature', features: [feature({ district: 'Indore' })] }],
  ...[
    ['no properties', { ...feature({}), properties: null }],
    ['an empty name', feature({ district: ' ' })],
    ['aliases that are no texts', feature({ district: 'Indore', aliases: [1] })],
    ['a latitude beyond the pole', feature({ district: 'Indore', lat: 91 })],
    ['a longitude in text', feature({ district: 'Indore', lon: '75' })],
    ['no geometry', { ...feature({ district: 'Indore' }), geometry: null }],
    ['a point', feature({ district: 'Indore' }, { type: 'Point', coordinates: [77, 23] })],
    ['no ring', polygon([])],
    ['a ring of three positions', polygon([RING.slice(1)])],
    ['a position of one number', polygon([[...RING, [77]]])],
    ['a position beyond the poles', polygon([[...RING, [77, 123]]])],
    ['a position in text', polygon([[...RING, ['77', '23']]])],
    ['a polygon as several', feature({ district: 'Indore' }, { type: 'MultiPolygon', coordinates: [RING] })],
  ].map(([what, one]) => [what, { type: 'FeatureCollection', features: [feature({ district: 'Dhar' }), one] }]),
] as [string, unknown][])('a boundary file with %s is invalid', (_what, file) => {
  expect(readBoundaries(file)).toBeUndefined();
});
