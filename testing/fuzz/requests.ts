import * as fc from 'fast-check';
import { SIGNATURE_HEADER, signSandboxNotice } from '@/lib/money/sandbox';
import { exampleOf } from '@/testing/api/examples';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice } from '@/testing/db/offices';
import { APP_SECRET, CRON_SECRET } from '../e2e/app';
import type { Operation } from './description';
import { hostileOf } from './hostile';
import { ODD, oneWrong, placesOf, put } from './mutate';
import type { Gap } from './report';
import type { FuzzSetup } from './setup';
import type { Step } from './step';
import { validOf } from './values';

/** Relative frequency of endpoints that hash a password, render a PDF, send many messages or read everything. */
const WEIGHTS: Record<string, number> = {
  runJobsByGet: 2,
  runJobsByPost: 2,
  metrics: 2,
  describeApi: 2,
  generatePdf: 3,
  readReceipt: 3,
  readSummary: 3,
  download: 3,
  readRecords: 3,
  exportCatalogue: 3,
};
const USUAL = 8;

/**
 * What to send to an endpoint: `variants` of its example, chosen by `seed`, then the example itself, `examples` times: a
 * wrong try must not spoil the right one, and a repeated one must do no harm.
 */
type Plan = { operation: Operation; seed: number; variants: number; examples: number };

/** Generates plans. */
export const planOf = (operations: readonly Operation[]): fc.Arbitrary<Plan> =>
  fc.record({
    operation: fc.oneof(
      ...operations.map((operation) => ({ weight: WEIGHTS[operation.id] ?? USUAL, arbitrary: fc.constant(operation) })),
    ),
    seed: fc.nat(),
    variants: fc.integer({ min: 1, max: 2 }),
    examples: fc.constantFrom(0, 0, 1, 2),
  });

/** Creates what the example of an endpoint needs. @returns the example, sent by somebody who may */
export async function exampleStep(operation: Operation): Promise<Step> {
  const { endpoint, access, method } = operation;
  const [sponsor, admin, office] = await Promise.all([makeSponsorAccount(), makeAdmin(), makeOffice()]);
  const { params = {}, query = {}, json, form, text } = await exampleOf(endpoint, { sponsor, admin, office });
  const bearerToken = { Authorization: `Bearer ${sponsor.token}` };
  const credentials: Partial<Record<typeof access, Record<string, string>>> = {
    ...{ sponsor: bearerToken, owner: bearerToken, holder: bearerToken },
    administrator: { Authorization: `Bearer ${admin.token}` },
    account: { Authorization: `Bearer ${admin.token}` },
    office: { Authorization: `Bearer ${office.token}` },
    scheduler: { Authorization: `Bearer ${CRON_SECRET}` },
    provider: { [SIGNATURE_HEADER]: signSandboxNotice(APP_SECRET, text ?? '') },
  };
  const media = operation.body?.media[0];
  return {
    operation,
    hostile: false,
    method,
    params,
    query: Object.entries(query),
    headers: { ...credentials[access], ...(media && { 'Content-Type': media }) },
    ...(json && { body: { json } }),
    ...(form && { body: { form } }),
    ...(text !== undefined && { body: { bytes: Buffer.from(text) } }),
  };
}

/** Requests come from many client addresses, so that limits by address do not hide other behaviour. */
const sources = fc
  .tuple(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 1, max: 250 }))
  .map(([a, b]) => `10.20.${a}.${b}`);

const from = (step: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.tuple(step, sources).map(([made, source]) => ({
    ...made,
    headers: { 'X-Forwarded-For': source, ...made.headers },
  }));

/** Generates variants of an example: other valid values, one violation, or something hostile. */
export const variantsOf = (example: Step, setup: FuzzSetup): fc.Arbitrary<Step> =>
  from(
    fc.oneof(
      { weight: 3, arbitrary: otherValues(example) },
      { weight: 4, arbitrary: nearlyValid(example, setup) },
      { weight: 3, arbitrary: hostileOf(example) },
    ),
  );

/** Generates requests that are likely to get the response that is missing. */
export function towards({ wanted }: Gap, example: Step, setup: FuzzSetup): fc.Arbitrary<Step> {
  if (wanted === 'success') return from(fc.constant(example));
  // Where anyone may call, such as a login, 401 is about the body.
  const needsToken = example.operation.access !== 'anyone';
  return from(wanted === 401 && needsToken ? wrongBearer(example, setup) : nearlyValid(example, setup));
}

/** Generates the example with another valid value in its body, with other optional parameters, or without some. */
function otherValues(example: Step): fc.Arbitrary<Step> {
  const { body, parameters } = example.operation;
  const optional = parameters.filter(({ required }) => !required);
  const ways: fc.Arbitrary<Step>[] = optional.map(({ in: place, name, schema }) =>
    fc.option(validOf(schema)).map((value): Step => {
      if (place === 'header') return { ...example, headers: { ...example.headers, ...textOf(name, value) } };
      const query = example.query.filter(([key]) => key !== name);
      return { ...example, query: [...query, ...Object.entries(textOf(name, value))] };
    }),
  );
  const schema = body?.schema;
  const value = example.body && ('json' in example.body ? example.body.json : undefined);
  if (schema && value !== undefined)
    ways.push(
      ...placesOf(schema, value).map(({ at, schema: own }) =>
        validOf(own).map((other): Step => ({ ...example, body: { json: withVersion(put(value, at, other), value) } })),
      ),
    );
  return ways.length > 0 ? fc.oneof(...ways) : fc.constant(example);
}

/** A change of what somebody else changed meanwhile would be refused before its other values are looked at. */
const withVersion = (json: unknown, example: unknown): unknown =>
  isObject(json) && isObject(example) && 'version' in json && 'version' in example
    ? { ...json, version: example.version }
    : json;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A parameter without a value is not sent. */
const textOf = (name: string, value: unknown): Record<string, string> =>
  value === null ? {} : { [name]: String(value) };

/** Generates one violation: in the body, in the parameters, or in the credentials. */
function nearlyValid(example: Step, setup: FuzzSetup): fc.Arbitrary<Step> {
  const { access, parameters, body: described } = example.operation;
  const { body } = example;
  const ways = [{ weight: 1, arbitrary: wrongQuery(example) }];
  if (body && 'json' in body && described?.schema)
    ways.push({
      weight: 4,
      arbitrary: oneWrong(described.schema, body.json).map((json) => ({ ...example, body: { json } })),
    });
  if (body && 'form' in body) ways.push({ weight: 2, arbitrary: wrongForm(example, body.form) });
  if (body && 'bytes' in body) ways.push({ weight: 2, arbitrary: wrongFile(example, body.bytes.toString()) });
  if (parameters.some((parameter) => parameter.in === 'path')) ways.push({ weight: 1, arbitrary: wrongPath(example) });
  if (access !== 'anyone' && access !== 'provider') ways.push({ weight: 1, arbitrary: wrongBearer(example, setup) });
  return fc.oneof(...ways);
}

const oddText = fc.constantFrom(...ODD).map((odd) => (typeof odd === 'object' ? JSON.stringify(odd) : String(odd)));

function wrongQuery(example: Step): fc.Arbitrary<Step> {
  const { parameters } = example.operation;
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return fc.tuple(fc.constantFrom('unknown', ...names), oddText, fc.boolean()).map(([name, text, twice]) => ({
    ...example,
    query: [...example.query.filter(([key]) => twice || key !== name), [name, text] as [string, string]],
  }));
}

const wrongForm = (example: Step, form: Record<string, string>): fc.Arbitrary<Step> =>
  fc
    .tuple(fc.constantFrom(...Object.keys(form)), oddText)
    .map(([name, text]) => ({ ...example, body: { form: { ...form, [name]: text } } }));

/** A file has no schema: one of its cells is replaced. */
function wrongFile(example: Step, text: string): fc.Arbitrary<Step> {
  const cells = text.split(/([,\n])/);
  return fc
    .tuple(fc.nat({ max: cells.length - 1 }), oddText)
    .map(([n, odd]) => ({ ...example, body: { bytes: Buffer.from(cells.with(n, odd).join('')) } }));
}

/** Path segments are not empty, and dot segments would lead elsewhere. */
const asSegment = (text: string) => (/^\.{0,2}$/.test(text) ? '0' : text);

function wrongPath(example: Step): fc.Arbitrary<Step> {
  const other = fc.oneof(oddText, fc.uuid(), fc.constantFrom('constructor', '__proto__', 'USERS', 'toString'));
  return other.map((text) => ({
    ...example,
    params: Object.fromEntries(Object.keys(example.params).map((name) => [name, asSegment(text)])),
  }));
}

/** Generates an invalid credential: none, an ended session, another kind, or a malformed one. */
function wrongBearer(example: Step, { strangers, expired }: FuzzSetup): fc.Arbitrary<Step> {
  const [own, other] = ['administrator', 'account', 'office'].includes(example.operation.access)
    ? (['administrator', 'sponsor'] as const)
    : (['sponsor', 'administrator'] as const);
  const credential = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...expired[own], ...strangers[other]),
    fc.stringMatching(/^[\w-]{43}$/),
    fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
  );
  return credential.map((token) => {
    const { Authorization: _, ...headers } = example.headers;
    const sent = token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` };
    return { ...example, stranger: true, headers: sent };
  });
}
