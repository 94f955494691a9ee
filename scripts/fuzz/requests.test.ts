import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/contract/endpoints';
import { describeApi } from '@/lib/contract/openapi';
import { accepts, operationsOf, shapeOf } from './description';
import { oneWrong, placesOf, put } from './mutate';
import { variantsOf } from './requests';
import type { FuzzSetup } from './setup';
import { mustBeRefused, sortOf, writeStep, type Step } from './step';
import { validOf } from './values';

const tokens = { sponsor: ['a'.repeat(43)], administrator: ['b'.repeat(43)] };
const setup = { strangers: tokens, expired: tokens } as unknown as FuzzSetup;

const operations = operationsOf(ENDPOINTS, describeApi(ENDPOINTS));
const ofBodies = operations.filter(({ body }) => body?.schema?.type === 'object' || body?.schema?.anyOf);
const SEED = { seed: 735 };
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 100) => fc.sample(arbitrary, { ...SEED, numRuns });

const register = operations.find(({ id }) => id === 'register')!;
const example: Step = {
  ...{ operation: register, hostile: false, method: 'POST', params: {}, query: [], headers: {} },
  body: {
    json: {
      ...{ full_name: 'Asha', designation: 'HR', email: 'a@b.example', phone_number: '9876543210' },
      ...{ company_name: 'Works', password: 'a long passphrase' },
    },
  },
};

describe('the fuzz makes', () => {
  test.each(ofBodies)('bodies for $id that its schema accepts, and those that it refuses', (operation) => {
    const schema = operation.body!.schema!;
    const [valid] = sample(validOf(schema), 1);
    for (const body of sample(validOf(schema), 30)) expect(accepts(schema, body), JSON.stringify(body)).toBe(true);
    const refused = sample(oneWrong(schema, valid), 200).filter((body) => !accepts(schema, body));
    expect(refused.length).toBeGreaterThan(100);
  });

  test('all three kinds of requests of an example, the same ones for the same seed', () => {
    const made = () => sample(variantsOf(example, setup), 300);
    for (const sort of ['valid', 'nearly valid', 'hostile'] as const)
      expect(made().filter((step) => sortOf(step) === sort).length).toBeGreaterThan(40);
    expect(made().map(writeStep)).toEqual(made().map(writeStep));
  });
});

describe('the fuzz knows', () => {
  const withBody = (json: unknown): Step => ({ ...example, body: { json } });
  const body = (example.body as { json: Record<string, unknown> }).json;

  test('which rejections are certain: wrong shapes, not the spelling of strings', () => {
    expect(mustBeRefused(withBody({ ...body, role: 'admin' }))).toBe(true);
    expect(mustBeRefused(withBody({ ...body, email: 1 }))).toBe(true);
    expect(mustBeRefused(withBody({ email: 'a@b.example' }))).toBe(true);
    const spelled = withBody({ ...body, email: ' A@B.EXAMPLE ' });
    expect(mustBeRefused(spelled)).toBe(false);
    expect(sortOf(spelled)).toBe('nearly valid');
    expect(mustBeRefused({ ...example, stranger: true })).toBe(true);
  });

  test('a shape has everything except the rules of strings', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^x$' }, b: { type: 'integer', minimum: 1 } },
    };
    expect(accepts(shapeOf(schema), { a: 'y', b: 1 })).toBe(true);
    expect(accepts(shapeOf(schema), { a: 'x', b: 0 })).toBe(false);
  });

  test('numbers that JSON cannot represent', () => {
    expect(writeStep(withBody({ n: Infinity })).body?.toString()).toBe('{"n":1e309}');
  });

  test('every location in a value, and changes one at a time', () => {
    const value = { a: [{ b: 1 }] };
    expect(placesOf({}, value).map(({ at }) => at.join('.'))).toEqual(['', 'a', 'a.0', 'a.0.b']);
    expect(put(value, ['a', 0, 'b'], 2)).toEqual({ a: [{ b: 2 }] });
    expect(put(value, ['a'], undefined)).toEqual({});
    expect(value).toEqual({ a: [{ b: 1 }] });
  });
});
