import { FIELD_DESCRIPTIONS, FIELD_EXAMPLES } from './field-descriptions';
import type { Document } from './openapi';

/** As much of a JSON schema as the published description has. */
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

/**
 * Says of every property and parameter of a description what it means and gives an example of it, by its name: the same name
 * means the same thing everywhere. What a schema says of its own stays.
 */
export function addDescriptions(document: Document): Document {
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  for (const [name, schema] of Object.entries(components.schemas)) explain(schema, [name]);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { operationId, parameters, requestBody, responses } = operation;
    for (const parameter of parameters ?? []) {
      tell(parameter.schema, [operationId, parameter.name]);
      parameter.description ??= parameter.schema.description;
    }
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {})))
      if (schema) explain(schema, [operationId]);
  }
  return document;
}

/** @param path names from the operation or component down to the schema */
function explain(schema: Schema, path: readonly string[]): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) tell(property, [...path, name]);
  for (const part of schema.anyOf ?? []) explain(part, path);
  if (schema.items) explain(schema.items, path);
  if (typeof schema.additionalProperties === 'object') explain(schema.additionalProperties, path);
}

function tell(schema: Schema, path: readonly string[]): void {
  const [meaning, example] = [find(FIELD_DESCRIPTIONS, path), find(FIELD_EXAMPLES, path)];
  if (meaning !== undefined) schema.description ??= meaning;
  if (example !== undefined) schema.examples ??= [example];
  explain(schema, path);
}

/** What is known of the longest end of a path: 'user.id' before 'id'. */
function find<Value>(words: Readonly<Record<string, Value>>, path: readonly string[]): Value | undefined {
  const ends = path.map((_, at) => path.slice(at).join('.'));
  const end = ends.find((each) => Object.hasOwn(words, each));
  return end === undefined ? undefined : words[end];
}
