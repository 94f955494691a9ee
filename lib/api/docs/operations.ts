import type { Schema } from '@/lib/api/annotate';
import type { Access, Limit } from '@/lib/api/endpoint';
import type { Document } from '@/lib/api/openapi';
import { exampleOf } from './example';
import { fieldsOf, kindOf, type Field, type Kind, type Schemas } from './fields';

type Media = { schema?: Schema };
type Response = { description: string; content?: Record<string, Media> };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-access': Access[];
  'x-may-carry': (OptionalAuth | null)[];
  'x-limits': Limit[];
  parameters?: { name: string; in: Place; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Media>; 'x-max-bytes': number };
  responses: Record<string, Response>;
};

type OptionalAuth = 'sponsor' | 'receipt';
type Place = 'path' | 'query' | 'header';

export type Parameter = {
  name: string;
  place: Place;
  kind: Kind;
  required: boolean;
  description: string | undefined;
  example: string;
};

/** One of the endpoints that share a path and method: usually the only one. `example` is absent without a body. */
export type Shape = {
  title: string;
  description: string | undefined;
  access: Access;
  optionalAuth: OptionalAuth | null;
  fields: Field[];
  example: unknown;
};

/** A successful response: JSON with its shapes, or a file of a media type. */
export type SuccessResponse = {
  status: number;
  description: string;
  media: string | undefined;
  shapes: { title: string | undefined; kind: Kind; fields: Field[] }[];
};

/** An error response: its codes, and the body's fields besides `message` and `code`. */
export type ErrorResponse = { status: number; description: string; codes: string[]; details: Field[] };

export type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  parameters: Parameter[];
  shapes: Shape[];
  body: { media: string[]; maxBytes: number } | undefined;
  successes: SuccessResponse[];
  errors: ErrorResponse[];
  limits: Limit[];
};

const JSON_TYPE = 'application/json';

/** Converts the published API description for display: every operation, in the order of the description. */
export function operationsOf(document: Document): Operation[] {
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Schemas };
  };
  const schemas = components.schemas;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method.toUpperCase(), path, described, schemas)),
  );
}

function operation(method: string, path: string, described: Described, schemas: Schemas): Operation {
  const { operationId: id, requestBody, responses } = described;
  const statuses = Object.entries(responses).map(([status, response]) => [Number(status), response] as const);
  return {
    id,
    method,
    path,
    tag: described.tags[0]!,
    summary: described['x-access'].length === 1 ? described.summary : '',
    parameters: (described.parameters ?? []).map(({ name, in: place, required = false, description, schema }) => ({
      name,
      place,
      kind: kindOf(schema, schemas),
      required,
      description: description,
      example: String(exampleOf(schema, schemas)),
    })),
    shapes: shapesOf(described, schemas),
    body: requestBody && { media: Object.keys(requestBody.content), maxBytes: requestBody['x-max-bytes'] },
    successes: statuses
      .filter(([status]) => status < 400)
      .map(([status, response]) => successOf(status, response, schemas)),
    errors: statuses
      .filter(([status]) => status >= 400)
      .map(([status, response]) => errorOf(status, response, schemas)),
    limits: described['x-limits'],
  };
}

/** Body shapes have the order of the endpoints that they belong to. */
function shapesOf(described: Described, schemas: Schemas): Shape[] {
  const body = Object.values(described.requestBody?.content ?? {})[0]?.schema;
  const several = described['x-access'].length > 1;
  return described['x-access'].map((access, at) => {
    const schema = several ? body?.anyOf?.[at] : body;
    return {
      title: (several ? schema?.title : undefined) ?? described.summary,
      description: several ? schema?.description : described.description,
      access,
      optionalAuth: described['x-may-carry'][at] ?? null,
      fields: schema ? fieldsOf(schema, schemas) : [],
      example: schema && exampleOf(schema, schemas),
    };
  });
}

function successOf(status: number, { description, content }: Response, schemas: Schemas): SuccessResponse {
  const [media, { schema } = {}] = Object.entries(content ?? {})[0] ?? [];
  if (media !== JSON_TYPE || !schema) return { status, description: description, media, shapes: [] };
  const shapes = (schema.anyOf ?? [schema]).map((each) => ({
    title: each.title,
    kind: kindOf(each, schemas),
    fields: fieldsOf(each, schemas),
  }));
  return { status, description: description, media, shapes };
}

function errorOf(status: number, { description, content }: Response, schemas: Schemas): ErrorResponse {
  const schema = content?.[JSON_TYPE]?.schema ?? {};
  const { code, message: _, ...details } = schema.properties ?? {};
  const codes = code?.enum ?? (code?.const === undefined ? [] : [code.const]);
  return {
    status,
    description: description,
    codes: codes.map(String),
    details: fieldsOf({ properties: details }, schemas),
  };
}
