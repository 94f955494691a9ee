import { FIELD_DESCRIPTIONS, FIELD_EXAMPLES } from './field-descriptions';
import type { Document } from './openapi';

/** The subset of JSON Schema that the published description uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  title?: string;
  description?: string;
  examples?: unknown[];
  default?: unknown;
};

type Parameter = { name: string; schema: Schema; description?: string };
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

type Examples = Readonly<Record<string, unknown>>;
const NONE: Examples = {};

/**
 * Adds a description to every property and parameter of the document, and an example to those of requests, by name: the
 * same name means the same everywhere. Descriptions and examples of a schema itself stay.
 */
export function addDescriptions(document: Document): Document {
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  for (const [name, schema] of Object.entries(components.schemas)) describeProperties(schema, [name], NONE);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { operationId, parameters, requestBody, responses } = operation;
    for (const parameter of parameters ?? []) {
      describe(parameter.schema, [operationId, parameter.name], FIELD_EXAMPLES);
      parameter.description ??= parameter.schema.description;
    }
    const describeAll = (content: Content = {}, examples: Examples) => {
      for (const { schema } of Object.values(content)) if (schema) describeProperties(schema, [operationId], examples);
    };
    describeAll(requestBody?.content, FIELD_EXAMPLES);
    for (const { content } of Object.values(responses)) describeAll(content, NONE);
  }
  return document;
}

/** @param path names from the operation or component down to the schema */
function describeProperties(schema: Schema, path: readonly string[], examples: Examples): void {
  const { properties = {}, anyOf = [], items, additionalProperties } = schema;
  for (const [name, property] of Object.entries(properties)) describe(property, [...path, name], examples);
  for (const part of anyOf) describeProperties(part, path, examples);
  if (items) describeProperties(items, path, examples);
  if (typeof additionalProperties === 'object') describeProperties(additionalProperties, path, examples);
}

function describe(schema: Schema, path: readonly string[], examples: Examples): void {
  const [description, example] = [find(FIELD_DESCRIPTIONS, path), find(examples, path)];
  if (description !== undefined) schema.description ??= description;
  if (example !== undefined) schema.examples ??= [example];
  describeProperties(schema, path, examples);
}

/** Returns the value of the longest matching suffix of a path: 'user.id' before 'id'. */
function find<Value>(values: Readonly<Record<string, Value>>, path: readonly string[]): Value | undefined {
  const ends = path.map((_, at) => path.slice(at).join('.'));
  const end = ends.find((each) => Object.hasOwn(values, each));
  return end === undefined ? undefined : values[end];
}
