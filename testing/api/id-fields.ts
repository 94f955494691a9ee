import type { z } from 'zod';
import type { Endpoint } from '@/lib/api/endpoint';

type Field = { name: string; schema: z.core.$ZodType };

/** The parts of a schema by the property of its definition. */
type Definition = Partial<{
  format: string;
  shape: Record<string, z.core.$ZodType>;
  options: readonly z.core.$ZodType[];
  element: z.core.$ZodType;
  keyType: z.core.$ZodType;
  valueType: z.core.$ZodType;
  innerType: z.core.$ZodType;
  in: z.core.$ZodType;
  out: z.core.$ZodType;
}>;

/** Returns all parts of a schema without parts of their own. */
function leavesOf(schema: z.core.$ZodType, name: string): Field[] {
  const { shape, options, element, keyType, valueType, innerType, ...rest } = schema._zod.def as Definition;
  const parts = [...(options ?? []), element, keyType, valueType, innerType, rest.in, rest.out].filter(
    (part) => !!part,
  );
  const named = Object.entries(shape ?? {}).flatMap(([key, part]) => leavesOf(part, `${name}.${key}`));
  const leaves = [...named, ...parts.flatMap((part) => leavesOf(part, name))];
  return leaves.length ? leaves : [{ name, schema }];
}

/** Returns the fields of path, query and body of an endpoint whose values are ids. */
export const idFields = ({ params, query, body }: Endpoint): Field[] =>
  Object.entries({ params, query, body: body && 'schema' in body ? body.schema : undefined })
    .flatMap(([name, schema]) => (schema ? leavesOf(schema, name) : []))
    .filter(({ schema }) => (schema._zod.def as Definition).format === 'uuid');
