import { expect, test } from 'vitest';
import { z } from 'zod';
import { isSlower } from '@/testing/processor-time';
import type { Endpoint } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { overridePipes } from './pipe-override';

type Described = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Described[];
  oneOf?: Described[];
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
  items?: Described;
};

/** Characters of a text: about the largest that a body may have. */
const LENGTH = 90_000;

const HARMLESS = 'a'.repeat(LENGTH);

/** Texts whose processor time grows faster than their length where a program is careless. */
const HOSTILE: Record<string, string> = {
  'marks in the wrong order': `a${'\u0301\u0323'.repeat(LENGTH / 2)}`,
  'marks that compatibility forms add': `a${`${'\u0301'.repeat(30)}\uFF9E`.repeat(LENGTH / 31)}`,
  spaces: `a${' '.repeat(LENGTH)}a`,
  dots: 'a.'.repeat(LENGTH / 2),
  'at signs': 'a@'.repeat(LENGTH / 2),
  digits: '1'.repeat(LENGTH),
  'joiners and directions': '\u200D\u202E'.repeat(LENGTH / 2),
};

const schemasOf = ({ params, query, headers, body }: Endpoint): z.ZodType[] =>
  [params, query, headers, body && body.kind !== 'file' ? body.schema : undefined].filter(
    (schema) => schema !== undefined,
  );

/** Returns values in which every text that a schema does not prescribe is `text`, one for each alternative. */
function filled(schema: z.ZodType, text: string): unknown[] {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: (context) => overridePipes({ ...context, io: 'input' } as Parameters<typeof overridePipes>[0]),
  });
  return valuesOf(described as Described, text);
}

function valuesOf(described: Described, text: string): unknown[] {
  const { anyOf, oneOf, properties, additionalProperties: each, items } = described;
  if (described.const !== undefined) return [described.const];
  if (described.enum) return described.enum;
  if (anyOf ?? oneOf) return (anyOf ?? oneOf)!.flatMap((one) => valuesOf(one, text));
  if (described.type === 'array') return valuesOf(items ?? {}, text).map((value) => [value]);
  if (properties) return objectsOf(properties, text);
  if (described.type === 'object')
    return valuesOf(typeof each === 'object' ? each : {}, text).map((value) => ({ [text]: value }));
  if (described.type === 'number' || described.type === 'integer') return [1];
  return described.type === 'boolean' ? [true] : [text];
}

/** As many objects as the property with the most values has. */
function objectsOf(properties: Record<string, Described>, text: string): unknown[] {
  const values = Object.entries(properties).map(([key, field]) => [key, valuesOf(field, text)] as const);
  const most = Math.max(1, ...values.map(([, own]) => own.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(values.map(([key, own]) => [key, own[at % own.length]])),
  );
}

/** Validates a text in every field. */
function validate(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) schema.safeParse(value);
}

test.each(Object.entries(HOSTILE))(
  'security 109: no field of any endpoint takes longer for %s than for letters',
  async (_name, text) => {
    const schemas = ENDPOINTS.flatMap((endpoint) => schemasOf(endpoint).map((schema) => ({ id: endpoint.id, schema })));
    expect(schemas.length).toBeGreaterThan(50);
    for (const { id, schema } of schemas) {
      const [hostile, harmless] = [filled(schema, text), filled(schema, HARMLESS)];
      const slow = await isSlower(
        () => validate(schema, hostile),
        () => validate(schema, harmless),
      );
      expect(slow, id).toBe(false);
    }
  },
);
