import * as fc from 'fast-check';
import type { Document } from '@/lib/contract/openapi';
import { plainEmail } from '../../lib/core/email';
import { storedHashes } from './invariants';
import { operationsOf } from './description';
import { makeChecks } from './checks';
import { scenarioOf, type Ask } from './journeys';
import { requestToward } from './requests';
import { Report } from './report';
import { makeClient, type ReceivedResponse, type SentRequest } from './send';
import { sortOf, writeStep, type Step } from './step';
import type { FuzzSetup } from './setup';

/** `lanes` run in parallel, each with its own seed; `path` is fast-check's path to one scenario of a single lane. */
export type Options = { requests: number; seed: number; lanes: number; path?: string };

export type Outcome = { report: Report; problems: string[] };

/** Limits count by the hour, and a run sends the requests of months: after this many, all counters are reset. */
const REQUESTS_PER_HOUR = 1000;

/** Requests sent at most to reach one described response after the random ones. */
const ATTEMPTS = 400;

/** Sends requests until `requests` are answered, and checks each response against the description. */
export async function runFuzz(url: string, setup: FuzzSetup, options: Options): Promise<Outcome> {
  const document = (await fetch(`${url}/api/openapi.json`).then((answer) => answer.json())) as Document;
  const operations = operationsOf(document);
  const send = makeClient(url, options.lanes);
  let hashes = await storedHashes(setup);
  const check = makeChecks(document, () => hashes);
  const report = new Report();

  const ask = async (step: Step, trail: string[]): Promise<Record<string, unknown>> => {
    const asked = writeStep(step);
    trail.push(tell(asked));
    const answered = await send(asked);
    report.count(step.operation, sortOf(step), answered.status, answered.ms);
    if (report.asked % REQUESTS_PER_HOUR === 0) {
      await setup.sql`delete from rate_limits`;
      hashes = await storedHashes(setup);
    }
    const verdict = check(step, asked, answered);
    if (verdict.unavailable) report.unavailable += 1;
    if (verdict.wrong) throw new Error(`${verdict.wrong}\n${trail.join('\n')}\n→ ${tellAnswer(answered)}`);
    return remember(setup, step, asked, answered);
  };

  const scenarios = scenarioOf(operations, setup);
  const runLane = (lane: number) =>
    fc.check(
      fc.asyncProperty(scenarios, async ({ run }) => {
        const trail: string[] = [];
        const asking: Ask = (step) => ask(step, trail);
        await run(asking);
      }),
      { seed: options.seed + lane, numRuns: Math.ceil(options.requests / options.lanes), path: options.path ?? '' },
    );

  /** Sends requests made for each response that the random ones have not reached. */
  async function closeGaps(): Promise<string[]> {
    const found: string[] = [];
    for (const gap of report.gaps(operations)) {
      const steps = fc.sample(requestToward(gap, setup), { seed: options.seed, numRuns: ATTEMPTS });
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
          `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}\nRepeat: npm run fuzz -- --seed ${seed} --lanes 1 --requests ${numRuns} --path ${counterexamplePath}`,
        ]
      : [],
  );
  if (options.path) return { report, problems };
  problems.push(...(await closeGaps()));
  return {
    report,
    problems: [
      ...problems,
      ...report.gaps(operations).map(({ operation, wanted }) => `${operation.id} never returned ${wanted}`),
    ],
  };
}

/** Stores what later requests and the invariants need, and returns the parsed JSON of a response. */
function remember(
  setup: FuzzSetup,
  { operation }: Step,
  asked: SentRequest,
  { status, body, headers }: ReceivedResponse,
): Record<string, unknown> {
  if (!/json/.test(String(headers['content-type'])) || status >= 500) return {};
  const said = JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  if ((operation.id === 'register' && status === 201) || (operation.id === 'changeEmail' && status === 200)) {
    // The server accepts a byte order mark before the body.
    const { email } = JSON.parse(asked.body!.toString().replace(/^\uFEFF/, '')) as { email: string };
    setup.registered.add(plainEmail(email));
  }
  if (operation.id === 'generate-otp' && typeof said.user_id === 'string') setup.guests.add(said.user_id);
  if (operation.id === 'inviteAdministrator' && status === 200) setup.administrators.add(String(said.id));
  if (typeof said.billing_id === 'string' && setup.billings.length < 500) setup.billings.push(said.billing_id);
  return said;
}

const SHOWN = 600;

function tell({ method, target, headers, body }: SentRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const size = body && body.length > SHOWN ? ` (${body.length} bytes)` : '';
  return `${method} ${target.slice(0, SHOWN)} [${shown.join('; ')}] ${JSON.stringify(body?.toString().slice(0, SHOWN) ?? '')}${size}`;
}

const tellAnswer = ({ status, headers, body }: ReceivedResponse) =>
  `${status} ${JSON.stringify(headers)} ${JSON.stringify(body.toString().slice(0, SHOWN))}`;
