import type { Schema } from '@/lib/api/annotate';
import { resolve, type Schemas } from './fields';

/**
 * Builds an example of a request's schema from the examples of its fields: the required properties, and as many more as
 * the object needs.
 */
export function exampleOf(reference: Schema, schemas: Schemas): unknown {
  const schema = resolve(reference, schemas);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, schemas);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, schemas);
    case 'array':
      return [exampleOf(schema.items ?? {}, schemas)];
    case 'integer':
    case 'number':
      return schema.minimum && schema.minimum > 0 ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'string':
      throw new Error(`No example of ${JSON.stringify(schema)}`);
    default:
      return null;
  }
}

function objectOf(schema: Schema, schemas: Schemas): Record<string, unknown> {
  const { properties = {}, required = [], minProperties = 0, additionalProperties } = schema;
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object') {
    const value = exampleOf(additionalProperties, schemas);
    return { [keyOf(value)]: value };
  }
  const names = Object.keys(properties);
  const more = names.filter((name) => !required.includes(name));
  const chosen = new Set([...required, ...more.slice(0, Math.max(0, minProperties - required.length))]);
  return Object.fromEntries(
    names.filter((name) => chosen.has(name)).map((name) => [name, exampleOf(properties[name]!, schemas)]),
  );
}

/** Returns the key of a map's value: the value's id, or else a course id. */
function keyOf(value: unknown): string {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : 'id';
}
