import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Document } from '@/lib/contract/openapi';

/** The part of JSON Schema that the API description uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

export type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema };

/** An operation of the description: a method of a path. */
export type Operation = {
  id: string;
  method: string;
  /** Below /api, with parameters in braces. */
  path: string;
  access: string[];
  parameters: Parameter[];
  body: { media: string[]; schema: Schema | undefined; maxBytes: number } | null;
  statuses: string[];
};

type Described = {
  operationId: string;
  'x-access': string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }>; 'x-max-bytes': number };
  responses: Record<string, unknown>;
};

/** Returns the operations of a description. Their bodies contain no references to components. */
export function operationsOf(document: Pick<Document, 'paths'>): Operation[] {
  const paths = document.paths as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      access: described['x-access'],
      parameters: described.parameters ?? [],
      body: described.requestBody
        ? {
            media: Object.keys(described.requestBody.content),
            schema: Object.values(described.requestBody.content)[0]?.schema,
            maxBytes: described.requestBody['x-max-bytes'],
          }
        : null,
      statuses: Object.keys(described.responses),
    })),
  );
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const compiled = new WeakMap<Schema, (value: unknown) => boolean>();

/** Returns whether a schema accepts a value. */
export function accepts(schema: Schema, value: unknown): boolean {
  const known = compiled.get(schema) ?? (ajv.compile(schema) as (given: unknown) => boolean);
  compiled.set(schema, known);
  return known(value);
}

const OF_TEXTS = new Set(['pattern', 'format', 'minLength', 'maxLength']);
const withoutTexts = new WeakMap<Schema, Schema>();

/**
 * Returns a schema without its rules for strings. The server normalises strings (spaces, width, case) before it
 * validates them, so it may accept one that the description rejects; what this schema rejects the server must reject,
 * too.
 */
export function shapeOf(schema: Schema): Schema {
  const known = withoutTexts.get(schema);
  if (known) return known;
  const shape = JSON.parse(
    JSON.stringify(schema, function (this: Record<string, unknown>, key: string, value: unknown) {
      return OF_TEXTS.has(key) && typeof value !== 'object' ? undefined : value;
    }),
  ) as Schema;
  withoutTexts.set(schema, shape);
  return shape;
}
