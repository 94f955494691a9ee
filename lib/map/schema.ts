import { fieldsOf, isText } from '@/lib/platform/schema';

type Position = [longitude: number, latitude: number, ...others: number[]];
type Ring = Position[];

/** A district: its names, its headquarters if known, its outline. */
export type DistrictFeature = {
  type: 'Feature';
  properties: { district: string; aliases?: string[] | null; lat?: number | null; lon?: number | null };
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
};

/** Districts with their outlines. */
export type Boundaries = { type: 'FeatureCollection'; features: DistrictFeature[] };

/**
 * Reads a file of district boundaries: GeoJSON whose features have `district` and optionally `aliases` and the
 * headquarters as `lat` and `lon`. Drops other properties. Written without zod, which is larger than the map's own code.
 * @returns undefined if the file is invalid
 */
export function readBoundaries(file: unknown): Boundaries | undefined {
  const { type, features } = fieldsOf(file);
  if (type !== 'FeatureCollection' || !isListOf(features, 1, () => true)) return undefined;
  const read = features.flatMap((feature) => readFeature(feature) ?? []);
  return read.length === features.length ? { type, features: read } : undefined;
}

function readFeature(feature: unknown): DistrictFeature | undefined {
  const { type, properties, geometry } = fieldsOf(feature);
  const { district, aliases, lat, lon } = fieldsOf(properties);
  if (type !== 'Feature' || !isGeometry(geometry)) return undefined;
  if (!isText(district) || district.trim() === '' || !isOptional(aliases, isTexts)) return undefined;
  if (!isOptional(lat, isLatitude) || !isOptional(lon, isLongitude)) return undefined;
  return {
    type,
    properties: { district: district.trim(), aliases, lat, lon },
    geometry: { type: geometry.type, coordinates: geometry.coordinates } as DistrictFeature['geometry'],
  };
}

function isGeometry(value: unknown): value is DistrictFeature['geometry'] {
  const { type, coordinates } = fieldsOf(value);
  if (type === 'Polygon') return isPolygon(coordinates);
  return type === 'MultiPolygon' && isListOf(coordinates, 1, isPolygon);
}

function isListOf<T>(value: unknown, least: number, isItem: (item: unknown) => item is T): value is T[];
function isListOf(value: unknown, least: number, isItem: (item: unknown) => boolean): value is unknown[];
function isListOf(value: unknown, least: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length >= least && value.every(isItem);
}

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;
const isLongitude = (value: unknown): value is number => isWithin(value, 180);
const isLatitude = (value: unknown): value is number => isWithin(value, 90);
const isPosition = (value: unknown): value is Position =>
  isListOf(value, 2, Number.isFinite) && isLongitude(value[0]) && isLatitude(value[1]);
/** Four positions are a triangle: the last repeats the first. */
const isRing = (value: unknown): value is Ring => isListOf(value, 4, isPosition);
const isPolygon = (value: unknown): value is Ring[] => isListOf(value, 1, isRing);
const isTexts = (value: unknown): value is string[] => isListOf(value, 0, isText);

const isOptional = <T>(value: unknown, is: (value: unknown) => value is T): value is T | null | undefined =>
  value === undefined || value === null || is(value);
