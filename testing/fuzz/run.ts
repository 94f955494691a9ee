import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { describeApi, type Document } from '@/lib/api/openapi';
import { plainEmail } from '@/lib/platform/email';
import { makeChecks } from './checks';
import { operationsOf } from './description';
import { storedHashes } from './invariants';
import { Report } from './report';
import { exampleStep, planOf, towards, variantsOf } from './requests';
import { makeClient, type ReceivedResponse, type SentRequest } from './send';
import type { FuzzSetup } from './setup';
import { sortOf, writeStep, type Step } from './step';

/** `lanes` run in parallel, each with its own seed; `path` is fast-check's path to one scenario of a single lane. */
export type Options = { requests: number; seed: number; lanes: number; path?: string };

type Outcome = { report: Report; problems: string[] };

/** Limits count by the hour, and a run sends the requests of months: after this many, all counters are reset. */
const REQUESTS_PER_HOUR = 1000;

/** Requests sent at most to reach one described response after the random ones. */
const ATTEMPTS = 100;
/** Requests of a plan on average. */
const PER_PLAN = 2.25;

/**
 * Sends about as many requests as asked for, and checks each response against the description of all endpoints; the
 * published document must be the one of this source.
 */
export async function runFuzz(url: string, setup: FuzzSetup, options: Options): Promise<Outcome> {
  const document = JSON.parse(JSON.stringify(describeApi(ENDPOINTS))) as Document;
  const operations = operationsOf(ENDPOINTS, document);
  const send = makeClient(url, options.lanes);
  let hashes = await storedHashes(setup);
  const check = makeChecks(document, () => hashes);
  const report = new Report();

  const ask = async (step: Step, trail: string[]): Promise<void> => {
    const request = writeStep(step);
    trail.push(tell(request));
    const answered = await send(request).catch((error: Error) => {
      throw new Error(`${error.message}\n${trail.join('\n')}`);
    });
    report.count(step.operation, sortOf(step), answered.status, answered.ms);
    if (report.asked % REQUESTS_PER_HOUR === 0) {
      await setup.sql`delete from rate_limits`;
      hashes = await storedHashes(setup);
    }
    const verdict = check(step, request, answered);
    if (verdict.unavailable) report.unavailable += 1;
    if (verdict.wrong) throw new Error(`${verdict.wrong}\n${trail.join('\n')}\n→ ${tellAnswer(answered)}`);
    remember(setup, step, request, answered);
  };

  const runLane = (lane: number) =>
    fc.check(
      fc.asyncProperty(planOf(operations), async ({ operation, seed, variants, examples }) => {
        const trail: string[] = [];
        const example = await exampleStep(operation);
        for (const step of fc.sample(variantsOf(example, setup), { seed, numRuns: variants })) await ask(step, trail);
        for (let times = 0; times < examples; times += 1) await ask(example, trail);
      }),
      {
        seed: options.seed + lane,
        numRuns: Math.ceil(options.requests / PER_PLAN / options.lanes),
        path: options.path ?? '',
        // A smaller plan is no smaller request, and each attempt would send more of them.
        endOnFailure: true,
      },
    );

  /** Sends requests made for each response that the random ones have not reached. */
  async function closeGaps(): Promise<string[]> {
    const found: string[] = [];
    for (const gap of report.gaps(operations)) {
      const example = await exampleStep(gap.operation);
      const steps = fc.sample(towards(gap, example, setup), { seed: options.seed, numRuns: ATTEMPTS });
      for (const step of steps) {
        if (!report.gaps([gap.operation]).some(({ wanted }) => wanted === gap.wanted)) break;
        await ask(step, []).catch((error: unknown) => found.push(String(error)));
      }
    }
    return found;
  }

  const lanes = await Promise.all(Array.from({ length: options.lanes }, (_, lane) => runLane(lane)));
  const problems = lanes.flatMap(({ failed, seed, numRuns, counterexamplePath, errorInstance }) =>
    failed
      ? [
          `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}\nRepeat: npm run fuzz -- --seed ${seed} --lanes 1 --requests ${Math.ceil(numRuns * PER_PLAN)} --path ${counterexamplePath}`,
        ]
      : [],
  );
  if (options.path) return { report, problems };
  problems.push(...(await closeGaps()));
  const published: unknown = await fetch(`${url}/api/openapi.json`).then((answer) => answer.json());
  if (!isDeepStrictEqual(published, JSON.parse(JSON.stringify(describeApi()))))
    problems.push('the published document is not the one of this source');
  return {
    report,
    problems: [
      ...problems,
      ...report.gaps(operations).map(({ operation, wanted }) => `${operation.id} never returned ${wanted}`),
    ],
  };
}

/** Stores what the invariants need to know of a response. */
function remember(setup: FuzzSetup, { operation: { id } }: Step, asked: SentRequest, response: ReceivedResponse): void {
  const { status, body, headers } = response;
  if (status >= 300 || body.length === 0 || !/json/.test(String(headers['content-type']))) return;
  const answer = JSON.parse(body.toString()) as { id?: unknown; user_id?: unknown };
  if (['register', 'changeEmail', 'changeAccountEmail'].includes(id)) {
    // The server accepts a byte order mark before the body.
    const { email } = JSON.parse(asked.body!.toString().replace(/^\uFEFF/, '')) as { email: string };
    setup.registered.add(plainEmail(email));
  }
  if (id === 'sendPublicCode') setup.guests.add(String(answer.user_id));
  if (id === 'inviteAdministrator') setup.administrators.add(String(answer.id));
}

const SHOWN = 600;

function tell({ method, target, headers, body }: SentRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const size = body && body.length > SHOWN ? ` (${body.length} bytes)` : '';
  return `${method} ${target.slice(0, SHOWN)} [${shown.join('; ')}] ${JSON.stringify(body?.toString().slice(0, SHOWN) ?? '')}${size}`;
}

const tellAnswer = ({ status, headers, body }: ReceivedResponse) =>
  `${status} ${JSON.stringify(headers)} ${JSON.stringify(body.toString().slice(0, SHOWN))}`;
