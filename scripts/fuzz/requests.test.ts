import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeApi } from '@/lib/contract/openapi';
import type { SeededCourse } from '../../testing/e2e/catalogue';
import { accepts, operationsOf, shapeOf } from './description';
import { requestOf, validStep } from './requests';
import { mustBeRefused, sortOf, writeStep, type Step } from './step';
import { validOf } from './values';
import type { Person, FuzzSetup } from './setup';
import { oneWrong, placesOf, put } from './mutate';

const uuid = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
const sponsor = (n: number): Person => ({
  id: uuid(n),
  email: `s${n}@x.example`,
  phone: '9876543210',
  password: 'p',
  token: 't'.repeat(43),
});
const course = (n: number): SeededCourse => ({
  id: uuid(n),
  city: 'Rewa',
  courseType: 'ITI',
  branch: 'Fitter',
  institute: null,
  totalSeats: 9,
  adoptedSeats: 0,
  pricePaise: 100,
  isOpen: true,
});
const tokens = { sponsor: ['a'.repeat(43)], admin: ['b'.repeat(43)] };
const setup = {
  sponsors: [sponsor(1), sponsor(2)],
  admin: { ...sponsor(3), username: 'admin' },
  courses: [4, 5, 6].map(course),
  editable: [course(7)],
  spare: tokens,
  expired: tokens,
  billings: [uuid(8)],
  deadMessages: [uuid(9)],
  sharedCarts: ['Zk3vQ8yT1mB6wXe0RjN5uHs9cLf2dAo7GpIq4ViKtYE'],
} as unknown as FuzzSetup;

const operations = operationsOf(describeApi());
const ofBodies = operations.filter(({ body }) => body?.schema?.type === 'object' || body?.schema?.anyOf);
const SEED = { seed: 735 };
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 100) => fc.sample(arbitrary, { ...SEED, numRuns });

describe('the fuzz makes', () => {
  test.each(operations)('valid requests to $id', (operation) => {
    for (const step of sample(validStep(operation, setup), 30)) {
      expect(sortOf(step), JSON.stringify(step)).toBe('valid');
      expect(mustBeRefused(step)).toBe(false);
      expect(writeStep(step).target).not.toMatch(/[{}\s]/);
    }
  });

  test.each(ofBodies)('bodies for $id that its schema refuses', (operation) => {
    const schema = operation.body!.schema!;
    const bodies = sample(oneWrong(schema, validOf(schema)), 200);
    const refused = bodies.filter((body) => !accepts(schema, body));
    expect(refused.length).toBeGreaterThan(100);
  });

  test('all three kinds of requests, to every operation', () => {
    for (const operation of operations) {
      const sorts = new Set(sample(requestOf(operation, setup), 120).map(sortOf));
      expect([...sorts].sort(), operation.id).toEqual(expect.arrayContaining(['hostile', 'valid']));
    }
    const all = sample(fc.oneof(...operations.map((operation) => requestOf(operation, setup))), 2000).map(sortOf);
    for (const sort of ['valid', 'nearly valid', 'hostile'] as const)
      expect(all.filter((each) => each === sort).length).toBeGreaterThan(300);
  });

  test('the same requests for the same seed', () => {
    const made = () => sample(requestOf(operations[3]!, setup)).map((step) => JSON.stringify(writeStep(step)));
    expect(made()).toEqual(made());
  });
});

describe('the fuzz knows', () => {
  const send = operations.find(({ id }) => id === 'register')!;
  const valid = sample(validStep(send, setup), 1)[0]!;
  const withBody = (json: unknown): Step => ({ ...valid, body: { json } });
  const body = (valid.body as { json: Record<string, unknown> }).json;

  test('which rejections are certain: wrong shapes, not the spelling of strings', () => {
    expect(mustBeRefused(withBody({ ...body, role: 'admin' }))).toBe(true);
    expect(mustBeRefused(withBody({ ...body, email: 1 }))).toBe(true);
    expect(mustBeRefused(withBody({ email: 'a@b.example' }))).toBe(true);
    const spelled = withBody({ ...body, email: ' A@B.EXAMPLE ' });
    expect(mustBeRefused(spelled)).toBe(false);
    expect(sortOf(spelled)).toBe('nearly valid');
    expect(mustBeRefused({ ...valid, stranger: true })).toBe(true);
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
