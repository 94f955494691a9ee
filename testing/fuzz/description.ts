import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { errorsOf, type Access, type Endpoint } from '@/lib/api/endpoint';
import type { Document } from '@/lib/api/openapi';

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

type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema };

/** An endpoint with what the description says of its path and method. */
export type Operation = {
  id: string;
  endpoint: Endpoint;
  method: string;
  /** Below /api, with parameters in braces. */
  path: string;
  access: Access;
  parameters: Parameter[];
  body: { media: string[]; schema: Schema | undefined; maxBytes: number } | null;
  statuses: number[];
};

type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }>; 'x-max-bytes': number };
};

/** Returns each endpoint with its part of a description. Bodies contain no references to components. */
export function operationsOf(endpoints: readonly Endpoint[], document: Pick<Document, 'paths'>): Operation[] {
  const paths = document.paths as Record<string, Record<string, Described>>;
  return endpoints.map((endpoint) => {
    const { id, method, path, access, responses } = endpoint;
    const { parameters = [], requestBody } = paths[path]![method.toLowerCase()]!;
    return {
      ...{ id, endpoint, method, path, access, parameters },
      body: requestBody
        ? {
            media: Object.keys(requestBody.content),
            schema: Object.values(requestBody.content)[0]?.schema,
            maxBytes: requestBody['x-max-bytes'],
          }
        : null,
      statuses: [...Object.keys(responses).map(Number), ...errorsOf(endpoint).keys()],
    };
  });
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const compiled = new WeakMap<Schema, (value: unknown) => boolean>();

/** Returns whether a schema accepts a value. */
export function accepts(schema: Schema, value: unknown): boolean {
  const validator = compiled.get(schema) ?? (ajv.compile(schema) as (given: unknown) => boolean);
  compiled.set(schema, validator);
  return validator(value);
}

const OF_TEXTS = new Set(['pattern', 'format', 'minLength', 'maxLength']);
const withoutTexts = new WeakMap<Schema, Schema>();

/**
 * Returns a schema without its rules for strings. The server normalises strings (spaces, width, case) before it
 * validates them, so it may accept one that the description rejects; what this schema rejects the server must reject,
 * too.
 */
export function shapeOf(schema: Schema): Schema {
  const remembered = withoutTexts.get(schema);
  if (remembered) return remembered;
  const shape = JSON.parse(
    JSON.stringify(schema, function (this: Record<string, unknown>, key: string, value: unknown) {
      return OF_TEXTS.has(key) && typeof value !== 'object' ? undefined : value;
    }),
  ) as Schema;
  withoutTexts.set(schema, shape);
  return shape;
}
