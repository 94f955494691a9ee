import { describe, expect, test } from 'vitest';
import { fieldsOf, kindOf } from './fields';

const schemas = {
  Course: {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid', examples: ['c1'] }, seats: { type: 'integer', minimum: 0 } },
    required: ['id'],
  },
};
const ref = { $ref: '#/components/schemas/Course', description: 'As it is now' };

describe('R-API-01 the fields of a schema', () => {
  test('are those of the referenced schema, with the description next to the reference', () => {
    const [field] = fieldsOf({ type: 'object', properties: { course: ref }, required: ['course'] }, schemas);
    expect(field).toMatchObject({
      name: 'course',
      required: true,
      description: 'As it is now',
      kind: { is: 'object' },
    });
    expect(field!.fields.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['seats', false],
    ]);
  });
});

describe('R-API-01 the kind of a value', () => {
  test.each([
    [
      { type: 'string', minLength: 1, maxLength: 9 },
      { is: 'text', min: 1, max: 9 },
    ],
    [
      { type: 'string', format: 'uuid' },
      { is: 'text', format: 'uuid' },
    ],
    [{ type: ['string', 'null'] }, { is: 'either', of: [{ is: 'text' }, { is: 'null' }] }],
    [
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { is: 'integer', min: 0 },
    ],
    [
      { type: 'boolean', const: true },
      { is: 'choice', of: ['true'] },
    ],
    [{ enum: ['en', 'hi'] }, { is: 'choice', of: ['en', 'hi'] }],
    [{ anyOf: [{ enum: ['upi'] }, { type: 'null' }] }, { is: 'choice', of: ['upi', 'null'] }],
    [
      { type: 'array', items: { type: 'boolean' }, maxItems: 2 },
      { is: 'list', of: { is: 'boolean' }, max: 2 },
    ],
    [
      { type: 'object', additionalProperties: ref },
      { is: 'map', of: { is: 'object' } },
    ],
    [{ anyOf: [{ type: 'number' }, { type: 'number' }] }, { is: 'number' }],
    [{}, { is: 'anything' }],
  ])('of %j', (schema, kind) => {
    expect(kindOf(schema, schemas)).toEqual(kind);
  });
});
