import { describe, expect, test } from 'vitest';
import { FIELD_DESCRIPTIONS, FIELD_EXAMPLES } from '@/lib/api/field-descriptions';
import { describeApi, PUBLISHED } from '@/lib/api/openapi';
import { isErrorCode } from '@/lib/platform/i18n/errors';
import type { Field } from './fields';
import { operationsOf } from './operations';

const OPERATIONS = operationsOf(describeApi());

/** Each endpoint with its operation and shape. */
const DESCRIBED = PUBLISHED.map((endpoint) => {
  const operation = OPERATIONS.find(({ method, path }) => method === endpoint.method && path === endpoint.path)!;
  const shape = operation.shapes.find(({ title }) => title === endpoint.summary)!;
  return { id: endpoint.id, call: endpoint, operation, shape };
});

test('R-API-01 every published endpoint is an operation with its own shape', () => {
  expect(OPERATIONS.flatMap(({ shapes }) => shapes)).toHaveLength(PUBLISHED.length);
  expect(DESCRIBED.filter(({ shape }) => !shape)).toEqual([]);
  expect(DESCRIBED.map(({ shape }) => shape.access)).toEqual(PUBLISHED.map(({ access }) => access));
});

describe('R-API-01 examples match the schemas of requests', () => {
  test.each(DESCRIBED)('of $id', ({ call: endpoint, operation, shape }) => {
    const of = (place: string) =>
      Object.fromEntries(
        operation.parameters.filter((each) => each.place === place).map(({ name, example }) => [name, example]),
      );
    if (endpoint.body && endpoint.body.kind !== 'file') endpoint.body.schema.parse(shape.example);
    endpoint.params?.parse(of('path'));
    const required = operation.parameters.filter((each) => each.place === 'query' && each.required);
    if (required.length > 0)
      endpoint.query?.parse(Object.fromEntries(required.map((each) => [each.name, each.example])));
    // Each parameter separately, since some exclude each other.
    for (const [name, example] of Object.entries(of('query'))) endpoint.query?.shape[name]?.parse(example);
    endpoint.headers?.parse(of('header'));
    expect(shape.example !== undefined).toBe(endpoint.body !== undefined && endpoint.body.kind !== 'file');
  });
});

const named = (fields: Field[], path: string): [string, string | undefined][] =>
  fields.flatMap(({ name, description, fields: below }) => [
    [`${path}.${name}`, description],
    ...named(below, `${path}.${name}`),
  ]);

test('R-API-01 every property and parameter has a description', () => {
  const properties = OPERATIONS.flatMap(({ id, shapes, successes, errors, parameters }) => [
    ...parameters.map(({ name, description }): [string, string | undefined] => [`${id}?${name}`, description]),
    ...shapes.flatMap(({ fields }) => named(fields, id)),
    ...successes.flatMap((each) => each.shapes.flatMap(({ fields }) => named(fields, id))),
    ...errors.flatMap(({ details }) => named(details, id)),
  ]);
  expect(properties.length).toBeGreaterThan(200);
  expect(properties.filter(([, says]) => !says)).toEqual([]);
});

test('R-API-01 every field description and example is used', () => {
  const text = JSON.stringify(describeApi());
  const unused = (entries: Readonly<Record<string, unknown>>) =>
    Object.entries(entries)
      .filter(([key, value]) => {
        const name = JSON.stringify(key.split('.').at(-1));
        return (
          !text.includes(JSON.stringify(value)) || !(text.includes(`${name}:{`) || text.includes(`"name":${name}`))
        );
      })
      .map(([name]) => name);
  expect(unused(FIELD_DESCRIPTIONS)).toEqual([]);
  expect(unused(FIELD_EXAMPLES)).toEqual([]);
});

test('A-82 every error code has a message, except that of unexpected errors', () => {
  for (const { errors } of OPERATIONS)
    for (const { status, codes } of errors) {
      if (status === 500) expect(codes).toEqual(['internal']);
      else expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
      expect(codes).not.toEqual([]);
    }
});
