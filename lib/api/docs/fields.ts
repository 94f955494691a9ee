import type { Schema } from '@/lib/api/annotate';

/** The type of a value, without its meaning. */
export type Kind =
  | { is: 'text'; min?: number; max?: number; format?: string }
  | { is: 'integer' | 'number'; min?: number; max?: number }
  | { is: 'boolean' | 'null' | 'anything' }
  | { is: 'choice'; of: readonly string[] }
  | { is: 'list'; of: Kind; min?: number; max?: number }
  | { is: 'map'; of: Kind; min?: number; max?: number }
  | { is: 'object' }
  | { is: 'either'; of: readonly Kind[] };

/** A property with its nested fields. */
export type Field = { name: string; kind: Kind; required: boolean; description: string | undefined; fields: Field[] };

export type Schemas = Readonly<Record<string, Schema>>;

/** Resolves a reference; the description next to the reference wins. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...said } = schema;
  const target = schemas[$ref.split('/').at(-1)!];
  if (!target) throw new Error(`The description refers to ${$ref}, which it does not have`);
  return { ...target, ...said };
}

/** Returns the properties of an object, or of the objects in a list, map or union. */
export function fieldsOf(reference: Schema, schemas: Schemas): Field[] {
  const schema = resolve(reference, schemas);
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    return Object.entries(schema.properties).map(([name, property]) => ({
      name,
      kind: kindOf(property, schemas),
      required: schema.required?.includes(name) ?? false,
      description: resolve(property, schemas).description,
      fields: fieldsOf(property, schemas),
    }));
  }
  if (schema.items) return fieldsOf(schema.items, schemas);
  if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties, schemas);
  return merge((schema.anyOf ?? []).map((each) => fieldsOf(each, schemas)).filter((fields) => fields.length > 0));
}

/** Merges the fields of alternatives by name; required are those that every alternative requires. */
function merge(alternatives: readonly Field[][]): Field[] {
  const all = alternatives.flat();
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const same = all.filter((field) => field.name === name);
    const required = same.length === alternatives.length && same.every((field) => field.required);
    return { ...same[0]!, kind: either(same.map(({ kind }) => kind)), required };
  });
}

/** Returns the kind of a schema's values. */
export function kindOf(reference: Schema, schemas: Schemas): Kind {
  const schema = resolve(reference, schemas);
  if (schema.anyOf) return either(schema.anyOf.map((each) => kindOf(each, schemas)));
  if (schema.const !== undefined) return { is: 'choice', of: [JSON.stringify(schema.const)] };
  if (schema.enum) return { is: 'choice', of: schema.enum.map(String) };
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => ofType({ ...schema, type }, schemas)));
  return ofType(schema, schemas);
}

function ofType(schema: Schema, schemas: Schemas): Kind {
  switch (schema.type) {
    case 'string':
      return pruned({ is: 'text', min: schema.minLength || undefined, max: schema.maxLength, format: schema.format });
    case 'integer':
    case 'number':
      return pruned({ is: schema.type, min: effectiveBound(schema.minimum), max: effectiveBound(schema.maximum) });
    case 'boolean':
    case 'null':
      return { is: schema.type };
    case 'array':
      return pruned({
        is: 'list',
        of: kindOf(schema.items ?? {}, schemas),
        min: schema.minItems,
        max: schema.maxItems,
      });
    case 'object':
      if (schema.properties || typeof schema.additionalProperties !== 'object') return { is: 'object' };
      return pruned({
        is: 'map',
        of: kindOf(schema.additionalProperties, schemas),
        min: schema.minProperties,
        max: schema.maxProperties,
      });
    default:
      return { is: 'anything' };
  }
}

/** Merges kinds without duplicates; enums become one, and null one of its values. */
function either(kinds: readonly Kind[]): Kind {
  const [first, ...others] = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
  if (first?.is === 'choice' && others.every(({ is }) => is === 'null' || is === 'choice'))
    return {
      is: 'choice',
      of: [...new Set([first, ...others].flatMap((kind) => (kind.is === 'choice' ? kind.of : [kind.is])))],
    };
  return first && others.length === 0 ? first : { is: 'either', of: first ? [first, ...others] : [] };
}

/** The bounds of safe integers are no real limit, so they are omitted. */
const effectiveBound = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;

const pruned = <T extends object>(kind: T): T =>
  Object.fromEntries(Object.entries(kind).filter(([, value]) => value !== undefined)) as T;
