import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { groupBy } from '@/lib/platform/group-by';
import { ADMIN_CONFIRMED_SECONDS } from '@/lib/platform/limits';
import type { ErrorStatus } from '@/lib/platform/i18n/error-codes';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { errorsOf, TAGS, type Endpoint, type ResponseSpec } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { addDescriptions } from './annotate';
import { overridePipes } from './pipe-override';
import { ERROR_DESCRIPTIONS, requestId, retryAfter, SECURITY_SCHEMES, securityOf, unexpected } from './openapi-parts';

export type Document = ReturnType<typeof createDocument>;

/** The endpoints for others than this site: the calls of the specification, and what a third party would use. */
export const PUBLISHED = ENDPOINTS.filter(({ description }) => description);

/**
 * Returns a description of endpoints (OpenAPI 3.1), generated from the schemas that the handlers validate with; without
 * argument the published document.
 */
export function describeApi(endpoints: readonly Endpoint[] = PUBLISHED): Document {
  const description: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Seat Adoption',
      version: '1',
      description: `Every error response is JSON with a human-readable \`message\`, in the language of Accept-Language (${LOCALES.join(', ')}), and a stable \`code\`; an unexpected error (500) has no message. Every response has the id of its request, by which an operator finds its lines in the log. Amounts are in rupees. Tokens are sent as \`Authorization: Bearer …\`; cookies do not authenticate API requests.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: TAGS.map((name) => ({ name })),
    components: { securitySchemes: SECURITY_SCHEMES },
    paths: pathsOf(endpoints),
  };
  return addDescriptions(createDocument(description, { override }));
}

const override: CreateDocumentOptions['override'] = (context) => {
  overridePipes(context);
  const { jsonSchema } = context;
  // A discriminated union would be `oneOf`; here every list of alternatives is `anyOf`.
  if (!jsonSchema.oneOf) return;
  jsonSchema.anyOf = jsonSchema.oneOf;
  delete jsonSchema.oneOf;
};

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiObject['paths'] {
  const addresses = groupBy(endpoints, ({ path }) => path);
  return Object.fromEntries(
    [...addresses].map(([path, ofPath]) => {
      const methods = groupBy(ofPath, ({ method }) => method.toLowerCase());
      return [path, Object.fromEntries([...methods].map(([method, shapes]) => [method, operationOf(shapes)]))];
    }),
  );
}

/** Builds one operation from one or several endpoints of a path and method, distinguished by their bodies. */
function operationOf(endpoints: readonly Endpoint[]): ZodOpenApiOperationObject {
  const [first] = endpoints as [Endpoint, ...Endpoint[]];
  const alone = endpoints.length === 1;
  return {
    operationId: alone ? first.id : first.path.split('/').at(-1)!,
    tags: [first.tag],
    summary: alone ? first.summary : endpoints.map(({ summary }) => summary).join(' · '),
    description: alone
      ? describe(first)
      : endpoints.map((endpoint) => `**${endpoint.summary}.** ${describe(endpoint) ?? ''}`).join('\n\n'),
    'x-calls': endpoints.map(({ id }) => id),
    'x-access': endpoints.map(({ access }) => access),
    'x-may-carry': endpoints.map(({ optionalAuth }) => optionalAuth ?? null),
    'x-limits': [...new Set(endpoints.flatMap(({ limits }) => limits ?? []))],
    security: endpoints.flatMap(securityOf),
    requestParams: {
      ...(first.params && { path: first.params }),
      ...(first.query && { query: first.query }),
      ...(first.headers && { header: first.headers }),
    },
    requestBody: bodyOf(endpoints),
    responses: { ...responsesOf(endpoints), ...errorResponsesOf(endpoints), 500: unexpected },
  };
}

/**
 * Returns the description with the roles of administrators, unless every role may call the endpoint, and whether they
 * are asked for password or code again.
 */
function describe({ description, roles, confirmed }: Endpoint): string | undefined {
  const isLimited = roles && roles.length < ADMIN_ROLES.length;
  return (
    [
      description,
      isLimited && `For administrators with the role ${roles.join(' or ')}.`,
      confirmed &&
        `\`admin.confirm\` if password or code were given more than ${ADMIN_CONFIRMED_SECONDS / 60} minutes ago: confirm the session and repeat the request.`,
    ]
      .filter(Boolean)
      .join(' ') || undefined
  );
}

function bodyOf(endpoints: readonly Endpoint[]): ZodOpenApiOperationObject['requestBody'] {
  const bodies = endpoints.flatMap(({ body }) => body ?? []);
  const [first] = bodies;
  if (!first) return undefined;
  const limit = { 'x-max-bytes': Math.max(...bodies.map(({ maxBytes }) => maxBytes)) };
  if (first.kind === 'file') {
    const content = Object.fromEntries(first.media.map((media) => [media, {}]));
    return { required: true, content, ...limit };
  }
  const schemas = endpoints.flatMap((endpoint) =>
    endpoint.body && endpoint.body.kind !== 'file' ? named(endpoint.body.schema, endpoint, endpoints) : [],
  );
  const media = first.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return { required: true, content: { [media]: { schema: oneOf(schemas) } }, ...limit };
}

function responsesOf(endpoints: readonly Endpoint[]): Record<string, ZodOpenApiResponseObject> {
  const responses = endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.responses).map(([status, response]): [string, ResponseSpec] => [
      status,
      'schema' in response ? { ...response, schema: named(response.schema, endpoint, endpoints) } : response,
    ]),
  );
  const byStatus = groupBy(responses, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [status, responseOf(entries.map(([, response]) => response))]),
  );
}

function responseOf(responses: readonly ResponseSpec[]): ZodOpenApiResponseObject {
  const [first] = responses as [ResponseSpec, ...ResponseSpec[]];
  const description = [...new Set(responses.map(({ description = 'Success' }) => description))].join(' · ');
  if ('location' in first) return { description, headers: z.object({ ...requestId, Location: z.string() }) };
  const headers = z.object(requestId);
  if ('media' in first)
    return { description, headers, content: { [first.media]: { schema: z.string().meta({ format: 'binary' }) } } };
  const schemas = responses.flatMap((response) => ('schema' in response ? response.schema : []));
  return { description, headers, content: { 'application/json': { schema: oneOf(schemas) } } };
}

/** Builds the error responses: the body has one of the declared codes, and only declared details. */
function errorResponsesOf(endpoints: readonly Endpoint[]): Record<string, ZodOpenApiResponseObject> {
  const all = endpoints.flatMap((endpoint) => [...errorsOf(endpoint)]);
  const byStatus = groupBy(all, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      errorResponseOf(
        status,
        each.map(([, error]) => error),
      ),
    ]),
  );
}

type ErrorGroup = { codes: string[]; details: z.ZodObject | undefined };

function errorResponseOf(status: ErrorStatus, groups: readonly ErrorGroup[]): ZodOpenApiResponseObject {
  const codes = [...new Set(groups.flatMap((each) => each.codes))].toSorted();
  const details = groups.reduce<z.ZodRawShape>((all, each) => ({ ...all, ...each.details?.partial().shape }), {});
  const waits = status === 429 || status === 503;
  return {
    description: ERROR_DESCRIPTIONS[status],
    headers: z.object({ ...requestId, ...(waits ? retryAfter : {}) }),
    content: {
      'application/json': { schema: z.object({ message: z.string(), code: z.enum(codes), ...details }) },
    },
  };
}

/** Titles the schemas by endpoint if several share a path. */
function named(schema: z.ZodType, { summary, description }: Endpoint, endpoints: readonly Endpoint[]): z.ZodType {
  return endpoints.length === 1 ? schema : schema.meta({ title: summary, ...(description && { description }) });
}

function oneOf(schemas: readonly z.ZodType[]): z.ZodType {
  return schemas.length === 1 ? schemas[0]! : z.union(schemas);
}
