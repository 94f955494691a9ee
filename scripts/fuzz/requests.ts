import * as fc from 'fast-check';
import { CRON_SECRET } from '../../testing/e2e/app';
import type { Operation, Parameter } from './description';
import { hostileOf } from './hostile';
import { sampleValuesOf } from './sample-values';
import { validOf } from './values';
import type { Step } from './step';
import type { Gap } from './report';
import type { FuzzSetup } from './setup';
import { oneWrong, ODD } from './mutate';

/**
 * Relative frequency of an operation: those that hash a password, render a PDF, send many messages or write files are
 * expensive.
 */
const WEIGHTS: Record<string, number> = {
  login: 2,
  register: 2,
  adminLogin: 2,
  runJobsByGet: 2,
  runJobsByPost: 2,
  metrics: 2,
  generatePdf: 3,
  readReceipt: 3,
  readSummary: 3,
  importCatalogue: 4,
  exportCatalogue: 4,
  download: 3,
  readRecords: 4,
  describeApi: 2,
  'generate-otp': 16,
  'verify-otp': 12,
  processPayment: 14,
};
const USUAL = 8;

/** Generates a request to any operation: valid, with one violation, or hostile. */
export function requestTo(operations: readonly Operation[], setup: FuzzSetup): fc.Arbitrary<Step> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: WEIGHTS[operation.id] ?? USUAL,
      arbitrary: requestOf(operation, setup),
    })),
  );
}

/** Generates one request to an operation. */
export function requestOf(operation: Operation, setup: FuzzSetup): fc.Arbitrary<Step> {
  const valid = validStep(operation, setup);
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: nearlyValid(operation, setup, valid) },
    { weight: 3, arbitrary: hostileOf(operation, valid) },
  );
}

/** Generates a request that is likely to get the response that is missing. */
export function requestToward({ operation, wanted }: Gap, setup: FuzzSetup): fc.Arbitrary<Step> {
  const valid = validStep(operation, setup);
  if (wanted === 'success') return valid;
  return wanted === 401 ? wrongBearer(operation, setup, valid) : nearlyValid(operation, setup, valid);
}

/**
 * Generates a valid request with the bearer token that the endpoint requires: that of the sponsor it names, if it names
 * one.
 */
export function validStep(operation: Operation, setup: FuzzSetup): fc.Arbitrary<Step> {
  const samples = sampleValuesOf(setup);
  const of = (place: Parameter['in']) => {
    const own = operation.parameters.filter((parameter) => parameter.in === place);
    const fields = own.map(({ name, schema }) => [name, validOf(schema, samples, name)]);
    const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys,
      noNullPrototype: true,
    });
  };
  return fc
    .record({
      params: of('path'),
      query: of('query'),
      headers: of('header'),
      body: bodyOf(operation, samples),
      source: sources,
      bearer: bearerOf(operation, setup),
    })
    .map(({ params, query, headers, body, source, bearer }) => ({
      params,
      query,
      headers,
      body,
      source,
      token: ownerIn(setup, params, body) ?? bearer,
    }))
    .map(({ params, query, headers, body, source, token }) => ({
      operation,
      hostile: false,
      method: operation.method,
      params: Object.fromEntries(Object.entries(texts(params)).map(([name, text]) => [name, asSegment(text)])),
      query: Object.entries(texts(query)),
      headers: {
        'X-Forwarded-For': source,
        ...texts(headers),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'Content-Type': body.media } : {}),
      },
      ...(body ? { body: body.body } : {}),
    }));
}

/** Requests come from many client addresses, so that limits by address do not hide other behaviour. */
export const sources = fc
  .tuple(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 1, max: 250 }))
  .map(([a, b]) => `10.20.${a}.${b}`);

/** Path segments are not empty, and dot segments would lead elsewhere. */
const asSegment = (text: string) => (/^\.{0,2}$/.test(text) ? '0' : text);

/** A header with the value null is not sent. */
const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])));

function ownerIn(
  { sponsors }: FuzzSetup,
  params: Record<string, unknown>,
  given: { body: Step['body'] } | undefined,
): string | undefined {
  const json = given?.body && 'json' in given.body ? given.body.json : undefined;
  const named = params.userId ?? (json as { userId?: unknown } | undefined)?.userId;
  return sponsors.find(({ id }) => id === named)?.token;
}

function bearerOf({ id, access }: Operation, { spare, admin, sponsors }: FuzzSetup): fc.Arbitrary<string | undefined> {
  if (id === 'logout') return fc.constantFrom(...spare.sponsor);
  if (id === 'adminLogout') return fc.constantFrom(...spare.admin);
  if (access.includes('administrator')) return fc.constant(admin.token);
  if (access.includes('scheduler')) return fc.constant(CRON_SECRET);
  if (access.some((each) => ['sponsor', 'owner', 'holder'].includes(each)))
    return fc.constantFrom(...sponsors.map(({ token }) => token));
  return fc.constant(undefined);
}

/** Generates catalogue rows: a file has no schema. */
const CATALOGUE = fc
  .array(
    fc.tuple(
      fc.constantFrom('Panna', 'Dhar'),
      fc.nat({ max: 400 }),
      fc.integer({ min: 0, max: 10_001 }),
      fc.nat({ max: 90_000 }),
    ),
    { maxLength: 6 },
  )
  .map((rows) =>
    [
      'City,Institute,Course Type,Branch,Total Seats,Price per Seat per Year',
      ...rows.map(([city, branch, seats, price]) => `${city},,ITI,Branch ${branch},${seats},${price}`),
    ].join('\n'),
  );
const NOTICE = fc.uuid().map((id) => JSON.stringify({ payment_id: id, status: 'captured', amount_paise: 100 }));

function bodyOf({ id, body }: Operation, samples: ReturnType<typeof sampleValuesOf>) {
  if (!body) return fc.constant(undefined);
  const media = body.media[0]!;
  if (!body.schema || Object.keys(body.schema).length === 0)
    return (id === 'importCatalogue' ? CATALOGUE : NOTICE).map((text) => ({
      media,
      body: { bytes: Buffer.from(text) } as Step['body'],
    }));
  return validOf(body.schema, samples).map((value) => ({
    media,
    body: (media === 'application/json' ? { json: value } : { form: value }) as Step['body'],
  }));
}

/** Generates one violation: in the body, in the parameters, or in the credentials. */
function nearlyValid(operation: Operation, setup: FuzzSetup, valid: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const ways = [wrongQuery(valid, operation)];
  const schema = operation.body?.schema;
  if (schema && operation.body?.media[0] === 'application/json')
    ways.push(
      ...Array<fc.Arbitrary<Step>>(4).fill(
        valid.chain((step) =>
          oneWrong(schema, fc.constant((step.body as { json: unknown }).json)).map((json) => ({
            ...step,
            body: { json },
          })),
        ),
      ),
    );
  if (operation.parameters.some((parameter) => parameter.in === 'path')) ways.push(wrongPath(valid));
  if (operation.access.some((each) => each !== 'anyone' && each !== 'provider'))
    ways.push(wrongBearer(operation, setup, valid));
  return fc.oneof(...ways);
}

const oddText = fc.constantFrom(...ODD).map((odd) => (typeof odd === 'object' ? JSON.stringify(odd) : String(odd)));

function wrongQuery(valid: fc.Arbitrary<Step>, { parameters }: Operation): fc.Arbitrary<Step> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return fc
    .tuple(valid, fc.constantFrom('unknown', ...names), oddText, fc.boolean())
    .map(([step, name, text, twice]) => ({
      ...step,
      query: [...step.query.filter(([key]) => twice || key !== name), [name, text] as [string, string]],
    }));
}

function wrongPath(valid: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const other = fc.oneof(oddText, fc.uuid(), fc.constantFrom('constructor', '__proto__', 'USERS', 'toString'));
  return fc.tuple(valid, other).map(([step, text]) => ({
    ...step,
    params: Object.fromEntries(Object.keys(step.params).map((name) => [name, asSegment(text)])),
  }));
}

/** Returns whether the body of a request names a sponsor. */
const namesOwner = ({ body }: Step) =>
  body !== undefined && 'json' in body && typeof body.json === 'object' && body.json !== null && 'userId' in body.json;

/** Generates an invalid credential: none, an ended session, another kind, another sponsor's, or a malformed one. */
function wrongBearer(
  { access }: Operation,
  { sponsors, admin, expired }: FuzzSetup,
  valid: fc.Arbitrary<Step>,
): fc.Arbitrary<Step> {
  const administrator = access.includes('administrator');
  const others = administrator ? sponsors.map(({ token }) => token) : [admin.token];
  const given = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...(administrator ? expired.admin : expired.sponsor)),
    fc.constantFrom(...others),
    fc.stringMatching(/^[\w-]{43}$/),
    fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
  );
  return fc.tuple(valid, given).map(([step, token]) => {
    const { Authorization: _, ...headers } = step.headers;
    return {
      ...step,
      stranger: !access.includes('anyone') || namesOwner(step),
      headers: token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` },
    };
  });
}
