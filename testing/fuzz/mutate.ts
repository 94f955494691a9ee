import * as fc from 'fast-check';
import type { Schema } from './description';

/** Values that careless checks accept. */
export const ODD: readonly unknown[] = [
  -3,
  0,
  -1,
  1.5,
  1e309,
  2 ** 53,
  -0,
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  '',
  ' ',
  null,
  true,
  false,
  ['1'],
  [],
  {},
  [[]],
  { length: 1 },
  { toString: 'x' },
  'null',
  'undefined',
  '१२३',
  '\u00a0',
];

type Place = { at: (string | number)[]; schema: Schema };

/** Returns every location in a value with its schema in the description. */
export function placesOf(schema: Schema, value: unknown, at: (string | number)[] = []): Place[] {
  const place = { at, schema };
  if (Array.isArray(value))
    return [place, ...value.flatMap((item, n) => placesOf(schema.items ?? {}, item, [...at, n]))];
  if (typeof value !== 'object' || value === null) return [place];
  const shape = schema.anyOf?.find(
    ({ properties }) => properties && Object.keys(value).every((key) => key in properties),
  );
  const { properties, additionalProperties: each } = shape ?? schema;
  return [
    place,
    ...Object.entries(value).flatMap(([key, field]) =>
      placesOf(properties?.[key] ?? (typeof each === 'object' ? each : {}), field, [...at, key]),
    ),
  ];
}

/** Returns a value with one location replaced; undefined removes it. */
export function put(value: unknown, [key, ...rest]: (string | number)[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const next = put(copy[key], rest, other);
  if (next === undefined && rest.length === 0) delete copy[key];
  else copy[key] = next;
  return copy;
}

const at = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);

/**
 * Generates a value with one violation of its schema: a missing or extra field, another type, or a value just beyond
 * its limit.
 */
export function oneWrong(schema: Schema, valid: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(schema, valid);
  return fc
    .tuple(fc.constantFrom(...places), fc.nat({ max: 9 }), fc.constantFrom(...ODD))
    .map(([place, way, odd]) => put(valid, place.at, wrongOf(place, at(valid, place.at), way, odd)));
}

function wrongOf({ schema, at: place }: Place, value: unknown, way: number, odd: unknown): unknown {
  if (way === 0 && place.length > 0) return undefined;
  if (way >= 6) return odd;
  if (typeof value === 'string') return beyondText(schema, value, way);
  if (typeof value === 'number') return way % 2 ? (schema.maximum ?? 1e15) + 1 : (schema.minimum ?? 0) - 1;
  if (Array.isArray(value))
    return way % 2 ? [] : Array.from({ length: (schema.maxItems ?? 200) + 1 }, () => value[0] ?? null);
  if (typeof value === 'object' && value !== null) return { ...value, [way % 2 ? 'role' : 'total_paise']: odd };
  return odd;
}

function beyondText({ maxLength = 300, minLength = 0 }: Schema, value: string, way: number): string {
  const ways = [
    value,
    'x'.repeat(maxLength + 1),
    value.slice(0, Math.max(0, minLength - 1)),
    `${value}\n`,
    `${value} <b>`,
    '٣',
  ];
  return ways[way] ?? value;
}
