import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { APP_SECRET } from '../../e2e/fixtures/app';
import type { Operation } from './description';
import { selectionOf, strangerOf } from './known';
import { requestTo, sources, validStep } from './requests';
import type { Step } from './step';
import type { World } from './world';

/** Sends a step, has its answer judged, and gives what its JSON says; empty for what is none. */
export type Ask = (step: Step) => Promise<Record<string, unknown>>;

/** One request, or several of which the later need what the earlier were answered. */
export type Scenario = { name: string; run: (ask: Ask) => Promise<void> };

/** What the fuzz does: mostly single requests, and some ways through the whole that single requests do not find. */
export function scenarioOf(operations: readonly Operation[], world: World): fc.Arbitrary<Scenario> {
  const step = stepMaker(operations, world);
  const single = requestTo(operations, world).map((asked) => ({
    name: 'a request',
    run: async (ask: Ask) => void (await ask(asked)),
  }));
  return fc.oneof(
    { weight: 200, arbitrary: single },
    { weight: 2, arbitrary: adoptInPublic(step, world) },
    { weight: 3, arbitrary: payForSeats(step, world) },
    { weight: 1, arbitrary: confirmEmail(step, world) },
    { weight: 1, arbitrary: importFile(step) },
    { weight: 3, arbitrary: editCourse(step, world) },
    { weight: 1, arbitrary: comeAndGo(step, world) },
  );
}

type MakeStep = (id: string) => fc.Arbitrary<Step>;

function stepMaker(operations: readonly Operation[], world: World): MakeStep {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (id) => validStep(byId.get(id)!, world);
}

const withBody = (step: Step, json: unknown): Step => ({ ...step, body: { json } });
const withToken = (step: Step, token: unknown): Step => ({
  ...step,
  headers: { ...step.headers, Authorization: `Bearer ${String(token)}` },
});
const withParams = (step: Step, params: Record<string, string>): Step => ({ ...step, params });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** A visitor adopts seats: code, a wrong try, the right one perhaps twice, and the summary by the receipt token. */
function adoptInPublic(step: MakeStep, world: World): fc.Arbitrary<Scenario> {
  return fc
    .record({
      person: strangerOf,
      otpMethod: fc.constantFrom('email', 'phone'),
      chosen: selectionOf(world),
      send: step('generate-otp'),
      verify: step('verify-otp'),
      pdf: step('generatePdf'),
      twice: fc.boolean(),
    })
    .map(({ person, otpMethod, chosen, send, verify, pdf, twice }) => ({
      name: 'a visitor adopts',
      run: async (ask) => {
        const sponsor = {
          fullName: 'Radhika Deshmukh',
          designation: 'Head',
          company: 'Narmada',
          industry: 'Automotive',
          ...person,
        };
        const { selectedCourses, total } = chosen;
        const sent = await ask(withBody(send, { ...sponsor, otpMethod, selectedCourses, totalPrice: total }));
        if (!sent.user_id) return;
        const otp = await world.mailbox.codeFor(person[otpMethod as 'email' | 'phone']);
        const { user_id, draft_id } = sent;
        const verification = { ...person, otpMethod, user_id, draft_id, otp };
        await ask(withBody(verify, { ...verification, otp: wrong(otp) }));
        const { receipt_token } = await ask(withBody(verify, verification));
        if (twice) await ask(withBody(verify, verification));
        const paper = (pdf.body as { json: { selectedCourses: unknown } }).json;
        if (receipt_token) await ask(withToken(withBody(pdf, { ...paper, userData: sponsor }), receipt_token));
      },
    }));
}

/** A sponsor holds seats and pays, perhaps with the key twice; the provider's notice, the receipt and the summary follow. */
function payForSeats(step: MakeStep, world: World): fc.Arbitrary<Scenario> {
  return fc
    .record({
      sponsor: fc.constantFrom(...world.sponsors),
      chosen: selectionOf(world),
      send: step('generate-otp'),
      verify: step('verify-otp'),
      pay: step('processPayment'),
      receipt: step('readReceipt'),
      summary: step('readSummary'),
      notice: step('receiveNotice'),
      method: fc.constantFrom('card', 'upi', 'netbanking'),
      outcome: fc.constantFrom('captured', 'failed'),
      key: fc.uuid(),
    })
    .map(
      ({
        sponsor,
        chosen: { selected_courses, total },
        send,
        verify,
        pay,
        receipt,
        summary,
        notice,
        method,
        outcome,
        key,
      }) => ({
        name: 'a sponsor pays',
        run: async (ask) => {
          const own = (given: Step) => withToken(given, sponsor.token);
          const userId = sponsor.id;
          await ask(own(withBody(send, { userId, selected_courses, total_price: total })));
          const otp = await world.mailbox.codeFor(sponsor.phone);
          const { billing_id } = await ask(own(withBody(verify, { userId, otp })));
          const payment = own(withBody(pay, { userId, selected_courses, total_amount: total, payment_method: method }));
          const keyed = { ...payment, headers: { ...payment.headers, 'idempotency-key': key } };
          await ask(keyed);
          await ask(keyed);
          await ask(withBody(keyed, { userId, selected_courses, total_amount: '1.00', payment_method: method }));
          if (typeof billing_id !== 'string') return;
          const [row] = await world.sql<
            { id: string }[]
          >`select id from payments where billing_id = ${billing_id} limit 1`;
          if (row) await ask(signed(notice, JSON.stringify({ payment_id: row.id, status: outcome })));
          await ask(own(withParams(receipt, { billingId: billing_id })));
          await ask(own(withParams(summary, { billingId: billing_id })));
        },
      }),
    );
}

/** What the sandbox provider says of a payment, with its signature. */
function signed(notice: Step, text: string): Step {
  const signature = createHmac('sha256', APP_SECRET).update(`sandbox-webhook|${text}`).digest('hex');
  return {
    ...notice,
    headers: { ...notice.headers, 'X-Sandbox-Signature': signature },
    body: { bytes: Buffer.from(text) },
  };
}

function confirmEmail(step: MakeStep, world: World): fc.Arbitrary<Scenario> {
  return fc
    .record({ sponsor: fc.constantFrom(...world.sponsors), send: step('generate-otp'), verify: step('verify-otp') })
    .map(({ sponsor: { email }, send, verify }) => ({
      name: 'a sponsor confirms the e-mail',
      run: async (ask) => {
        await ask(withBody(send, { email }));
        const otp = await world.mailbox.codeFor(email);
        await ask(withBody(verify, { email, otp: wrong(otp) }));
        await ask(withBody(verify, { email, otp }));
      },
    }));
}

/** A dry run, and exactly that. */
function importFile(step: MakeStep): fc.Arbitrary<Scenario> {
  return fc.record({ dry: step('importCatalogue') }).map(({ dry }) => ({
    name: 'a file is imported',
    run: async (ask) => {
      const query: [string, string][] = [['name', 'courses.csv']];
      const { digest } = await ask({ ...dry, query });
      if (typeof digest === 'string') await ask({ ...dry, query: [...query, ['apply', digest]] });
    },
  }));
}

/** An edit of a version that is gone, whose answer names the one that is there. */
function editCourse(step: MakeStep, world: World): fc.Arbitrary<Scenario> {
  return fc
    .record({
      edit: step('editCourse'),
      course: fc.constantFrom(...world.kept),
      total_seats: fc.nat({ max: 10_000 }),
      is_open: fc.boolean(),
    })
    .map(({ edit, course: { id }, total_seats, is_open }) => ({
      name: 'a course is edited',
      run: async (ask) => {
        const of = (version: unknown) =>
          withParams(withBody(edit, { version, total_seats, is_open }), { courseId: id });
        const { course } = await ask(of('one that is gone'));
        const { version } = (course ?? {}) as { version?: string };
        if (version) await ask(of(version));
      },
    }));
}

/** An account is opened, and a session of it opened and ended. */
function comeAndGo(step: MakeStep, world: World): fc.Arbitrary<Scenario> {
  return fc
    .record({
      person: strangerOf,
      open: step('register'),
      enter: step('login'),
      leave: step('logout'),
      administrator: fc.boolean(),
      enterAdmin: step('adminLogin'),
      leaveAdmin: step('adminLogout'),
      source: sources,
    })
    .map(({ person, open, enter, leave, administrator, enterAdmin, leaveAdmin }) => ({
      name: 'somebody signs in and out',
      run: async (ask) => {
        if (administrator) {
          const { username, password } = world.admin;
          const { token } = await ask(withBody(enterAdmin, { username, password }));
          if (token) await ask(withToken(leaveAdmin, token));
          return;
        }
        const { email, phone: phone_number } = person;
        const password = 'seats of a passer-by';
        const account = { full_name: 'A', designation: 'B', company_name: 'C', email, phone_number, password };
        await ask(withBody(open, account));
        const { token } = await ask(withBody(enter, { email, password }));
        if (token) await ask(withToken(leave, token));
      },
    }));
}
