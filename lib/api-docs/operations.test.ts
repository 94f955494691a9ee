import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint';
import { ENDPOINTS } from '@/lib/contract/endpoints';
import { FIELD_DESCRIPTIONS, FIELD_EXAMPLES } from '@/lib/contract/field-descriptions';
import { describeApi } from '@/lib/contract/openapi';
import { isErrorCode } from '@/lib/i18n/errors';
import { curlOf, shownQuery } from './curl';
import type { Field } from './fields';
import { operationsOf } from './operations';

const OPERATIONS = operationsOf(describeApi());

/** Each endpoint with its operation and shape. */
const DESCRIBED = ENDPOINTS.map((endpoint) => {
  const operation = OPERATIONS.find(({ method, path }) => method === endpoint.method && path === endpoint.path)!;
  const shape = operation.shapes.find(({ title }) => title === endpoint.summary)!;
  return { id: endpoint.id, call: endpoint as Endpoint, operation, shape };
});

test('R-API-01 every endpoint is an operation with its own shape', () => {
  expect(OPERATIONS.flatMap(({ shapes }) => shapes)).toHaveLength(ENDPOINTS.length);
  expect(DESCRIBED.filter(({ shape }) => !shape)).toEqual([]);
  expect(DESCRIBED.map(({ shape }) => shape.access)).toEqual(ENDPOINTS.map(({ access }) => access));
});

describe('R-API-01 examples match the schemas of requests and responses', () => {
  test.each(DESCRIBED)('the request of $id', ({ call: endpoint, operation, shape }) => {
    const of = (place: string) =>
      Object.fromEntries(
        operation.parameters.filter((each) => each.place === place).map(({ name, example }) => [name, example]),
      );
    if (endpoint.body && endpoint.body.kind !== 'file') endpoint.body.schema.parse(shape.example);
    endpoint.params?.parse(of('path'));
    endpoint.query?.parse(shownQuery(operation));
    // Each parameter separately, since some exclude each other.
    for (const [name, example] of Object.entries(of('query'))) endpoint.query?.shape[name]?.parse(example);
    endpoint.headers?.parse(of('header'));
    expect(shape.example !== undefined).toBe(endpoint.body !== undefined && endpoint.body.kind !== 'file');
  });

  test.each(DESCRIBED)('the responses of $id', ({ call: endpoint, operation }) => {
    for (const [status, answer] of Object.entries(endpoint.responses)) {
      const good = operation.successes.find((each) => each.status === Number(status))!;
      if (!('schema' in answer)) continue;
      const parsed = good.shapes.map(({ example }) => answer.schema.safeParse(example));
      expect(parsed.map(({ error }) => error?.message)).toContain(undefined);
    }
  });
});

test('R-API-01 the amounts of an example are consistent', () => {
  const { shape } = DESCRIBED.find(({ id }) => id === 'sendPaymentCode')!;
  const { selected_courses: lines, total_price } = shape.example as {
    selected_courses: { selectedSeats: number; pricePerSeat: number; totalPrice: number }[];
    total_price: number;
  };
  for (const line of lines) expect(line.selectedSeats * line.pricePerSeat).toBe(line.totalPrice);
  expect(lines.reduce((sum, line) => sum + line.totalPrice, 0)).toBe(total_price);
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
      .filter(([, value]) => !text.includes(JSON.stringify(value)))
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

describe('R-API-01 the curl command of an example', () => {
  const of = (id: string) => {
    const { operation, shape } = DESCRIBED.find((each) => each.id === id)!;
    return curlOf(operation, shape, 'https://seats.example/api');
  };

  test('has a query parameter if nothing is required', () => {
    expect(of('listCourses')).toBe("curl 'https://seats.example/api/courses?city=Indore'");
  });

  test('has the token of the required role, and the path parameters', () => {
    expect(of('readProfile')).toMatch(
      /^curl 'https:\/\/seats\.example\/api\/user\/profile\/[\da-f-]{36}' \\\n {2}-H "Authorization: Bearer \$TOKEN"$/,
    );
    expect(of('adminLogout')).toContain('-X POST');
    expect(of('adminLogout')).toContain('Bearer $ADMIN_TOKEN');
    expect(of('listCourses')).not.toContain('Bearer');
  });

  test('sends a JSON body, a file by name, or form fields', () => {
    const [, json] = /-d '(.*)'$/s.exec(of('sendPublicCode'))!;
    expect(JSON.parse(json!)).toMatchObject({ otpMethod: 'email', totalPrice: 120000 });
    expect(of('importCatalogue')).toContain("--data-binary '@courses.xlsx'");
    expect(of('chooseLanguage')).toContain("-d 'locale=en'");
  });
});
