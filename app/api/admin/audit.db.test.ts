import { POST as sendCodeAgain } from '@/app/api/admin/billings/[reference]/code/route';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { changeAdminPassword, createAdmin } from '@/lib/accounts/administrators/mutations';
import { inviteAdmin, makePasswordLink } from '@/lib/accounts/administrators/password-links';
import { saveNotices } from '@/lib/admin/attention/notices';
import { scheduleExport, stopExport } from '@/lib/admin/exports/mutations';
import { listExports } from '@/lib/admin/exports/queries';
import { queueExports } from '@/lib/admin/exports/send';
import { addFactor, checkFactor, removeFactor } from '@/lib/accounts/administrators/second-factor';
import { newFactor } from '@/lib/accounts/administrators/totp';
import { recordView } from '@/lib/admin/audit-log/views';
import { handOver } from '@/lib/company/people/hand-over';
import { decideAccountEmail } from '@/lib/accounts/lost-mailbox';
import { decideEntry, enterAdoption } from '@/lib/entries/mutations';
import { changeRelease } from '@/lib/funds/mutations';
import { acceptProposals, checkProposals } from '@/lib/proposals/mutations';
import { assignCompanies } from '@/lib/admin/companies/assign';
import { changeCompany } from '@/lib/admin/companies/change';
import { companyChangeSchema } from '@/lib/admin/companies/schema';
import { mergeInstitutes } from '@/lib/admin/institutes/merge';
import { renameInstitute } from '@/lib/admin/institutes/mutations';
import { readScan, storeScan } from '@/lib/admin/reservations/scans';
import { changeReservation, endRequestOf, reserveSeats } from '@/lib/admin/reservations/mutations';
import { answerMove } from '@/lib/admin/moves/answer';
import { withdrawMoves } from '@/lib/admin/moves/mutations';
import type { GuestScope } from '@/lib/adoption/core/access';
import { makeMove } from '@/testing/db/moves';
import { makeWaitingRequest } from '@/testing/db/waiting';
import { actOnSession, changeSession, planSession } from '@/lib/sessions/mutations';
import { listEntries, type AuditEntry } from '@/lib/admin/audit-log/queries';
import { AUDIT_ACTIONS } from '@/lib/accounts/audit-log/schema';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import * as alerts from '@/lib/api/alerts';
import * as adoptions from '@/lib/api/admin-adoption';
import * as conversation from '@/lib/api/conversation';
import * as mailings from '@/lib/api/mailings';
import * as payouts from '@/lib/api/payouts';
import { retryMessage } from '@/lib/notifications/mutations';
import { eraseGuest } from '@/lib/operation/privacy/erase-guest';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { asAdmin, codeAt, giveFactor, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { prepareAdoption } from '@/testing/db/adoption';
import { emptyAuditLog } from '@/testing/db/audit';
import { insertAdoption } from '@/testing/db/adoptions';
import { reportResponse } from '@/lib/admin/report/response';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { donorsResponse } from '@/lib/year-end/donors';
import { useTestDatabase } from '@/testing/db/database';
import { bearer, sendRequest } from '@/testing/api/send-request';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { makeOffice } from '@/testing/db/offices';
import { makeProposal } from '@/testing/db/proposals';
import { enter, makeEntry } from '@/testing/db/entries';
import { makeAgreement } from '@/testing/db/reservations';
import { insertEmailChange, moveAccount } from '@/testing/db/email-changes';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { exampleOf } from '@/testing/api/examples';
import { POST as logIn } from '../user/admin_login/route';
import { POST as logOut } from '../user/admin_logout/route';
import { GET as download } from '../user/download/[kind]/route';
import { GET as donors } from './donors/[year]/route';
import { GET as report } from './report/spreadsheet/route';
import { GET as readRecords } from '../user/get_admin_dashboard_data/route';
import { PATCH as editAdministrator } from './administrators/[adminId]/route';
import { POST as endSessions } from './administrators/[adminId]/logout/route';
import { recordRestore } from '@/scripts/lib/backup';
import { POST as acknowledgeAlert } from './alerts/[alertId]/route';
import { POST as actOnBilling } from './billings/[reference]/route';
import { POST as writeToSponsor } from './billings/[reference]/messages/route';
import { GET as exportFile, POST as importFile } from './catalogue/import/route';
import { PATCH as editCourse } from './courses/[courseId]/route';
import { POST as undoImport } from './imports/[entry]/route';
import { PATCH as editInstitute } from './institutes/[instituteId]/route';
import { POST as actOnMailing } from './mailings/[mailingId]/route';
import { POST as writeToSponsors } from './mailings/route';
import { POST as explainDifference } from './differences/[differenceId]/route';
import { POST as checkPaymentAgain } from './payments/[paymentId]/route';
import { POST as rejectReceipt } from './receipts/[receiptId]/route';
import { POST as recordReceipt } from './receipts/route';
import { PUT as setSeatLimit } from './seat-limits/route';
import { POST as endWithSponsor } from './sponsor-messages/[messageId]/route';
import { removeDistrictFigures, storeDistrictFigures } from '@/lib/catalogue/district-figures/mutations';
import { readStoredFigures } from '@/lib/catalogue/district-figures/queries';
import { decideAccountChange, saveSettings as storeSettings } from '@/lib/settings/mutations';
import { readAccountChange } from '@/lib/settings/queries';
import { BODY_WITH_ACCOUNT, insertAccountChange } from '@/testing/db/settings';
import { PUT as saveSettings } from './settings/[group]/route';
import { DELETE as endSponsorSessions } from './users/[userId]/sessions/route';

useTestDatabase();
let admin: AdminAccount;
beforeEach(async () => {
  admin ??= await makeAdmin({ username: 'asha' });
  await emptyAuditLog();
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

/** Starts a message to many that was stopped, and continues another one. */
async function writeToMany(): Promise<void> {
  const { json } = await exampleOf(mailings.writeToSponsors, { sponsor: await makeSponsorAccount() });
  const checked = await writeToSponsors(asAdmin(admin, { body: { ...json } }));
  const { digest } = (await checked.json()) as { digest: string };
  const body = { ...json, step: 'start', id: randomUUID(), digest, reason: 'News' };
  expect((await writeToSponsors(asAdmin(admin, { body }))).status).toBe(200);
  await sql()`update mailings set stopped_at = now()`;
  const go = { params: Promise.resolve({ mailingId: body.id }) };
  expect((await actOnMailing(asAdmin(admin, { body: { action: 'continue', reason: 'News' } }), go)).status).toBe(200);
}

const HEADER = 'City,Institute,Course Type,Branch,Total Seats,Price,Kind';
const importRequest = (body: string, query = '') =>
  importFile(
    new Request(`http://localhost/api/admin/catalogue/import?name=courses.csv${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}` },
      body,
    }),
  );

/** Imports a file and undoes it. */
async function undoImportOf(file: string): Promise<void> {
  const { digest } = (await (await importRequest(file)).json()) as { digest: string };
  const { entry } = (await (await importRequest(file, `&apply=${digest}`)).json()) as { entry: number };
  const send = async (apply: object | null) => {
    const params = Promise.resolve({ entry: String(entry) });
    const response = await undoImport(asAdmin(admin, { body: { apply } }), { params });
    expect(response.status).toBe(200);
    return (await response.json()) as { dryRun: { digest: string } };
  };
  const { dryRun } = await send(null);
  await send({ digest: dryRun.digest, reason: 'The wrong file' });
}

/** Takes every action on an adoption of four seats; a second administrator confirms and approves. */
async function takeEveryAction(): Promise<void> {
  const course = await makeCourse();
  const { subject, code } = await prepareAdoption([{ course, seats: 4 }]);
  const pledge = await pledgeSeats(subject, code);
  if (!pledge.ok) throw new Error(pledge.code);
  const second = await makeAdmin({ username: 'usha' });
  let version = 0;
  const act = async (action: string, values: object = {}, by = admin) => {
    const body = { action, version, reason: 'Asked by phone', ...values };
    const params = Promise.resolve({ reference: pledge.reference });
    const response = await actOnBilling(asAdmin(by, { body }), { params });
    const answer = (await response.json()) as { version: number };
    expect([action, response.status, answer]).toEqual([action, 200, expect.anything()]);
    version = answer.version;
  };
  const newest = async (table: 'bank_receipts' | 'refunds') => {
    const [row] = await sql()<{ id: string }[]>`select id from ${sql()(table)} order by recorded_at desc limit 1`;
    return { id: row!.id };
  };
  const approval = async () => {
    const [row] = await sql()<{ id: string }[]>`select id from change_requests where state = 'open'`;
    return { request: row!.id };
  };
  const money = (amount: number, bank_reference: string) => ({ mode: 'NEFT', amount, bank_reference });
  const receive = (amount: number, bank_reference: string) =>
    act('record_receipt', { ...money(amount, bank_reference), credited_on: '2026-04-01', payer: 'Tata Motors' });
  const refund = (bank_reference: string) =>
    act('record_refund', { ...money(125_000, bank_reference), paid_on: '2026-04-02' });

  await act('add_note');
  await act('correct', { sponsor: { company: 'Bharat Steel' } });
  await act('extend', { due_on: '2999-12-31' });
  await act('send_papers');
  await receive(1, 'UTR0000000001');
  await act('reject_receipt', await newest('bank_receipts'));
  await sql()`
    insert into bank_receipts (mode, credited_on, amount_paise, reference, payer, recorded_by)
    values ('NEFT', '2026-04-01', 100, 'UTR0000000002', 'Tata Motors', ${admin.adminId})`;
  await act('match_receipt', await newest('bank_receipts'));
  await act('confirm_receipt', await newest('bank_receipts'), second);
  await act('bounce_receipt', await newest('bank_receipts'));
  await receive(500_000, 'UTR0000000003');
  await act('confirm_receipt', await newest('bank_receipts'), second);
  const lines = { [course.id]: 3 };
  await act('reduce', { lines });
  await act('answer_request', { ...(await approval()), accepts: false }, second);
  await act('reduce', { lines });
  await act('reduce', await approval(), second);
  await refund('UTR0000000004');
  await act('reject_refund', await newest('refunds'));
  await refund('UTR0000000005');
  await act('confirm_refund', await newest('refunds'), second);
  await act('fail_refund', await newest('refunds'));
  await act('cancel');
  await act('cancel', await approval(), second);
  // As if the money had been paid online.
  const [payment] = await sql()<{ id: string }[]>`
    insert into payments (billing_id, user_id, provider, method, amount_paise, status, transaction_id, captured_paise, captured_currency, settled_at)
    select id, user_id, 'test', 'card', received_paise, 'captured', 'pay_audit', received_paise, 'INR', now() from billings where reference = ${pledge.reference}
    returning id`;
  await act('refund_online', { id: payment!.id, amount: 1 });
  const [refused] = await sql()<{ id: string }[]>`
    with foreign_money as (
      insert into payments (billing_id, user_id, provider, method, amount_paise, status, transaction_id, captured_paise, captured_currency, settled_at)
      select id, user_id, 'test', 'card', 100, 'refund_due', 'pay_foreign', 100, 'USD', now() from billings where reference = ${pledge.reference}
      returning id, billing_id)
    insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, next_try_at)
    select id, billing_id, 100, 'payment_not_accepted', 'failed', null from foreign_money returning id`;
  await act('settle_online_refund', { id: refused!.id, bank_reference: 'UTR0000000006' });
}

/** Performs every action that the audit log records, through the API where possible. */
async function doEverything(): Promise<void> {
  await createAdmin('ravi', 'forty two green chairs', 'command');
  await changeAdminPassword('ravi', 'forty three green chairs', 'command');
  await logIn(asAdmin({ token: '' }, { body: { username: 'ravi', password: 'a wrong one' } }));
  const login = await logIn(
    asAdmin({ token: '' }, { body: { username: 'ravi', password: 'forty three green chairs' } }),
  );
  const { token } = (await login.json()) as { token: string };
  await logOut(asAdmin({ token }, { method: 'POST' }));
  const colleague = { params: Promise.resolve({ adminId: (await makeAdmin({ role: 'viewer' })).adminId }) };
  const promotion = asAdmin(admin, { method: 'PATCH', body: { role: 'finance', active: true } });
  expect((await editAdministrator(promotion, colleague)).status).toBe(200);
  expect((await endSessions(asAdmin(admin, { body: {} }), colleague)).status).toBe(200);
  for (const kind of ['users', 'billings', 'payments', 'reservations', 'papers', 'receipts', 'refunds'])
    await (
      await download(asAdmin(admin, { url: `http://localhost/api/user/download/${kind}` }), {
        params: Promise.resolve({ kind }),
      })
    ).arrayBuffer();
  await (await readRecords(asAdmin(admin))).arrayBuffer();
  await (await report(asAdmin(admin))).arrayBuffer();
  await (await donors(asAdmin(admin), { params: Promise.resolve({ year: '2025-26' }) })).arrayBuffer();
  await exportFile(asAdmin(admin));
  const receipt = {
    ...{ mode: 'NEFT', credited_on: '2026-04-01', amount: 1, bank_reference: 'UTR000000001' },
    ...{ payer: 'Narmada Motors', reason: 'On the statement' },
  };
  expect((await recordReceipt(asAdmin(admin, { body: receipt }))).status).toBe(200);
  const [recorded] = await sql()<{ id: string }[]>`select id from bank_receipts`;
  const rejected = await rejectReceipt(asAdmin(admin, { body: { action: 'reject', reason: 'Entered twice' } }), {
    params: Promise.resolve({ receiptId: recorded!.id }),
  });
  expect(rejected.status).toBe(200);
  for (const [endpoint, send] of [
    [payouts.explainDifference, explainDifference],
    [payouts.checkPaymentAgain, checkPaymentAgain],
    [alerts.acknowledgeAlert, acknowledgeAlert],
    [adoptions.sendCodeAgain, sendCodeAgain],
    [conversation.writeToSponsor, writeToSponsor],
    [conversation.endWithSponsor, endWithSponsor],
    [mailings.actOnMailing, actOnMailing],
  ] as const) {
    const { json, params } = await exampleOf(endpoint, { sponsor: await makeSponsorAccount() });
    expect((await send(asAdmin(admin, { body: json }), { params: Promise.resolve(params!) })).status).toBe(200);
  }
  const { userId: leaving } = await makeSponsorAccount();
  const ofLeaving = { params: Promise.resolve({ userId: leaving }) };
  expect((await endSponsorSessions(asAdmin(admin, { method: 'DELETE' }), ofLeaving)).status).toBe(200);
  const limit = { sponsor: 'hr@works.example', max_seats: 2000, reason: 'Letter of intent' };
  expect((await setSeatLimit(asAdmin(admin, { method: 'PUT', body: limit }))).status).toBe(200);
  const { subject, code } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
  const pledge = await pledgeSeats(subject, code);
  if (pledge.ok) await cancelPledge(pledge.reference, 'asked for by the company');
  await writeToMany();
  if (pledge.ok)
    expect(
      await eraseGuest(admin.scope, pledge.reference, { adoptions: [pledge.reference], reason: 'Asked by letter' }),
    ).toEqual({ ok: true });
  await sql()`
    insert into audit_log (actor, action) select 'command', unnest(array['pledge.cancelled', 'database.restored', 'paper.numbers_skipped'])`;
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state: 'pledged', lines });
  await issuePaper({ kind: 'proforma', billingId: id, source: id }, { by: admin.scope });
  const [dead] = await sql()<{ id: string }[]>`
    insert into outbound_messages (billing_id, kind, dead_at) values (${id}, 'papers', now()) returning id`;
  await retryMessage(admin.scope, dead!.id);
  const terms = asAdmin(admin, { method: 'PUT', body: { version: null, value: { pledgeDays: 30 } } });
  await saveSettings(terms, { params: Promise.resolve({ group: 'terms' }) });
  await changeAccounts();
  await useFigures();
  const file = `${HEADER}\nRewa,Rewa College,ITI,Turner,20,12500,Private`;
  const { digest } = (await (await importRequest(file)).json()) as { digest: string };
  await importRequest(file, `&apply=${digest}`);
  await undoImportOf(
    `${HEADER},District,Latitude,Longitude\nNagod,Nagod College,ITI,Smith,20,12500,Private,Satna,24.56,80.58`,
  );
  for (const change of [{ total_seats: 30 }, { is_open: false }, { is_open: true }]) {
    const [course] = await sql()<{ id: string; version: string }[]>`
      select id, updated_at::text as version from courses where branch = 'Turner'`;
    const { id: courseId, version } = course!;
    const edited = await editCourse(asAdmin(admin, { method: 'PATCH', body: { ...change, version } }), {
      params: Promise.resolve({ courseId }),
    });
    expect(edited.status).toBe(200);
  }
  const [institute] = await sql()<{ id: string; version: string }[]>`
    select id, updated_at::text as version from institutes where name = 'Rewa College'`;
  const details = {
    number: '',
    hindi: '',
    address: 'AB Road',
    website: '',
    kind: 'aided',
    contact: '',
    version: institute!.version,
  };
  const described = await editInstitute(asAdmin(admin, { method: 'PATCH', body: details }), {
    params: Promise.resolve({ instituteId: institute!.id }),
  });
  expect(described.status).toBe(200);
  await useInstitutes();
  await useCompanies();
  await moveSeats();
  await takeEveryAction();
  await useSession();
  await useReservation();
  await useEntry();
  await useOffice();
  await (await donorsResponse(admin.scope, '2026-27')).body!.cancel();
  await (await reportResponse(admin.scope, REPORT_LIST.schema.parse({}))).body!.cancel();
  const owner = await makeSponsorAccount();
  const { userId: successor } = await makeSponsorAccount({}, { of: owner, role: 'view' });
  expect(await handOver(owner.scope, successor, owner.password, '192.0.2.1', 'en')).toEqual({ ok: true });
  const email = 'new@works.example';
  const version = await insertEmailChange(owner.userId, email, admin.adminId);
  expect(await decideAccountEmail(admin.scope, owner.userId, { version, decision: 'discard' })).toEqual({ ok: true });
  await moveAccount(owner.userId, email, admin);
  await sql()`insert into audit_log (actor, action) values ('asha', 'user.email_changed')`;
  const lost = await makeAdmin({ username: 'lost' });
  const { recoveryCode } = await giveFactor(lost);
  await checkFactor({ id: lost.adminId, username: lost.username }, recoveryCode, '192.0.2.1');
  await removeFactor(admin.scope, { id: lost.adminId });
  await saveNotices(admin.scope, { email: 'office@department.example', is_daily: true, at_once: ['job'] });
  await useExports();
  for (const action of ['user.viewed', 'billing.viewed', 'adoption.viewed'] as const)
    await recordView(admin.scope, { action, subject: admin.adminId });
  await recordRestore(process.env.DATABASE_URL!, new Date().toISOString(), 10);
  await inviteAdmin(admin.scope, { username: 'meera', role: 'viewer' });
  await makePasswordLink(admin.scope, lost.adminId);
  const { secret } = newFactor(lost.username);
  expect(await addFactor(lost.scope, { secret, code: codeAt(secret) })).toMatchObject({ ok: true });
}

/** A table by e-mail is asked for and stopped, and another ends with the account. */
async function useExports() {
  await sql()`update admin_notices set token_hash = null where admin_id = ${admin.adminId}`;
  const table = { kind: 'report', query: '', every: 'week' } as const;
  expect(await scheduleExport(admin.scope, table)).toMatchObject({ ok: true });
  const [own] = await listExports(admin.scope);
  expect(await stopExport(admin.scope, own!.id)).toEqual({ ok: true });
  const closed = await makeAdmin();
  await sql()`
    insert into admin_exports (admin_id, kind, query, every, last_on) values (${closed.adminId}, 'users', '', 'day', current_date)`;
  await sql()`update admins set deactivated_at = now() where id = ${closed.adminId}`;
  await queueExports();
}

/** A session is planned, changed and opened, sponsors are invited to renew, and it is closed. */
async function useSession() {
  const name = '2098-99';
  const days = { first_day: '2098-07-01', last_day: '2099-06-30', adopting_from: null, adopting_until: null };
  await planSession(admin.scope, { name, ...days });
  await changeSession(admin.scope, name, { ...days, adopting_until: '2099-06-30', version: 0 });
  const { id } = await makeCourse({ totalSeats: 60 });
  await sql()`update courses set session = ${name} where id = ${id}`;
  const opening = { action: 'open', percent: 0, continuing: 'no', unpaid: 'no', offers: 1, seats: 60 } as const;
  expect(await actOnSession(admin.scope, name, { ...opening, version: 1 })).toEqual({ ok: true });
  const adopted = await makeCourse({ branch: 'Continues' });
  const { subject, code, billingId } = await prepareAdoption([{ course: adopted, seats: 2 }]);
  expect(await pledgeSeats({ ...subject, draftId: billingId }, code)).toMatchObject({ ok: true });
  await makeCourse({ branch: 'Continues', session: name, studyYear: 2 });
  expect(await actOnSession(admin.scope, name, { action: 'invite', version: 2, unpaid: 'yes' })).toEqual({ ok: true });
  expect(await actOnSession(admin.scope, name, { action: 'close', version: 3 })).toEqual({ ok: true });
}

/** An adoption on paper is entered, corrected, confirmed; another one is refused. */
async function useEntry() {
  const entry = makeEntry([{ course: await makeCourse(), seats: 2 }]);
  const id = await enter(admin.scope, entry);
  expect(await enterAdoption(admin.scope, { ...entry, note: 'By telephone' }, { id, version: 0 })).toMatchObject({
    ok: true,
  });
  const scan = await storeScan(admin.scope, Buffer.from('%PDF-1.7'));
  if (scan.ok) await readScan(admin.scope, scan.id);
  const other = await makeAdmin();
  const reason = 'Compared with the letter';
  expect(await decideEntry(other.scope, id, { action: 'confirm', version: 1, reason })).toMatchObject({ ok: true });
  const refused = await enter(admin.scope, makeEntry([{ course: await makeCourse(), seats: 2 }]));
  const refusal = { action: 'refuse', version: 0, reason } as const;
  expect(await decideEntry(admin.scope, refused, refusal)).toMatchObject({ ok: true });
}

/**
 * An office is invited and closed; students are entered, moved, and one leaves; reports are made, corrected and checked; proposals are
 * withdrawn, refused and accepted; a page is written and undone.
 */
async function useOffice() {
  const [office, sponsor] = await Promise.all([makeOffice(), makeSponsorAccount()]);
  const send = async (id: string, { token }: { token: string }, times: object[] = [{}]) => {
    const endpoint = ENDPOINTS.find((one) => one.id === id)!;
    const ask = await exampleOf(endpoint, { sponsor, admin, office });
    for (const values of times) {
      const given = { ...ask, ...(ask.json !== undefined && { json: { ...ask.json, ...values } }) };
      expect((await sendRequest(endpoint, given, bearer(token))).status, id).toBe(200);
    }
  };
  await send('inviteOffices', admin);
  await send('closeOffice', admin);
  await send('enterStudents', office);
  await send('correctRoll', office, [{ replace: false }, { replace: true }]);
  for (const id of ['moveStudent', 'endEnrolment']) await send(id, office);
  await send('enterMarks', office);
  await send('stateOutcome', office, [{ version: 0 }, { version: 1, apprentices: 0, employed: 1 }]);
  await send('stateComposition', office);
  await send('recordRelease', admin);
  const [waiting] = await sql()<[{ id: string }]>`select id from releases where state = 'recorded'`;
  expect(await changeRelease(admin.scope, waiting.id, { action: 'reject', reason: 'Entered twice' })).toMatchObject({
    ok: true,
  });
  await send('changeRelease', admin);
  for (const id of ['stateToldAccount', 'decideAccount', 'prepareBankFile', 'actOnBankFile', 'downloadBankFile'])
    await send(id, admin);
  await send('decideAccount', admin, [{ action: 'reject' }]);
  await send('recordRelease', admin);
  await sql()`
    update releases set recorded_by = ${office.adminId}, bank_file_position = 200, bank_file_id = (select id from bank_files limit 1),
           payee_account_id = (select id from payee_accounts limit 1)
     where state = 'recorded'`;
  const [inFile] = await sql()<[{ id: string }]>`select id from releases where bank_file_position = 200`;
  expect(await changeRelease(admin.scope, inFile.id, { action: 'confirm', reason: 'Compared' })).toMatchObject({
    ok: true,
  });
  await send('acknowledgeRelease', office);
  const [confirmed] = await sql()<[{ id: string }]>`select id from releases where received_on is not null`;
  const returned = { action: 'return', reason: 'The account is closed' } as const;
  expect(await changeRelease(admin.scope, confirmed.id, returned)).toMatchObject({ ok: true });
  await send('stateUse', office, [{}, { used: '40000', heads: { tuition: '40000' }, revision: 1 }]);
  await send('openReportSample', admin, [{}, {}]);
  await send('recordReportCheck', admin);
  await send('setReportDates', admin);
  await send('remindOffice', admin);
  for (const id of ['proposeChange', 'withdrawProposal', 'saveInstitutePage']) await send(id, office);
  await send('refuseProposals', admin);
  await send('undoInstitutePage', admin);
  const proposals = [await makeProposal(office)];
  const checked = await checkProposals(admin.scope, proposals);
  if (!checked.ok) throw new Error(checked.code);
  expect(await acceptProposals(admin.scope, proposals, checked.dryRun.digest)).toMatchObject({ ok: true });
}

/** Seats are reserved, confirmed, for longer, and freed. */
async function useReservation() {
  const made = await reserveSeats(admin.scope, makeAgreement([{ course: await makeCourse(), seats: 2 }]));
  if (!made.ok) throw new Error(made.code);
  const until = new Date(Date.now() + 86_400_000);
  const reason = 'The company asked for it';
  const confirmation = { action: 'confirm', version: 0, reason } as const;
  const other = await makeAdmin();
  expect(await changeReservation(other.scope, made.id, confirmation)).toMatchObject({ ok: true });
  for (const action of [
    { action: 'extend', version: 1, reason, until } as const,
    { action: 'end', version: 2, reason } as const,
  ])
    expect(await changeReservation(admin.scope, made.id, action)).toMatchObject({ ok: true });
  const waiting = await makeWaitingRequest({ course: await makeCourse() });
  expect(await endRequestOf(admin.scope, waiting, reason)).toEqual({ ok: true });
}

/** An institute gets another name and becomes a part of another one. */
async function useInstitutes() {
  const [{ id, city }, { id: into }] = [await makeInstitute(), await makeInstitute()];
  const [row] = await sql()<{ version: string }[]>`select updated_at::text as version from institutes where id = ${id}`;
  const naming = { name: `Sardar Patel ITI, ${city}`, reason: 'Order 12', version: row!.version };
  expect(await renameInstitute(admin.scope, id, naming)).toEqual({ ok: true });
  const merging = { into, duplicates: 'add', apply: null } as const;
  const checked = await mergeInstitutes(admin.scope, id, merging);
  const apply = { digest: checked.ok ? checked.dryRun.digest : '', reason: 'Order 13' };
  expect(await mergeInstitutes(admin.scope, id, { ...merging, apply })).toMatchObject({ isDone: true });
}

async function anAdoption() {
  const { userId } = await makeSponsorAccount();
  return insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course: await makeCourse(), seats: 1 }] });
}

/** Two companies are joined, parted and corrected. */
async function useCompanies() {
  const made = [await anAdoption(), await anAdoption()];
  await assignCompanies();
  const ids = await sql()<{ id: string }[]>`
    select group_id as id from billing_search_index where billing_id in ${sql()(made.map(({ id }) => id))}`;
  const [from, into] = ids.map(({ id }) => id) as [string, string];
  const carryOut = async (id: string, change: object) => {
    const checked = await changeCompany(admin.scope, id, companyChangeSchema.parse({ ...change, apply: null }));
    if (!checked.ok) throw new Error(checked.code);
    const apply = { digest: checked.dryRun.digest, reason: 'Letter 7' };
    expect(await changeCompany(admin.scope, id, companyChangeSchema.parse({ ...change, apply }))).toMatchObject({
      isDone: true,
    });
    return checked.dryRun.keys.map(({ key }) => key);
  };
  const keys = await carryOut(from, { action: 'join', into });
  await carryOut(into, { action: 'part', keys });
  const values = {
    legal_name: 'Works Limited',
    kind: 'company',
    cin: '',
    pan: 'AAACW1234F',
    gstin: '',
    address: 'Indore',
  };
  await carryOut(into, { action: 'correct', name: 'Works', ...values });
}

/** Adopted seats are proposed to move: one sponsor accepts, and one proposal is taken back. */
async function moveSeats() {
  const [from, to] = [await makeCourse(), await makeCourse()];
  const { subject, code, billingId } = await prepareAdoption([{ course: from, seats: 1 }]);
  await pledgeSeats({ ...subject, draftId: billingId }, code);
  const scope = { billingId } as GuestScope;
  const { id: back } = await makeMove(billingId, from, to, admin);
  expect(await withdrawMoves(admin.scope, { moves: [back], reason: 'The course goes on' })).toMatchObject({ ok: true });
  const { id: move } = await makeMove(billingId, from, to, admin);
  const seen = { course_id: to.id, seats: 1, price_per_seat: to.pricePaise };
  expect(await answerMove(scope, billingId, { answer: 'accept', move, ...seen })).toMatchObject({ ok: true });
}

/** Figures of districts are stored and removed. */
async function useFigures() {
  const figures = { title: 'CSR', title_hindi: '', source: 'Report', year: '2023', figures: { Indore: 1 } };
  expect(await storeDistrictFigures(admin.scope, figures, null)).toBe(true);
  expect(await removeDistrictFigures(admin.scope, (await readStoredFigures(admin.scope))!.version)).toBe(true);
}

/** Another account is proposed, discarded, confirmed, and changed by an owner who is alone. */
async function changeAccounts() {
  const other = { ...BODY_WITH_ACCOUNT, accountNumber: '11112222333344' };
  const propose = async () => {
    const [row] = await sql()<{ version: string }[]>`
      select updated_at::text as version from settings where "group" = 'body'`;
    await storeSettings(admin.scope, { group: 'body', value: other, version: row!.version });
    return (await readAccountChange(admin.scope))!.version;
  };
  const colleague = await makeAdmin();
  await insertAccountChange(admin.adminId);
  await decideAccountChange(admin.scope, { version: await propose(), decision: 'discard' });
  await decideAccountChange(colleague.scope, { version: await propose(), decision: 'confirm' });
  await sql()`insert into audit_log (actor, action) values ('asha', 'settings.account_changed'), ('asha', 'lines.downloaded'), ('asha', 'waiting.downloaded')`;
}

describe('every administrator action', () => {
  test('is in the audit log with its actor and without secrets', async () => {
    await doEverything();
    const lists = await Promise.all(AUDIT_ACTIONS.map((action) => listEntries(admin.scope, { action })));
    const log = new Map(lists.flatMap(({ entries }) => entries).map((entry) => [entry.action, entry]));
    expect([...log.keys()].sort()).toEqual([...AUDIT_ACTIONS].sort());
    const actorsOf = (test: (entry: AuditEntry) => boolean) =>
      [...log.values()].filter(test).map(({ action, actor }) => [action, actor]);
    expect(actorsOf(({ action }) => /created|password/.test(action)).every(([, actor]) => actor === 'command')).toBe(
      true,
    );
    expect(actorsOf(({ action }) => /logged/.test(action)).every(([, actor]) => actor === 'ravi')).toBe(true);
    expect(
      actorsOf(({ action }) => /course|catalogue|download|records/.test(action)).every(([, actor]) => actor === 'asha'),
    ).toBe(true);
    expect(log.get('course.changed')).toMatchObject({ before: { total_seats: 20 }, after: { total_seats: 30 } });
    expect(log.get('course.closed')).toMatchObject({ before: { is_open: true }, after: { is_open: false } });
    expect(log.get('admin.changed')).toMatchObject({
      actor: 'asha',
      before: { role: 'viewer', active: true },
      after: { role: 'finance', active: true },
    });
    expect(log.get('adoption.reduced')).toMatchObject({
      actor: 'usha',
      before: { seats: 4, total_paise: 500_000_00 },
      after: { seats: 3, total_paise: 375_000_00, reason: 'Asked by phone' },
    });
    expect(log.get('seats.limit_changed')).toMatchObject({
      actor: 'asha',
      after: { sponsor: 'hX@works.example', max_seats: 2000, reason: 'Letter of intent' },
    });
    expect(JSON.stringify([...log.values()])).not.toMatch(/argon2|green chairs/);
    expect(JSON.stringify([...log.values()])).not.toContain(admin.token);
  });

  test('fails without any change if the log cannot be written', async () => {
    const course = await makeCourse();
    await sql()`alter table audit_log add constraint full_disk check (false) not valid`;
    try {
      const file = `${HEADER}\nRewa,,ITI,Moulder,20,12500`;
      const { digest } = (await (await importRequest(file)).json()) as { digest: string };
      const version = (
        await sql()<{ v: string }[]>`select updated_at::text as v from courses where id = ${course.id}`
      )[0]!.v;
      const answers = [
        await importRequest(file, `&apply=${digest}`),
        await editCourse(asAdmin(admin, { method: 'PATCH', body: { total_seats: 1, version } }), {
          params: Promise.resolve({ courseId: course.id }),
        }),
        await download(asAdmin(admin, { url: 'http://localhost/api/user/download/users' }), {
          params: Promise.resolve({ kind: 'users' }),
        }),
        await readRecords(asAdmin(admin)),
        await exportFile(asAdmin(admin)),
        await logIn(asAdmin({ token: '' }, { body: { username: admin.username, password: admin.password } })),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
      await expect(createAdmin('meena', 'forty two green chairs', 'command')).rejects.toMatchObject({
        cause: { constraint_name: 'full_disk' },
      });
      expect(
        await sql()`select 1 from courses where branch = 'Moulder' or (id = ${course.id} and total_seats = 1)`,
      ).toEqual([]);
      expect(await sql()`select 1 from admins where username = 'meena'`).toEqual([]);
      expect(await sql()`select 1 from admin_sessions where admin_id = ${admin.adminId}`).toHaveLength(1);
    } finally {
      await sql()`alter table audit_log drop constraint full_disk`;
    }
  });
});
