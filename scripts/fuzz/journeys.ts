import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { EXAMPLE_SPONSOR } from '@/lib/contract/field-descriptions';
import { insertAccountChange } from '../../testing/db/settings';
import { APP_SECRET } from '../../testing/e2e/app';
import type { Operation } from './description';
import { selectionOf, strangerOf } from './sample-values';
import { requestTo, sources, validStep } from './requests';
import type { Step } from './step';
import type { FuzzSetup } from './setup';

/** Sends a step, checks its response and returns the parsed JSON; empty if the response is not JSON. */
export type Ask = (step: Step) => Promise<Record<string, unknown>>;

/** One request, or several of which later ones depend on earlier responses. */
export type Scenario = { name: string; run: (prompt: Ask) => Promise<void> };

/** Generates scenarios: mostly single requests, and some journeys that single requests would not cover. */
export function scenarioOf(operations: readonly Operation[], setup: FuzzSetup): fc.Arbitrary<Scenario> {
  const step = stepMaker(operations, setup);
  const single = requestTo(operations, setup).map((asked) => ({
    name: 'a request',
    run: async (prompt: Ask) => void (await prompt(asked)),
  }));
  return fc.oneof(
    { weight: 200, arbitrary: single },
    { weight: 2, arbitrary: adoptInPublic(step, setup) },
    { weight: 3, arbitrary: payForSeats(step, setup) },
    { weight: 1, arbitrary: confirmEmail(step, setup) },
    { weight: 1, arbitrary: importFile(step) },
    { weight: 3, arbitrary: editCourse(step, setup) },
    { weight: 3, arbitrary: actOnAdoption(step, setup) },
    { weight: 1, arbitrary: refundOnline(step, setup) },
    { weight: 3, arbitrary: issuePapers(step, setup) },
    { weight: 1, arbitrary: administerMoney(step, setup) },
    { weight: 1, arbitrary: settleDifferences(step, setup) },
    { weight: 1, arbitrary: lookAtAlerts(step, setup) },
    { weight: 2, arbitrary: comeAndGo(step, setup) },
    { weight: 1, arbitrary: tryFactor(step, setup) },
    { weight: 1, arbitrary: inviteColleague(step, setup) },
    { weight: 2, arbitrary: shareCompany(step, setup) },
  );
}

type MakeStep = (id: string) => fc.Arbitrary<Step>;

function stepMaker(operations: readonly Operation[], setup: FuzzSetup): MakeStep {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (id) => validStep(byId.get(id)!, setup);
}

const withBody = (step: Step, json: unknown): Step => ({ ...step, body: { json } });
const withToken = (step: Step, token: unknown): Step => ({
  ...step,
  headers: { ...step.headers, Authorization: `Bearer ${String(token)}` },
});
const withParams = (step: Step, params: Record<string, string>): Step => ({ ...step, params });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/**
 * A visitor adopts seats: code, a wrong try, the right one once or twice, and the summary with the download token; then
 * finds the adoption again by another code.
 */
function adoptInPublic(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      person: strangerOf,
      otpMethod: fc.constantFrom('email', 'phone'),
      chosen: selectionOf(setup),
      send: step('generate-otp'),
      verify: step('verify-otp'),
      pdf: step('generatePdf'),
      ask: step('sendAccessCode'),
      open: step('openAccess'),
      twice: fc.boolean(),
    })
    .map(({ person, otpMethod, chosen, send, verify, pdf, ask, open, twice }) => ({
      name: 'a visitor adopts',
      run: async (prompt) => {
        const sponsor = { ...EXAMPLE_SPONSOR, ...person };
        const { selectedCourses, total } = chosen;
        const sent = await prompt(withBody(send, { ...sponsor, otpMethod, selectedCourses, totalPrice: total }));
        if (!sent.user_id) return;
        const otp = await setup.mailbox.codeFor(person[otpMethod as 'email' | 'phone']);
        const { user_id, draft_id } = sent;
        const verification = { ...person, otpMethod, user_id, draft_id, otp };
        await prompt(withBody(verify, { ...verification, otp: wrong(otp) }));
        const { receipt_token, reference } = await prompt(withBody(verify, verification));
        if (twice) await prompt(withBody(verify, verification));
        const paper = (pdf.body as { json: { selectedCourses: unknown } }).json;
        if (receipt_token) await prompt(withToken(withBody(pdf, { ...paper, userData: sponsor }), receipt_token));
        if (typeof reference !== 'string') return;
        const before = await setup.mailbox.codeFor(person.email);
        await prompt(withParams(ask, { reference }));
        // The code is valid from the network that asked.
        const opening = { ...withParams(open, { reference }), headers: { ...open.headers, ...ask.headers } };
        await prompt(withBody(opening, { otp: await setup.mailbox.laterCodeFor(person.email, before) }));
      },
    }));
}

/**
 * A sponsor holds seats and pays, by bank transfer or online, once or twice with the same key; the provider's notice, the
 * receipt and the summary follow.
 */
function payForSeats(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      sponsor: fc.constantFrom(...setup.sponsors),
      chosen: selectionOf(setup),
      send: step('generate-otp'),
      verify: step('verify-otp'),
      pay: step('processPayment'),
      receipt: step('readReceipt'),
      summary: step('readSummary'),
      transfer: step('chooseTransfer'),
      change: step('requestChange'),
      company: step('showCompany'),
      payOwn: step('payBilling'),
      status: step('checkBillingPayment'),
      close: step('closeBillingPayment'),
      byTransfer: fc.boolean(),
      givesUp: fc.boolean(),
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
        transfer,
        change,
        company,
        payOwn,
        status,
        close,
        byTransfer,
        givesUp,
        notice,
        method,
        outcome,
        key,
      }) => ({
        name: 'a sponsor pays',
        run: async (prompt) => {
          const own = (given: Step) => withToken(given, sponsor.token);
          const userId = sponsor.id;
          await prompt(own(withBody(send, { userId, selected_courses, total_price: total })));
          const otp = await setup.mailbox.codeFor(sponsor.phone);
          const { billing_id } = await prompt(own(withBody(verify, { userId, otp })));
          if (byTransfer && typeof billing_id === 'string') {
            await prompt(own(withParams(transfer, { billingId: billing_id })));
            for (const message of ['', 'Fewer seats'])
              await prompt(own(withBody(withParams(change, { billingId: billing_id }), { message })));
            for (const show of [true, false])
              await prompt(own(withBody(withParams(company, { billingId: billing_id }), { show })));
          }
          const payment = own(withBody(pay, { userId, selected_courses, total_amount: total, payment_method: method }));
          const keyed = { ...payment, headers: { ...payment.headers, 'idempotency-key': key } };
          await prompt(keyed);
          await prompt(keyed);
          await prompt(withBody(keyed, { userId, selected_courses, total_amount: '1.00', payment_method: method }));
          if (typeof billing_id !== 'string') return;
          const [row] = await setup.sql<
            { id: string; amount: number }[]
          >`select id, amount_paise::float8 as amount from payments where billing_id = ${billing_id} limit 1`;
          const amount = outcome === 'captured' && row ? { amount_paise: row.amount } : {};
          const ofBilling = { billingId: billing_id };
          for (const payment_method of ['barter', method])
            await prompt(own(withBody(withParams(payOwn, ofBilling), { payment_method })));
          await prompt(own(withParams(status, ofBilling)));
          if (givesUp) await prompt(own(withParams(close, ofBilling)));
          if (row)
            await prompt(
              signed(
                withParams(notice, { provider: 'sandbox' }),
                JSON.stringify({ payment_id: row.id, status: outcome, ...amount }),
              ),
            );
          await prompt(own(withParams(receipt, { billingId: billing_id })));
          await prompt(own(withParams(summary, { billingId: billing_id })));
        },
      }),
    );
}

/** Returns the sandbox provider's notice of a payment, with its signature. */
function signed(notice: Step, text: string): Step {
  const signature = createHmac('sha256', APP_SECRET).update(`sandbox-webhook|${text}`).digest('hex');
  return {
    ...notice,
    headers: { ...notice.headers, 'X-Sandbox-Signature': signature },
    body: { bytes: Buffer.from(text) },
  };
}

function confirmEmail(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({ sponsor: fc.constantFrom(...setup.sponsors), send: step('generate-otp'), verify: step('verify-otp') })
    .map(({ sponsor: { email }, send, verify }) => ({
      name: 'a sponsor confirms the e-mail',
      run: async (prompt) => {
        await prompt(withBody(send, { email }));
        const otp = await setup.mailbox.codeFor(email);
        await prompt(withBody(verify, { email, otp: wrong(otp) }));
        await prompt(withBody(verify, { email, otp }));
      },
    }));
}

/**
 * The owner of a company invites two colleagues: one invitation is withdrawn; the other colleague joins, adopts, may only
 * look, and is removed.
 */
function shareCompany(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      sponsor: fc.constantFrom(...setup.sponsors),
      people: fc.tuple(strangerOf, strangerOf),
      chosen: selectionOf(setup),
      role: fc.constantFrom('view', 'adopt', 'pay'),
      invite: step('inviteColleague'),
      withdraw: step('withdrawInvitation'),
      open: step('openInvitation'),
      join: step('joinCompany'),
      login: step('login'),
      send: step('generate-otp'),
      change: step('changeColleagueRole'),
      remove: step('removeColleague'),
    })
    .map(({ sponsor, people, chosen, role, invite, withdraw, open, join, login, send, change, remove }) => ({
      name: 'a company has several people',
      run: async (prompt) => {
        const [{ email, phone }, other] = people;
        // Only owners of a confirmed address invite, and a run takes longer than a password counts as recent.
        await setup.sql`update users set email_verified_at = coalesce(email_verified_at, now()) where id = ${sponsor.id}`;
        await setup.sql`update sessions set password_at = expires_at where user_id = ${sponsor.id}`;
        const own = (given: Step) => withToken(given, sponsor.token);
        for (const to of [email, other.email])
          await prompt(own(withBody(invite, { full_name: 'Meera Joshi', email: to, role: 'adopt' })));
        const [invitation] = await setup.sql<{ id: string }[]>`
          select id from company_invitations where account_id = ${sponsor.id} and email = ${other.email}`;
        if (invitation) await prompt(own(withParams(withdraw, { invitationId: invitation.id })));
        const token = await setup.mailbox.codeFor(email);
        await prompt(withBody(open, { token }));
        const password = 'forty-two grey herons';
        const joining = { token, designation: 'CSR', phone_number: phone };
        await prompt(withBody(join, { ...joining, password: 'password' }));
        const { success } = await prompt(withBody(join, { ...joining, password }));
        if (success) setup.registered.add(email);
        const { token: bearer, user } = await prompt(withBody(login, { email, password }));
        const personId = (user as { id?: string } | undefined)?.id;
        if (!personId) return;
        const body = { userId: personId, selected_courses: chosen.selected_courses, total_price: chosen.total };
        await prompt(withToken(withBody(send, body), bearer));
        await prompt(own(withBody(withParams(change, { personId }), { role })));
        await prompt(withToken(withBody(send, body), bearer));
        await prompt(own(withParams(remove, { personId })));
        await prompt(withToken(withBody(send, body), bearer));
      },
    }));
}

/** A dry run, then an import of exactly its result. */
function importFile(step: MakeStep): fc.Arbitrary<Scenario> {
  return fc.record({ dry: step('importCatalogue') }).map(({ dry }) => ({
    name: 'a file is imported',
    run: async (prompt) => {
      const query: [string, string][] = [['name', 'courses.csv']];
      const { digest } = await prompt({ ...dry, query });
      if (typeof digest === 'string') await prompt({ ...dry, query: [...query, ['apply', digest]] });
    },
  }));
}

/** An edit of an outdated version, whose error response names the current version; then the details of an institute. */
function editCourse(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      edit: step('editCourse'),
      describe: step('editInstitute'),
      kind: fc.constantFrom(null, 'government', 'aided', 'private'),
      course: fc.constantFrom(...setup.editable),
      total_seats: fc.nat({ max: 10_000 }),
      is_open: fc.boolean(),
    })
    .map(({ edit, describe, kind, course: { id }, total_seats, is_open }) => ({
      name: 'a course is edited',
      run: async (prompt) => {
        const of = (version: unknown) =>
          withParams(withBody(edit, { version, total_seats, is_open }), { courseId: id });
        const { course } = await prompt(of('one that is gone'));
        const { version } = (course ?? {}) as { version?: string };
        if (version) await prompt(of(version));
        const [institute] = await setup.sql<{ id: string; version: string }[]>`
          select id, updated_at::text as version from institutes order by random() limit 1`;
        if (!institute) return;
        const details = { address: 'AB Road', website: 'https://college.example/', kind, contact: '' };
        const body = { ...details, version: institute.version };
        await prompt(withParams(withBody(describe, body), { instituteId: institute.id }));
      },
    }));
}

/** The only administrator records and confirms a receipt of an adoption, then takes any action on its newest version. */
function actOnAdoption(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      act: step('actOnBilling'),
      amount: fc.constantFrom(0.01, 50_000, '50000.01', 1_000_000),
      bank_reference: fc.stringMatching(/^[A-Z0-9]{16}$/),
    })
    .map(({ act, amount, bank_reference }) => ({
      name: 'an administrator acts on an adoption',
      run: async (prompt) => {
        const [billing] = await setup.sql<{ id: string; reference: string; version: number }[]>`
          select id, reference, version from billings where state in ('pledged', 'completed') order by random() limit 1`;
        if (!billing) return;
        const { id, reference } = billing;
        const of = (body: object) => withParams(withBody(act, body), { reference });
        const payment = { mode: 'NEFT', credited_on: '2026-04-01', amount, bank_reference, payer: 'Narmada Motors' };
        const entry = { action: 'record_receipt', reason: 'Bank statement', version: billing.version, ...payment };
        const { version } = await prompt(of(entry));
        const [receipt] = await setup.sql<{ id: string }[]>`
          select id from bank_receipts where billing_id = ${id} and reference = ${bank_reference}`;
        if (!receipt) return;
        const confirmation = { action: 'confirm_receipt', reason: 'Checked', version, id: receipt.id };
        const { version: newest } = await prompt(of(confirmation));
        await prompt(of({ ...(act.body as { json: object }).json, version: newest ?? version }));
      },
    }));
}

/** An administrator adds a second factor, gives a wrong and a right code, and removes it. */
function tryFactor(step: MakeStep, { factorToken }: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({ add: step('addSecondFactor'), confirm: step('confirmAdministrator'), remove: step('removeSecondFactor') })
    .map(({ add, confirm, remove }) => ({
      name: 'a second factor is added and removed',
      run: async (prompt) => {
        const own = (given: Step) => withToken(given, factorToken);
        const totp = new TOTP({ secret: new Secret({ size: 20 }) });
        const { base32: secret } = totp.secret;
        await prompt(own(withBody(add, { secret, code: totp.generate({ timestamp: Date.now() - 30_000 }) })));
        for (const code of ['000000', totp.generate()]) await prompt(own(withBody(confirm, { code })));
        await prompt(own(remove));
      },
    }));
}

/** The administrator invites a colleague, who sets a password by the link, and ends a session of another one and an own one. */
function inviteColleague(step: MakeStep, { sql, colleague, admin }: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      invite: step('inviteAdministrator'),
      link: step('createPasswordLink'),
      set: step('setAdministratorPassword'),
      end: step('endAdministratorSession'),
      endOwn: step('endOwnAdministratorSession'),
    })
    .map(({ invite, link, set, end, endOwn }) => ({
      name: 'a colleague is invited',
      run: async (prompt) => {
        const { id, url } = await prompt(invite);
        if (typeof id !== 'string') return;
        const password = 'forty-two grey herons';
        const tokenOf = (given: unknown) => String(given).split('#')[1];
        await prompt(withBody(set, { token: tokenOf(url), password: 'short' }));
        const { url: newer } = await prompt(withParams(link, { adminId: id }));
        for (const given of [url, newer, newer]) await prompt(withBody(set, { token: tokenOf(given), password }));
        const sessionOf = async (owner: string) => {
          const [session] = await sql<{ id: string }[]>`
            insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
            values (${owner}, gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour') returning id`;
          return session!.id;
        };
        await prompt(withParams(end, { adminId: colleague, sessionId: await sessionOf(colleague) }));
        await prompt(withParams(endOwn, { sessionId: await sessionOf(admin.id) }));
      },
    }));
}

/** The administrator cancels an adoption that was paid online, as a colleague asked, and pays its money back online. */
function refundOnline(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({ act: step('actOnBilling'), rupees: fc.integer({ min: 1, max: 100_000 }) })
    .map(({ act, rupees }) => ({
      name: 'an online payment is refunded',
      run: async (prompt) => {
        const [paid] = await setup.sql<{ id: string; reference: string; version: number; payment: string }[]>`
        select b.id, b.reference, b.version, p.id as payment from billings b join payments p on p.billing_id = b.id
         where b.state = 'completed' and p.status = 'captured' and p.captured_paise = p.amount_paise and p.amount_paise > 100
           and not exists (select from change_requests q where q.billing_id = b.id and q.state = 'open')
         order by random() limit 1`;
        if (!paid) return;
        const [request] = await setup.sql<{ id: string }[]>`
        insert into change_requests (billing_id, kind, reason, requested_by)
        values (${paid.id}, 'cancel', 'Asked by phone', ${setup.colleague}) on conflict do nothing returning id`;
        if (!request) return;
        const of = (body: object) =>
          withParams(withBody(act, { reason: 'Asked by phone', ...body }), { reference: paid.reference });
        const { version } = await prompt(of({ action: 'cancel', version: paid.version, request: request.id }));
        const refund = (amount: unknown) => of({ action: 'refund_online', version, id: paid.payment, amount });
        for (const amount of [0, 'all of it', rupees]) await prompt(refund(amount));
        // The version is that of before the refund.
        await prompt(refund(rupees));
      },
    }));
}

/** A sponsor and the administrator issue and read the papers of the sponsor's adoptions. */
function issuePapers(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      details: step('saveOwnPaperDetails'),
      issueOwn: step('issueOwnPaper'),
      readOwn: step('readOwnPaper'),
      issue: step('issuePaper'),
      read: step('readPaper'),
      ownStatement: step('readOwnStatement'),
      ownSheet: step('readOwnStatementSheet'),
      years: step('listStatements'),
      statement: step('readStatement'),
      sheet: step('readStatementSheet'),
    })
    .map(({ details, issueOwn, readOwn, issue, read, ownStatement, ownSheet, years, statement, sheet }) => ({
      name: 'papers are issued and read',
      run: async (prompt) => {
        const sponsors = setup.sponsors.map(({ id }) => id);
        const [pledge] = await setup.sql<{ id: string; reference: string; user_id: string }[]>`
          select id, reference, user_id from billings where state = 'pledged' and user_id = any(${sponsors}) order by random() limit 1`;
        if (pledge) {
          const { id: billingId, reference, user_id } = pledge;
          const { token } = setup.sponsors.find(({ id }) => id === user_id)!;
          const own = withParams(withToken(withBody(issueOwn, { kind: 'proforma' }), token), { billingId });
          const { id: paperId } = await prompt(own);
          await prompt(withParams(withToken(details, token), { billingId }));
          // Requests at random hardly ever name an adoption of their sponsor, so this refusal would be missed.
          await prompt(withBody(own, { kind: 'banknote' }));
          if (typeof paperId === 'string') await prompt(withParams(withToken(readOwn, token), { billingId, paperId }));
          const issued = await prompt(withParams(withBody(issue, { kind: 'proforma' }), { reference }));
          if (typeof issued.id === 'string') await prompt(withParams(read, { paperId: issued.id }));
        }
        const [paid] = await setup.sql<{ user_id: string; year: number }[]>`
          select b.user_id, extract(year from p.settled_at at time zone 'Asia/Kolkata' - interval '3 months')::int as year
            from payments p join billings b on b.id = p.billing_id
           where p.transaction_id is not null and b.user_id = any(${sponsors}) order by random() limit 1`;
        if (!paid) return;
        const { token } = setup.sponsors.find(({ id }) => id === paid.user_id)!;
        const year = `${paid.year}-${String((paid.year + 1) % 100).padStart(2, '0')}`;
        for (const given of [ownStatement, ownSheet]) await prompt(withParams(withToken(given, token), { year }));
        await prompt(withParams(years, { userId: paid.user_id }));
        for (const given of [statement, sheet]) await prompt(withParams(given, { userId: paid.user_id, year }));
      },
    }));
}

/**
 * The administrator saves settings, an outdated version of them too, discards another bank account, reads a bank statement, and records and rejects a
 * receipt.
 */
function administerMoney(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      save: step('saveSettings'),
      decide: step('decideAccountChange'),
      find: step('findAdoptions'),
      statement: step('readBankStatement'),
      record: step('recordReceipt'),
      reject: step('rejectReceipt'),
      bank_reference: fc.stringMatching(/^[A-Z0-9]{16}$/),
      pledgeDays: fc.integer({ min: 1, max: 3650 }),
    })
    .map(({ save, decide, find, statement, record, reject, bank_reference, pledgeDays }) => ({
      name: 'settings are saved, another bank account is discarded, a bank statement is read, and a receipt is recorded and rejected',
      run: async (prompt) => {
        const [row] = await setup.sql<{ version: string }[]>`
          select updated_at::text as version from settings where "group" = 'terms'`;
        const value = { pledgeDays, transferDays: 7, reminderDays: [7] };
        const saved = withParams(withBody(save, { version: row?.version ?? null, value }), { group: 'terms' });
        await prompt(saved);
        await prompt(saved);
        const version = await insertAccountChange(setup.admin.id, setup.sql);
        await prompt(withBody(decide, { version, decision: 'confirm' }));
        await prompt(withBody(decide, { version, decision: 'discard' }));
        const [billing] = await setup.sql<{ reference: string }[]>`
          select reference from billings where state = 'pledged' limit 1`;
        if (billing) await prompt({ ...find, query: [['search', billing.reference.toLowerCase()]] });
        const line = `01/04/2026,NEFT ${billing?.reference ?? 'Narmada'},1000,HDFCN${pledgeDays}00`;
        const bytes = Buffer.from(`Date,Narration,Credit,UTR\n${line}\n`);
        await prompt({ ...statement, query: [['name', 'statement.csv']], body: { bytes } });
        const money = { mode: 'NEFT', credited_on: '2026-04-01', amount: 1000, payer: 'Narmada Motors' };
        const { id } = await prompt(withBody(record, { ...money, bank_reference, reason: 'Bank statement' }));
        if (typeof id !== 'string') return;
        const rejected = withParams(withBody(reject, { action: 'reject', reason: 'Entered twice' }), { receiptId: id });
        await prompt(rejected);
        await prompt(rejected);
      },
    }));
}

/** The administrator explains a difference from the settlement reports, and lets the job ask about a payment again. */
function settleDifferences(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({ explain: step('explainDifference'), check: step('checkPaymentAgain'), entity: fc.uuid() })
    .map(({ explain, check, entity }) => ({
      name: 'a difference is explained, and a payment is asked about again',
      run: async (prompt) => {
        const [difference] = await setup.sql<{ id: string }[]>`
          insert into settlement_differences (provider, kind, entity_id, reported_paise)
          values ('razorpay', 'unknown', ${entity}, 100) returning id`;
        const body = { action: 'explain', reason: 'A fee of the gateway' };
        const explained = withParams(withBody(explain, body), { differenceId: difference!.id });
        await prompt(withBody(explained, { action: 'explain' }));
        await prompt(explained);
        await prompt(explained);
        // Of an adoption that has neither seats nor money.
        const [payment] = await setup.sql<{ id: string }[]>`
          insert into payments (billing_id, user_id, provider, method, amount_paise, created_at)
          select id, user_id, 'sandbox', 'upi', 100, now() - interval '7 days' from billings where reference = 'SA-FUZZ-DEAD-0001'
              on conflict do nothing returning id`;
        if (!payment) return;
        const checked = withParams(withBody(check, { action: 'check' }), { paymentId: payment.id });
        await prompt(checked);
        await prompt(checked);
      },
    }));
}

/** The administrator looks at an alert, and sets the limit of a sponsor. */
function lookAtAlerts(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({ look: step('lookAtAlert'), set: step('setSeatLimit'), company: fc.uuid() })
    .map(({ look, set, company }) => ({
      name: 'an alert is looked at, and the limit of its sponsor is raised',
      run: async (prompt) => {
        const [alert] = await setup.sql<{ id: string }[]>`
          insert into alerts (kind, subject, value, most) values ('limit', ${`domain:${company}.example`}, 900, 1000) returning id`;
        const looked = withParams(withBody(look, { action: 'look', reason: 'Called' }), { alertId: alert!.id });
        await prompt(withBody(looked, { action: 'look' }));
        await prompt(looked);
        await prompt(looked);
        const limit = { sponsor: `${company}.example`, max_seats: 2000, reason: 'Letter of intent' };
        await prompt(withBody(set, { ...limit, sponsor: company }));
        await prompt(withBody(set, limit));
      },
    }));
}

/**
 * Opens an account, sets its password by a code, logs in, ends other sessions, changes password and e-mail, downloads the
 * own data, and logs out or deletes the account.
 */
function comeAndGo(step: MakeStep, setup: FuzzSetup): fc.Arbitrary<Scenario> {
  return fc
    .record({
      person: strangerOf,
      open: step('register'),
      ask: step('sendPasswordCode'),
      reset: step('resetPassword'),
      enter: step('login'),
      confirm: step('confirmPassword'),
      list: step('listSessions'),
      endOne: step('endOwnSession'),
      endOthers: step('endOtherSessions'),
      endAll: step('endSponsorSessions'),
      change: step('changePassword'),
      askNew: step('sendNewEmailCode'),
      move: step('changeEmail'),
      read: step('readOwnData'),
      stays: fc.boolean(),
      leave: step('logout'),
      remove: step('deleteAccount'),
      administrator: fc.boolean(),
      enterAdmin: step('adminLogin'),
      leaveAdmin: step('adminLogout'),
      source: sources,
    })
    .map(
      ({
        person,
        open,
        ask,
        reset,
        enter,
        confirm,
        list,
        endOne,
        endOthers,
        endAll,
        change,
        askNew,
        move,
        read,
        stays,
        leave,
        remove,
        administrator,
        enterAdmin,
        leaveAdmin,
      }) => ({
        name: 'somebody signs in and out',
        run: async (prompt) => {
          if (administrator) {
            const { username, password } = setup.admin;
            const { token } = await prompt(withBody(enterAdmin, { username, password }));
            if (token) await prompt(withToken(leaveAdmin, token));
            return;
          }
          const { email, phone: phone_number } = person;
          const password = 'seats of a passer-by';
          const account = { full_name: 'A', designation: 'B', company_name: 'C', email, phone_number, password };
          await prompt(withBody(open, account));
          const before = await setup.mailbox.codeFor(email);
          await prompt(withBody(ask, { email }));
          // From the same network, as in adoptInPublic.
          const setting = { ...reset, headers: { ...reset.headers, ...ask.headers } };
          const code = await setup.mailbox.laterCodeFor(email, before);
          await prompt(withBody(setting, { email, otp: code, password }));
          const [elsewhere, { token, user }] = [
            await prompt(withBody(enter, { email, password })),
            await prompt(withBody(enter, { email, password })),
          ];
          if (!token || !elsewhere.token) return;
          await prompt(withToken(withBody(confirm, { password }), token));
          const { sessions } = await prompt(withToken(list, token));
          const { id: sessionId } = (sessions as { id: string; is_current: boolean }[]).find(
            (each) => !each.is_current,
          )!;
          for (let times = 0; times < 2; times++) await prompt(withToken(withParams(endOne, { sessionId }), token));
          await prompt(withToken(endOthers, token));
          const changed = 'seats of another passer-by';
          await prompt(withToken(withBody(change, { current_password: password, password: changed }), token));
          const moved = `moved.${email}`;
          await prompt(withToken(withBody(askNew, { email: moved }), token));
          const otp = await setup.mailbox.codeFor(moved);
          for (const given of [wrong(otp), otp])
            await prompt(withToken(withBody(move, { email: moved, otp: given }), token));
          await prompt(withToken(read, token));
          const removal = withBody(remove, { current_password: changed });
          await prompt(withToken(stays ? leave : removal, token));
          const ofUser = withParams(endAll, { userId: (user as { id: string }).id });
          await prompt(withToken(ofUser, setup.admin.token));
        },
      }),
    );
}
