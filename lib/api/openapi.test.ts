import { Validator } from '@seriousme/openapi-schema-validator';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { errorText, isErrorCode } from '@/lib/platform/i18n/errors';
import { ERROR_STATUS } from '@/lib/platform/i18n/error-codes';
import '@/lib/platform/i18n/server';
import { errorsOf } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { describeApi, PUBLISHED } from './openapi';

type Operation = { operationId: string; 'x-calls': string[]; responses: Record<string, Response> };
type Response = { headers?: Record<string, unknown>; content?: Record<string, { schema: { properties?: object } }> };

type Described = { paths: Record<string, Record<string, Operation>> };
const plain = (document: unknown) => JSON.parse(JSON.stringify(document)) as Described;

/** The published description, and the one of all endpoints that requests and responses are tested with. */
const published = plain(describeApi());
const document = plain(describeApi(ENDPOINTS));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the API description', () => {
  test('R-API-01 is valid OpenAPI 3.1', async () => {
    for (const each of [published, document])
      expect(await new Validator().validate(structuredClone(each))).toEqual({ valid: true });
  });

  test('R-API-02 has every endpoint with its path and method, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation['x-calls'].map((id) => `${method.toUpperCase()} ${path} ${id}`),
      ),
    );
    expect(described.toSorted()).toEqual(ENDPOINTS.map(({ id, method, path }) => `${method} ${path} ${id}`).toSorted());
    expect(
      Object.values(published.paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation['x-calls']),
      ),
    ).toEqual(expect.arrayContaining(PUBLISHED.map(({ id }) => id)));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('A-82 has every error of every endpoint with its status and codes, and 500 without a message', () => {
    for (const endpoint of ENDPOINTS) {
      const { responses } = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
      for (const [status, { codes }] of errorsOf(endpoint)) {
        const schema = JSON.stringify(responses[status]?.content?.['application/json']?.schema ?? null);
        for (const code of codes) expect(schema, `${endpoint.id} ${status}`).toContain(`"${code}"`);
      }
      expect(Object.keys(responses['500']!.content!['application/json']!.schema.properties!)).toEqual(['code']);
    }
  });

  test('A-82 declares Retry-After for every 429 and 503, and X-Request-Id for every response', () => {
    for (const { operationId, responses } of operations)
      for (const [status, { headers }] of Object.entries(responses)) {
        expect(Object.keys(headers ?? {}), `${operationId} ${status}`).toContain('X-Request-Id');
        expect('Retry-After' in (headers ?? {}), `${operationId} ${status}`).toBe(['429', '503'].includes(status));
      }
  });

  test('every schema compiles (JSON Schema 2020-12), so that responses can be validated', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'api.json');
    const pointers = schemasIn(document, '');
    expect(pointers.length).toBeGreaterThan(100);
    for (const pointer of pointers) expect(() => ajv.compile({ $ref: `api.json#${pointer}` }), pointer).not.toThrow();
  });
});

/** Returns the JSON pointers (URI-encoded) of all schemas below a part of the document. */
function schemasIn(part: unknown, at: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const place = `${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    return key === 'schema' ? [place] : schemasIn(value, place);
  });
}

test('A-82 every error code has a message in English and a different one in Hindi', () => {
  for (const endpoint of ENDPOINTS)
    for (const [, { codes }] of errorsOf(endpoint))
      for (const code of codes) {
        expect(isErrorCode(code), code).toBe(true);
        // A message that is only a placeholder has no text to translate.
        if (errorText(code).replace(/\{\w+\}/g, ''))
          expect(errorText(code, {}, 'hi'), code).not.toBe(errorText(code, {}, 'en'));
      }
});

test('A-82 common codes have one status everywhere: not signed in is 401, not allowed is 403', () => {
  expect(ERROR_STATUS).toMatchObject({
    'auth.required': 401,
    'admin.no_token': 401,
    'admin.session_ended': 401,
    'auth.forbidden': 403,
    'request.too_large': 413,
    'request.too_many': 429,
    'request.unavailable': 503,
  });
});

/** The endpoints of the specification (§7) with their requirement ids. */
test.each([
  ['R-API-04', 'POST', '/user/login', ['login']],
  ['R-API-05', 'POST', '/user/register', ['register']],
  [
    'R-API-06 R-API-07 R-API-10 R-API-16',
    'POST',
    '/user/generate-otp',
    ['sendPublicCode', 'sendPaymentCode', 'sendEmailCode'],
  ],
  [
    'R-API-12 R-API-13 R-API-14 R-API-16',
    'POST',
    '/user/verify-otp',
    ['verifyPublicCode', 'verifyPaymentCode', 'verifyEmailCode'],
  ],
  ['R-API-17', 'GET', '/user/profile/{userId}', ['readProfile']],
  ['R-API-18', 'PUT', '/user/profile/update/{userId}', ['updateProfile']],
  ['R-API-20', 'GET', '/user/courses', ['listSponsorCourses']],
  ['R-API-22', 'POST', '/billing/process-payment', ['processPayment']],
  ['R-API-24', 'POST', '/user/generate-pdf', ['generatePdf']],
  ['R-API-27', 'POST', '/user/admin_login', ['adminLogin']],
  ['R-API-28', 'GET', '/user/get_admin_dashboard_data', ['readRecords']],
  ['R-API-29 R-API-30', 'GET', '/user/download/{kind}', ['download']],
])('%s: %s %s is published', (_ids, method, path, calls) => {
  const operation = published.paths[path]?.[method.toLowerCase()];
  expect(operation?.['x-calls'].toSorted()).toEqual(calls.toSorted());
  expect(Object.keys(operation!.responses)).toContain(path === '/user/register' ? '201' : '200');
});
