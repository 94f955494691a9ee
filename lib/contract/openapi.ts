import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { refusalsOf, TAGS, type Answer, type Call, type RefusalStatus } from './call';
import { CALLS } from './calls';
import { addMeanings } from './glossary';
import { narrowPipes } from './narrow';
import { REFUSAL_TEXTS, requestId, retryAfter, SECURITY_SCHEMES, securityOf, unexpected } from './openapi-parts';

export type Document = ReturnType<typeof createDocument>;

/** The published description of the API (OpenAPI 3.1), made of the same schemas that the doors check requests by. */
export function describeApi(): Document {
  const description: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Seat Adoption',
      version: '1',
      description:
        'Every refusal is JSON with a `message` for people, in the language of Accept-Language (en, hi), and a stable `code` for programs; an unexpected failure (500) has no message. Answers carry the id of their request, by which an operator finds its lines in the log. Amounts are rupees. Tokens are sent as `Authorization: Bearer …`; a cookie opens no call.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: TAGS.map((name) => ({ name })),
    components: { securitySchemes: SECURITY_SCHEMES },
    paths: pathsOf(CALLS),
  };
  return addMeanings(createDocument(description, { override: narrowPipes }));
}

function pathsOf(calls: readonly Call[]): ZodOpenApiObject['paths'] {
  const addresses = groupBy(calls, ({ path }) => path);
  return Object.fromEntries(
    [...addresses].map(([path, own]) => {
      const methods = groupBy(own, ({ method }) => method.toLowerCase());
      return [path, Object.fromEntries([...methods].map(([method, shapes]) => [method, operationOf(shapes)]))];
    }),
  );
}

/** One operation, or several calls of one address and method, whose bodies tell them apart. */
function operationOf(calls: readonly Call[]): ZodOpenApiOperationObject {
  const [first] = calls as [Call, ...Call[]];
  const alone = calls.length === 1;
  return {
    operationId: alone ? first.id : first.path.split('/').at(-1)!,
    tags: [first.tag],
    summary: alone ? first.summary : calls.map(({ summary }) => summary).join(' · '),
    description: alone
      ? first.description
      : calls.map(({ summary, description }) => `**${summary}.** ${description ?? ''}`).join('\n\n'),
    'x-calls': calls.map(({ id }) => id),
    'x-access': calls.map(({ access }) => access),
    'x-may-carry': calls.map(({ mayCarry }) => mayCarry ?? null),
    'x-limits': [...new Set(calls.flatMap(({ limits }) => limits ?? []))],
    security: calls.flatMap(securityOf),
    requestParams: {
      ...(first.params && { path: first.params }),
      ...(first.query && { query: first.query }),
      ...(first.headers && { header: first.headers }),
    },
    requestBody: bodyOf(calls),
    responses: { ...answersOf(calls), ...refusals(calls), 500: unexpected },
  };
}

function bodyOf(calls: readonly Call[]): ZodOpenApiOperationObject['requestBody'] {
  const bodies = calls.flatMap(({ body }) => body ?? []);
  const [first] = bodies;
  if (!first) return undefined;
  const limit = { 'x-max-bytes': Math.max(...bodies.map(({ maxBytes }) => maxBytes)) };
  if (first.kind === 'file') {
    const content = Object.fromEntries(first.media.map((media) => [media, {}]));
    return { required: true, content, ...limit };
  }
  const schemas = calls.flatMap((call) =>
    call.body && call.body.kind !== 'file' ? named(call.body.schema, call, calls) : [],
  );
  const media = first.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return { required: true, content: { [media]: { schema: oneOf(schemas) } }, ...limit };
}

function answersOf(calls: readonly Call[]): Record<string, ZodOpenApiResponseObject> {
  const answers = calls.flatMap((call) =>
    Object.entries(call.answers).map(([status, answer]): [string, Answer] => [
      status,
      'schema' in answer ? { ...answer, schema: named(answer.schema, call, calls) } : answer,
    ]),
  );
  const byStatus = groupBy(answers, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [status, answerOf(entries.map(([, answer]) => answer))]),
  );
}

function answerOf(answers: readonly Answer[]): ZodOpenApiResponseObject {
  const [first] = answers as [Answer, ...Answer[]];
  const description = [...new Set(answers.map(({ says }) => says))].join(' · ');
  if ('location' in first) return { description, headers: z.object({ ...requestId, Location: z.string() }) };
  const headers = z.object(requestId);
  if ('media' in first)
    return { description, headers, content: { [first.media]: { schema: z.string().meta({ format: 'binary' }) } } };
  const schemas = answers.flatMap((answer) => ('schema' in answer ? answer.schema : []));
  return { description, headers, content: { 'application/json': { schema: oneOf(schemas) } } };
}

/** A refusal's body names one of the codes that its calls may refuse with, and nothing that is not described. */
function refusals(calls: readonly Call[]): Record<string, ZodOpenApiResponseObject> {
  const all = calls.flatMap((call) => [...refusalsOf(call)]);
  const byStatus = groupBy(all, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      refusalOf(
        status,
        each.map(([, refusal]) => refusal),
      ),
    ]),
  );
}

type Refusing = { codes: string[]; details: z.ZodObject | undefined };

function refusalOf(status: RefusalStatus, given: readonly Refusing[]): ZodOpenApiResponseObject {
  const codes = [...new Set(given.flatMap((each) => each.codes))].toSorted();
  const details = given.reduce<z.ZodRawShape>((all, each) => ({ ...all, ...each.details?.partial().shape }), {});
  const waits = status === 429 || status === 503;
  return {
    description: REFUSAL_TEXTS[status],
    headers: z.object({ ...requestId, ...(waits ? retryAfter : {}) }),
    content: {
      'application/json': { schema: z.object({ message: z.string(), code: z.enum(codes), ...details }) },
    },
  };
}

/** Where several calls share an address, their schemas say which is whose. */
function named(schema: z.ZodType, { summary, description }: Call, calls: readonly Call[]): z.ZodType {
  return calls.length === 1 ? schema : schema.meta({ title: summary, ...(description && { description }) });
}

function oneOf(schemas: readonly z.ZodType[]): z.ZodType {
  return schemas.length === 1 ? schemas[0]! : z.union(schemas);
}

/** Map.groupBy, which the oldest Node.js that this runs on does not have. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
