import { expect, test } from 'vitest';
import { z } from 'zod';
import { idFields } from '@/testing/api/id-fields';
import { ENDPOINTS } from './endpoints';

const ID = 'b1e2c3d4-a5f6-4a7b-8c9d-0e1f2a3b4c5d';
const fields = ENDPOINTS.flatMap((endpoint) =>
  idFields(endpoint).map(({ name, schema }) => ({ name: `${endpoint.id} ${name}`, schema })),
);

test('security 120: every id of a path, a query or a body has one spelling, whatever case it comes in', () => {
  expect(fields.length).toBeGreaterThan(40);
  for (const { name, schema } of fields) expect(z.safeParse(schema, ID.toUpperCase()).data, name).toBe(ID);
});

test('security 120: parameters of paths that are named as ids are ids', () => {
  for (const endpoint of ENDPOINTS)
    for (const [, name] of endpoint.path.matchAll(/\{(\w+Id)\}/g))
      expect(idFields(endpoint).map((field) => field.name)).toContain(`params.${name}`);
});
