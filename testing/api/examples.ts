import { sql as part } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ReportKind } from '@/db/schema/report-kinds';
import type { Endpoint } from '@/lib/api/endpoint';
import type { DescribedEndpoint } from '@/lib/api/endpoints';
import type { CourseRow } from '@/testing/db/factories';
import { db, sql } from '@/db/client';
import { ADMIN_PASSWORD, codeAt, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeHold, makeSponsor, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn } from '@/testing/db/reports';
import { actOnBankFile, prepareBankFile } from '@/lib/admin/bank-files/mutations';
import { fileReference } from '@/lib/admin/bank-files/rules';
import { newReference, readToday, receive } from '@/testing/funds/money';
import { decideAccount, stateToldAccount } from '@/lib/payees/mutations';
import { changeRelease, recordRelease } from '@/lib/funds/mutations';
import { releaseSchema } from '@/lib/funds/schema';
import { openSample } from '@/lib/register/checks/mutations';
import { markStudents } from '@/lib/register/report-mutations';
import { makeProposal, newBranch, offerOf } from '@/testing/db/proposals';
import { insertEmailChange } from '@/testing/db/email-changes';
import { makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { enter, makeEntry } from '@/testing/db/entries';
import { reserve } from '@/testing/db/reservations';
import { makeWaitingRequest } from '@/testing/db/waiting';
import { makeMove } from '@/testing/db/moves';
import { makeRenewal } from '@/testing/db/renewals';
import { sandboxNotice } from '@/testing/db/payment';
import { insertAccountChange } from '@/testing/db/settings';
import { makePasswordLink } from '@/lib/accounts/administrators/password-links';
import { newFactor } from '@/lib/accounts/administrators/totp';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { savePage } from '@/lib/proposals/institute-pages/mutations';
import { institutePageSchema } from '@/lib/proposals/institute-pages/schema';
import { changeMany, checkMany } from '@/lib/admin/courses/many';
import { dryRunImport } from '@/lib/catalogue-import/dry-run';
import { checkUndo } from '@/lib/catalogue-import/undo';
import { readCatalogueFile } from '@/lib/catalogue-import/read';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { planSession } from '@/lib/sessions/mutations';
import { nameOfSession } from '@/lib/catalogue/session';
import { openSession } from '@/lib/accounts/session';
import { enterStudents } from '@/lib/register/mutations';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { THIS_YEAR } from '@/db/days';
import { shareCart } from '@/lib/selection/shared-cart/mutations';

/** Path and query parameters and the body of a request: JSON, form fields, or plain text. */
export type ExampleRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  text?: string;
};

/**
 * Who sends an example: the sponsor, or the administrator or the office where the endpoint is for them;
 * `own`: whoever sends what is for both, the administrator by default.
 */
type Callers = { sponsor: SponsorAccount; admin?: AdminAccount; office?: OfficeAccount; own?: { adminId: string } };

const lineOf = ({ id, courseType, branch, city, pricePaise }: CourseRow) => ({
  id,
  selectedSeats: 1,
  pricePerSeat: pricePaise / 100,
  totalPrice: pricePaise / 100,
  branch,
  courseName: courseType,
  city,
  institute: '',
});

/** An offer of the office's institute with one adopted seat, and the first day of its session. */
async function adoptedOffer(office: OfficeAccount, sponsor: SponsorAccount): Promise<{ id: string; day: string }> {
  const course = await makeCourse({ instituteId: office.scope.institutes[0]!.id });
  await adoptionOf(sponsor, 'completed', 'captured', { course });
  const [session] = await sql()<{ day: string }[]>`
    select first_day::text as day from academic_sessions where name = ${course.session}`;
  return { id: course.id, day: session!.day };
}

/** A message to many that goes out. */
async function makeMailing(target: 'adoptions' | 'offices'): Promise<string> {
  const id = randomUUID();
  const { adminId } = await makeAdmin();
  await sql()`insert into mailings (id, target, texts, run_by) values (${id}, ${target}, '{"en": "Hello", "hi": "नमस्ते"}', ${adminId})`;
  return id;
}

let rolls = 231_100;

/** The same with a student. */
async function enrolledStudent(office: OfficeAccount, sponsor: SponsorAccount) {
  const { id, day } = await adoptedOffer(office, sponsor);
  const rows = [{ line: 1, roll: `0101CS${++rolls}` }];
  await enterStudents(office.scope, id, { rows, from_day: day, enter: 1 });
  const [student] = await sql()<{ id: string }[]>`select id from enrolments where course_id = ${id}`;
  return { day, student: student!.id };
}

/** The same with a report that is due today. */
async function reportedOffer(office: OfficeAccount, sponsor: SponsorAccount, kind: ReportKind = 'term_1') {
  const { id, day } = await adoptedOffer(office, sponsor);
  await sql()`update office_institutes set created_at = now() - interval '1 day' where admin_id = ${office.adminId}`;
  const roll = `0101CS${++rolls}`;
  const [course] = await sql()<{ session: string }[]>`select session from courses where id = ${id}`;
  await dueIn(course!.session, kind, 0);
  await enterStudents(office.scope, id, { rows: [{ line: 1, roll }], from_day: day, enter: 1 });
  const [student] = await sql()<{ id: string }[]>`select id from enrolments where course_id = ${id}`;
  return { id, student: student!.id, roll };
}

/** A paid adoption of seats at the office's institute, with a transfer of all its money to record. */
async function transferTo(office: OfficeAccount, sponsor: SponsorAccount) {
  const course = await makeCourse({ instituteId: office.scope.institutes[0]!.id });
  const { reference } = await adoptionOf(sponsor, 'completed', 'captured', { course });
  const [today] = await sql()<[{ day: string }]>`select (now() at time zone 'Asia/Kolkata')::date::text as day`;
  const release = {
    ...{ kind: 'passed_on', institute_id: course.instituteId, mode: 'NEFT', paid_on: today.day },
    bank_reference: randomUUID().slice(0, 18),
    lines: [{ reference, course_id: course.id, amount: course.pricePaise / 100 }],
  };
  return { release, courseId: course.id, day: today.day };
}

/** Such a transfer that an administrator recorded, and another one confirmed unless it is to wait. */
async function madeTransfer(office: OfficeAccount, sponsor: SponsorAccount, waits = false) {
  const { release, ...made } = await transferTo(office, sponsor);
  const [first, second] = [await makeAdmin(), await makeAdmin()];
  const recorded = await recordRelease(first.scope, releaseSchema.parse(release));
  if (!recorded.ok) throw new Error(recorded.code);
  const confirmation = { action: 'confirm', reason: 'On the statement' } as const;
  if (!waits) await changeRelease(second.scope, recorded.id, confirmation);
  return { ...made, id: recorded.id };
}

const ACCOUNT = { holder: 'Government College', account_number: '00123456789', ifsc: 'SBIN0001234' };

/** Gives an administrator an address of notices. @param tokenHash of the link that confirms it; null if it is confirmed */
async function insertNotices(adminId: string, tokenHash: string | null = null) {
  await sql()`
    insert into admin_notices (admin_id, email, token_hash, is_daily, at_once)
    values (${adminId}, 'office@department.example', ${tokenHash}, true, '{}')
    on conflict (admin_id) do update set token_hash = excluded.token_hash`;
}

/** An account of a new institute that waits. */
async function statedAccount() {
  const { id: institute_id } = await makeInstitute();
  await stateToldAccount((await makeAdmin()).scope, { ...ACCOUNT, institute_id });
  const [account] = await sql()<{ id: string }[]>`select id from payee_accounts where institute_id = ${institute_id}`;
  return account!.id;
}

/** A cancelled adoption whose money goes back. */
async function refundableOf({ userId }: { userId: string }) {
  const course = await makeCourse();
  const adoption = await insertAdoption(sql(), { userId, state: 'cancelled', lines: [{ course, seats: 1 }] });
  const { today } = await readToday();
  await receive(adoption.id, course.pricePaise, { on: today });
  return { ...adoption, today };
}

/** Such an adoption with a confirmed account. */
async function payableOf(sponsor: SponsorAccount) {
  const adoption = await refundableOf(sponsor);
  await stateToldAccount((await makeAdmin()).scope, { ...ACCOUNT, reference: adoption.reference });
  const [account] = await sql()<{ id: string }[]>`select id from payee_accounts where billing_id = ${adoption.id}`;
  const decided = await decideAccount((await makeAdmin()).scope, account!.id, {
    action: 'confirm',
    reason: 'Compared',
  });
  if (!decided.ok) throw new Error(decided.code);
  return adoption;
}

/** A file for the bank with a payment that waits, or that is ordered. */
async function bankFileOf(sponsor: SponsorAccount, isOrdered: boolean) {
  const { reference, today } = await payableOf(sponsor);
  const [first, second] = [await makeAdmin(), await makeAdmin()];
  const made = await prepareBankFile(first.scope, { pay_on: today, institutes: [], adoptions: [reference] });
  if (!made.ok) throw new Error(made.code);
  if (isOrdered) await actOnBankFile(second.scope, made.number, { action: 'confirm', reason: 'Compared' });
  return { number: made.number, today };
}

/** A stated report of another office with a student. */
async function statedReport(sponsor: SponsorAccount): Promise<string> {
  const other = await makeOffice();
  const { id, student } = await reportedOffer(other, sponsor);
  await markStudents(other.scope, id, 'term_1', { version: 0, marks: [{ student, mark: 'attends' }], state: true });
  const [report] = await sql()<{ id: string }[]>`select id from reports where course_id = ${id}`;
  return report!.id;
}

let plannedYear = 2040;

/** The body that plans a session, from July on, of a year that no other example has. */
function plannedSession() {
  const year = plannedYear++;
  const days = { first_day: `${year}-07-01`, last_day: `${year + 1}-06-30`, adopting_until: null };
  return { name: nameOfSession(year), ...days, adopting_from: null };
}

const chosenOf = (course: CourseRow) => {
  const { id: course_id, city: _city, institute: _institute, ...line } = lineOf(course);
  return { course_id, ...line };
};

/** An adoption, of one seat unless told otherwise, with the message that announces it, as after the requests that lead to its state. */
async function adoptionOf(
  { userId }: SponsorAccount,
  state: 'held' | 'pledged' | 'completed',
  payment: 'started' | 'captured' | null = state === 'completed' ? 'captured' : null,
  { course, seats = 1 }: { course?: CourseRow; seats?: number } = {},
) {
  const lines = [{ course: course ?? (await makeCourse()), seats }];
  const payments = payment ? [{ status: payment }] : [];
  const { id, reference } = await insertAdoption(sql(), { userId, state, lines, payments });
  const kind = state === 'completed' ? 'paid' : 'adopted';
  if (state !== 'held')
    await sql()`insert into outbound_messages (billing_id, kind, sent_at) values (${id}, ${kind}, now())`;
  return { billingId: id, reference };
}

/** The token of the link to a shared cart. */
async function sharedToken(): Promise<string> {
  const { id } = await makeCourse();
  const shared = await shareCart([{ id, selectedSeats: 1 }], randomUUID());
  if (!shared.ok) throw new Error(shared.code);
  return shared.token;
}

const paidAdoption = async ({ sponsor }: Callers) => {
  const { billingId } = await adoptionOf(sponsor, 'completed');
  return { params: { billingId } };
};

/** A payment about whose result the job does not ask any more. */
const unansweredPayment = async (sponsor: SponsorAccount) => {
  const { billingId } = await adoptionOf(sponsor, 'pledged', 'started');
  const [payment] = await sql()<{ id: string }[]>`
    update payments set created_at = now() - interval '7 days' where billing_id = ${billingId} returning id`;
  return payment!.id;
};

/** The financial year of a payment that the sponsor made now. */
const yearOfPayment = async (sponsor: SponsorAccount) => {
  await adoptionOf(sponsor, 'completed');
  const [row] = await db().execute<{ year: string }>(part`select ${THIS_YEAR} as year`);
  return row!.year;
};

/** An adoption that was paid now, and the financial year. */
const paidInYear = async ({ sponsor }: Callers) => {
  const { billingId } = await adoptionOf(sponsor, 'completed', 'captured');
  return { params: { billingId, year: await yearOfPayment(sponsor) } };
};

/** A link of an auditor to the financial year of a payment that the sponsor made now. */
const auditorLink = async (sponsor: SponsorAccount) => {
  const [year, token] = [await yearOfPayment(sponsor), makeToken()];
  const [link] = await sql()<{ id: string }[]>`
    insert into auditor_links (user_id, financial_year, token_hash, expires_at)
    values (${sponsor.userId}, ${year}, ${hashToken(token)}, now() + interval '1 day') returning id`;
  return { id: link!.id, token };
};

/** Lets the sponsor invite colleagues. @returns a registration of one */
const companyOf = async ({ userId }: SponsorAccount) => {
  await sql()`update users set email_verified_at = now() where id = ${userId}`;
  return makeRegistration();
};

/** An open invitation to the sponsor's company, with the secret of its link. */
const invitationOf = async ({ userId }: SponsorAccount) => {
  const token = makeToken();
  const [invitation] = await sql()<{ id: string }[]>`
    insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
    values (${userId}, 'Meera Joshi', ${makeRegistration().email}, 'adopt', ${hashToken(token)}, now() + interval '1 day')
    returning id`;
  return { id: invitation!.id, token };
};

/** The wish for two seats of a course that the sponsor has adopted as a whole. */
async function wishOfFull({ userId }: SponsorAccount) {
  const course = await makeCourse({ totalSeats: 2 });
  const { id } = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 2 }], payments: [] });
  await sql()`insert into outbound_messages (billing_id, kind, sent_at) values (${id}, 'adopted', now())`;
  return { course_id: course.id, scope: 'course', seats: 2, min_seats: 1 };
}

/** What the office of an institute says on its page. */
const PAGE = {
  about: 'A polytechnic for women.\nSince 1962.',
  about_hindi: 'महिलाओं के लिए पॉलिटेक्निक।',
  needs: '',
  needs_hindi: '',
  results: '',
  results_hindi: '',
  email: 'office@college.example',
  phone: '0755 2661234',
  website: 'www.college.example',
};

const pageVersion = (id: string) =>
  sql()<[{ id: string; version: string }]>`select id, updated_at::text as version from institutes where id = ${id}`;

/** A verified adoption of a guest. */
const makePledge = async () => {
  const { subject, code, billingId } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
  const pledge = await pledgeSeats({ ...subject, draftId: billingId }, code);
  if (!pledge.ok) throw new Error(pledge.code);
  return { ...subject, ...pledge };
};

/**
 * One valid request per endpoint: creates what it needs, and returns the request, which succeeds for the callers, or for
 * any permitted visitor. New data on each call.
 */
/** The cancelled adoption of a guest, who may be erased. */
async function guestToErase(): Promise<string> {
  const { subject, code } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
  const pledge = await pledgeSeats(subject, code);
  if (!pledge.ok) throw new Error(pledge.code);
  await cancelPledge(pledge.reference, 'Asked by letter');
  return pledge.reference;
}

/** A company of one domain. */
async function makeCompany(): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    with made as (insert into company_groups (name, name_key) values ('Works', 'WORKS') returning id)
    insert into company_keys (key, home_id, group_id) select ${`domain:${randomUUID()}.example`}, id, id from made returning group_id as id`;
  return row!.id;
}

const EXAMPLES: Record<DescribedEndpoint['id'], (callers: Callers) => Promise<ExampleRequest>> = {
  listCourses: async () => ({ query: { city: (await makeCourse()).city } }),
  listSponsorCourses: async () => ({}),
  shareCart: async () => {
    const { id: course_id } = await makeCourse();
    return { json: { selected_courses: [{ course_id, selectedSeats: 1 }] } };
  },
  readSharedCartDecisions: async () => ({ params: { token: await sharedToken() } }),
  decideSharedCart: async () => ({
    params: { token: await sharedToken() },
    json: { decision: 'approved', name: 'Meera Joshi', note: 'Within the budget of this year' },
  }),
  sendWaitingCode: async ({ sponsor }) => ({ json: { ...(await wishOfFull(sponsor)), email: makeSponsor().email } }),
  askForSeats: async ({ sponsor }) => {
    const { email } = makeSponsor();
    const subject = { purpose: 'waiting', otpMethod: 'email', userId: null, email, phone: '' } as const;
    return { json: { ...(await wishOfFull(sponsor)), email, otp: (await issueCode(subject, null)).code } };
  },
  askAsSponsor: async ({ sponsor }) => {
    await sql()`update users set email_verified_at = now() where id = ${sponsor.userId}`;
    return { json: await wishOfFull(sponsor) };
  },
  withdrawRequest: async () => ({
    params: { requestId: await makeWaitingRequest({ course: await makeCourse() }) },
  }),
  readBoardPack: async () => ({ params: { token: await sharedToken() } }),
  readProposal: async () => ({ params: { token: await sharedToken() } }),
  sendPublicCode: async () => {
    const course = await makeCourse();
    const line = lineOf(course);
    return {
      json: {
        ...makeSponsor(),
        otpMethod: 'email',
        selectedCourses: { [course.id]: line },
        totalPrice: line.totalPrice,
      },
    };
  },
  sendPaymentCode: async ({ sponsor: { userId } }) => {
    const line = chosenOf(await makeCourse());
    return { json: { userId, selected_courses: [line], total_price: line.totalPrice } };
  },
  sendEmailCode: async () => ({ json: { email: (await makeSponsorAccount()).email } }),
  verifyPublicCode: async () => {
    const { subject, code, billingId: draft_id } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const { email, phone, otpMethod: otpMethod, userId: user_id } = subject;
    return { json: { otp: code, email, phone, otpMethod, user_id, draft_id } };
  },
  verifyPaymentCode: async ({ sponsor }) => {
    const { code } = await prepareHold([{ course: await makeCourse(), seats: 1 }], sponsor);
    return { json: { otp: code, userId: sponsor.userId } };
  },
  sendAccessCode: async () => ({ params: { reference: (await makePledge()).reference } }),
  openAccess: async () => {
    const { reference, userId, email, billingId } = await makePledge();
    const subject = { purpose: 'adoption_access', otpMethod: 'email', userId, email, phone: '' } as const;
    return { params: { reference }, json: { otp: (await issueCode(subject, billingId)).code } };
  },
  closeAccess: async () => ({ params: { reference: 'SA-0000-0000-0000' } }),
  writeAsSponsor: async ({ sponsor }) => ({
    ...(await paidAdoption({ sponsor })),
    json: { message: 'One seat less, please', last: null },
  }),
  sendCodeAgain: async () => {
    const { billingId } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const [row] = await sql()<{ reference: string }[]>`select reference from billings where id = ${billingId}`;
    return { params: { reference: row!.reference } };
  },
  writeToSponsor: async ({ sponsor }) => ({
    params: { reference: (await adoptionOf(sponsor, 'completed', 'captured')).reference },
    json: { message: 'Please send us\nyour PAN', last: null },
  }),
  writeToOffice: async () => ({
    params: { instituteId: (await makeOffice()).scope.institutes[0]!.id },
    json: { message: 'Please state the report', last: null },
  }),
  writeAsOffice: async ({ office }) => ({
    params: { instituteId: office!.scope.institutes[0]!.id },
    json: { message: 'The report is late, sorry', last: null },
  }),
  writeToSponsors: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'completed', 'captured');
    const chosen = { by: 'ids', ids: [billingId] };
    return { json: { step: 'check', chosen, en: 'Dear {company}', hi: 'प्रिय {company}' } };
  },
  writeToOffices: async () => {
    const { scope } = await makeOffice();
    const chosen = { by: 'ids', ids: [scope.institutes[0]!.id] };
    return { json: { step: 'check', chosen, en: 'Dear {institutes}', hi: 'प्रिय {institutes}' } };
  },
  actOnMailing: async () => ({
    params: { mailingId: await makeMailing('adoptions') },
    json: { action: 'stop', reason: 'A mistake' },
  }),
  actOnOfficeMailing: async () => ({
    params: { mailingId: await makeMailing('offices') },
    json: { action: 'stop', reason: 'A mistake' },
  }),
  endWithSponsor: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'completed', 'captured');
    const [message] = await sql()<{ id: string }[]>`
      insert into conversation_messages (billing_id, side, text) values (${billingId}, 'sponsor', 'Thank you') returning id`;
    return { params: { messageId: message!.id }, json: { action: 'end', reason: 'A thank you' } };
  },
  endWithOffice: async () => {
    const { id } = await makeInstitute();
    const [message] = await sql()<{ id: string }[]>`
      insert into conversation_messages (institute_id, side, text) values (${id}, 'office', 'Thank you') returning id`;
    return { params: { messageId: message!.id }, json: { action: 'end', reason: 'A thank you' } };
  },
  showCompany: async ({ sponsor }) => ({ ...(await paidAdoption({ sponsor })), json: { show: true } }),
  commit: async ({ sponsor }) => ({ ...(await paidAdoption({ sponsor })), json: { committed: true } }),
  endRenewal: async ({ sponsor }) => {
    const adopted = await paidAdoption({ sponsor });
    const { id } = await makeRenewal(adopted.params.billingId, await makeCourse({ studyYear: 2 }));
    return { ...adopted, json: { reservation: id } };
  },
  answerMove: async ({ sponsor }) => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const { billingId } = await adoptionOf(sponsor, 'completed', 'captured', { course: from });
    const { id: move } = await makeMove(billingId, from, to);
    return { params: { billingId }, json: { answer: 'decline', move } };
  },
  tellTransfer: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'pledged');
    return {
      params: { billingId },
      json: { utr: 'SBIN R5202 6112 5001 2345', paid_on: '2026-11-24', tds_withheld: 10 },
    };
  },
  chooseInstalments: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'pledged');
    await sql()`update billings set due_at = now() + interval '7 days' where id = ${billingId}`;
    await sql()`insert into settings ("group", value) values ('terms', '{"maxInstalments":12}')
                on conflict ("group") do update set value = settings.value || excluded.value`;
    return { params: { billingId }, json: { parts: 4 } };
  },
  chooseTransfer: async ({ sponsor }) => {
    const { billingId } = await makeHold([{ course: await makeCourse(), seats: 1 }], sponsor);
    return { params: { billingId } };
  },
  verifyEmailCode: async () => {
    const { userId, email } = await makeSponsorAccount();
    const { code } = await issueCode({ purpose: 'email', otpMethod: 'email', userId, email, phone: '' }, null);
    return { json: { email, otp: code } };
  },
  login: async () => {
    const { email, password } = await makeSponsorAccount();
    return { json: { email, password } };
  },
  logout: async () => ({}),
  register: async () => ({ json: makeRegistration() }),
  sendPasswordCode: async () => ({ json: { email: (await makeSponsorAccount()).email } }),
  resetPassword: async () => {
    const { userId, email } = await makeSponsorAccount();
    const { code } = await issueCode({ purpose: 'password', otpMethod: 'email', userId, email, phone: '' }, null);
    return { json: { email, otp: code, password: 'a new one of seven words' } };
  },
  confirmPassword: async ({ sponsor: { password } }) => ({ json: { password } }),
  changePassword: async ({ sponsor: { password } }) => ({ json: { current_password: password, password } }),
  readOwnData: async () => ({}),
  deleteAccount: async ({ sponsor: { password } }) => ({ json: { current_password: password } }),
  sendNewEmailCode: async () => ({ json: { email: makeRegistration().email } }),
  changeEmail: async ({ sponsor: { userId } }) => {
    const { email } = makeRegistration();
    const { code } = await issueCode({ purpose: 'new_email', otpMethod: 'email', userId, email, phone: '' }, null);
    return { json: { email, otp: code } };
  },
  askToApprove: async ({ sponsor }) => {
    await makeSponsorAccount({}, { of: sponsor, role: 'pay' });
    const { id } = await makeCourse();
    return { json: { selected_courses: [{ course_id: id, selectedSeats: 1 }] } };
  },
  inviteColleague: async ({ sponsor }) => ({
    json: { full_name: 'Meera Joshi', email: (await companyOf(sponsor)).email, role: 'adopt' },
  }),
  withdrawInvitation: async ({ sponsor }) => ({ params: { invitationId: (await invitationOf(sponsor)).id } }),
  changeColleagueRole: async ({ sponsor }) => ({
    params: { personId: (await makeSponsorAccount({}, { of: sponsor, role: 'view' })).userId },
    json: { role: 'pay' },
  }),
  removeColleague: async ({ sponsor }) => ({
    params: { personId: (await makeSponsorAccount({}, { of: sponsor, role: 'view' })).userId },
  }),
  handOverCompany: async ({ sponsor }) => ({
    params: { personId: (await makeSponsorAccount({}, { of: sponsor, role: 'view' })).userId },
    json: { current_password: sponsor.password },
  }),
  openInvitation: async () => ({ json: { token: (await invitationOf(await makeSponsorAccount())).token } }),
  joinCompany: async () => {
    const { token } = await invitationOf(await makeSponsorAccount());
    const { designation, phone_number } = makeRegistration();
    return { json: { token, designation, phone_number, password: 'a new one of seven words' } };
  },
  listSessions: async () => ({}),
  endOtherSessions: async () => ({}),
  endOwnSession: async ({ sponsor: { userId, scope } }) => {
    await openSession(userId);
    const [other] = await sql()<{ id: string }[]>`
      select id from sessions where user_id = ${userId} and id <> ${scope.sessionId} order by created_at desc limit 1`;
    return { params: { sessionId: other!.id } };
  },
  reportLostMailbox: async () => {
    const { full_name, company_name, phone_number, email } = makeRegistration();
    return { json: { full_name, company_name, phone_number, email, reference: 'SA-7K2M-Q4XT-90BD' } };
  },
  changeAccountEmail: async () => ({
    params: { userId: (await makeSponsorAccount()).userId },
    json: { email: makeRegistration().email, reason: 'Called the company' },
  }),
  decideAccountEmail: async () => {
    const { userId } = await makeSponsorAccount();
    const version = await insertEmailChange(userId, makeRegistration().email, (await makeAdmin()).adminId);
    return { params: { userId }, json: { version, decision: 'discard' } };
  },
  endSponsorSessions: async () => ({ params: { userId: (await makeSponsorAccount()).userId } }),
  readProfile: async ({ sponsor: { userId } }) => ({ params: { userId } }),
  updateProfile: async ({ sponsor: { userId } }) => {
    const { full_name, designation, phone_number, company_name } = makeRegistration();
    return { params: { userId }, json: { full_name, designation, phone_number, company_name } };
  },
  processPayment: async ({ sponsor }) => {
    const course = await makeCourse();
    await makeHold([{ course, seats: 1 }], sponsor);
    const line = chosenOf(course);
    const { userId } = sponsor;
    return { json: { payment_method: 'upi', userId, selected_courses: [line], total_amount: line.totalPrice } };
  },
  payBilling: async ({ sponsor }) => ({
    params: { billingId: (await adoptionOf(sponsor, 'pledged')).billingId },
    json: { payment_method: 'upi' },
  }),
  checkBillingPayment: paidAdoption,
  closeBillingPayment: paidAdoption,
  receiveNotice: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'held', 'started');
    const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${billingId}`;
    return { params: { provider: 'sandbox' }, text: (await sandboxNotice(payment!.id, 'captured')).body };
  },
  generatePdf: async () => {
    const course = await makeCourse();
    return { json: { userData: makeSponsor(), selectedCourses: { [course.id]: lineOf(course) } } };
  },
  readSummary: paidAdoption,
  readProgress: paidAdoption,
  issueCertificate: async ({ sponsor }) => {
    // What one student did is not told, so that one seat has no certificate.
    const { billingId } = await adoptionOf(sponsor, 'completed', 'captured', { seats: 2 });
    const [line] = await sql()<{ course_id: string; session: string }[]>`
      select course_id, session from billing_items where billing_id = ${billingId}`;
    await sql()`insert into reports (course_id, kind, version, stated_at) values (${line!.course_id}, 'result', 1, now())`;
    return { params: { billingId }, json: { session: line!.session } };
  },
  setStudentMails: async () => ({ json: { send: false } }),
  readReceipt: paidAdoption,
  readOwnPaper: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'pledged');
    const { id } = await issuePaper({ kind: 'proforma', billingId, source: billingId });
    return { params: { billingId, paperId: id } };
  },
  saveCompany: async () => ({ json: { legal_name: 'Works Limited', kind: 'company', plants: ['Dewas'], version: 0 } }),
  issueOwnPaper: async ({ sponsor }) => ({
    params: { billingId: (await adoptionOf(sponsor, 'pledged')).billingId },
    json: { kind: 'proforma', details: { pan: 'AAACN1234P' } },
  }),
  saveOwnPaperDetails: async ({ sponsor }) => ({ ...(await paidAdoption({ sponsor })), json: { pan: 'AAACN1234P' } }),
  readOwnStatement: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  readOwnStatementSheet: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  readOpenData: async () => ({}),
  readOpenDataTable: async () => ({}),
  readUse: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  readUseSheet: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  readSupportPack: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  readSupportPackOfAdoption: paidInYear,
  makeAuditorLink: async ({ sponsor }) => ({ params: { year: await yearOfPayment(sponsor) } }),
  revokeAuditorLink: async ({ sponsor }) => ({ params: { linkId: (await auditorLink(sponsor)).id } }),
  readUseOfAdoption: paidInYear,
  readUseSheetOfAdoption: paidInYear,
  makeAuditorLinkOfAdoption: paidInYear,
  revokeAuditorLinkOfAdoption: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'completed', 'captured');
    return { params: { billingId, linkId: (await auditorLink(sponsor)).id } };
  },
  readReport: async () => ({ query: { rows: 'institute' } }),
  readDonors: async () => ({ params: { year: '2026-27' } }),
  readUseAsAuditor: async ({ sponsor }) => ({ params: { token: (await auditorLink(sponsor)).token } }),
  readUseSheetAsAuditor: async ({ sponsor }) => ({ params: { token: (await auditorLink(sponsor)).token } }),
  listStatements: async ({ sponsor }) => {
    await adoptionOf(sponsor, 'completed');
    return { params: { userId: sponsor.userId } };
  },
  readStatement: async ({ sponsor }) => ({ params: { userId: sponsor.userId, year: await yearOfPayment(sponsor) } }),
  readStatementSheet: async ({ sponsor }) => ({
    params: { userId: sponsor.userId, year: await yearOfPayment(sponsor) },
  }),
  readPaper: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'pledged');
    const { id } = await issuePaper({ kind: 'proforma', billingId, source: billingId });
    return { params: { paperId: id }, query: { locale: 'hi' } };
  },
  issuePaper: async ({ sponsor }) => ({
    params: { reference: (await adoptionOf(sponsor, 'pledged')).reference },
    json: { kind: 'proforma' },
  }),
  saveSettings: async () => {
    const [row] = await sql()<{ version: string }[]>`
      select updated_at::text as version from settings where "group" = 'numbering'`;
    return { params: { group: 'numbering' }, json: { version: row?.version ?? null, value: { receipt: 'PR' } } };
  },
  uploadDistrictFigures: async () => {
    await sql()`delete from settings where "group" = 'district_figures'`;
    const query = { save: 'true', title: 'CSR', source: 'Report', year: '2023' };
    return { query, text: 'District,CSR\nDhar,5\n' };
  },
  removeDistrictFigures: async () => {
    const [row] = await sql()<{ version: string }[]>`
      insert into settings ("group", value) values ('district_figures', '{"title":"A","title_hindi":"","source":"B","year":"C","figures":{}}')
      on conflict ("group") do update set value = excluded.value returning updated_at::text as version`;
    return { json: row! };
  },
  decideAccountChange: async () => {
    const { adminId } = await makeAdmin();
    return { json: { version: await insertAccountChange(adminId), decision: 'discard' } };
  },
  adminLogin: async () => {
    const { username, password } = await makeAdmin();
    return { json: { username, password } };
  },
  adminLogout: async () => ({}),
  readRecords: async () => ({}),
  download: async () => ({ params: { kind: 'users' } }),
  editCourse: async () => {
    const { id } = await makeCourse();
    const [row] = await sql()<{ version: string }[]>`select updated_at::text as version from courses where id = ${id}`;
    return { params: { courseId: id }, json: { total_seats: 70, ...row } };
  },
  searchAll: async () => ({ query: { q: 'tata motors' } }),
  changeCourses: async () => ({
    json: { chosen: { by: 'ids', ids: [(await makeCourse()).id] }, change: { act: 'percent', by: '5' }, apply: null },
  }),
  editInstitute: async () => {
    const { id } = await makeInstitute();
    const [row] = await sql()<
      { version: string }[]
    >`select updated_at::text as version from institutes where id = ${id}`;
    const details = {
      number: `C-${id.slice(0, 8).toUpperCase()}0`,
      hindi: 'आदर्श महाविद्यालय',
      address: 'AB Road',
      website: 'https://college.example/',
      kind: 'private',
      contact: '',
    };
    return { params: { instituteId: id }, json: { ...details, ...row } };
  },
  renameInstitute: async () => {
    const { id } = await makeInstitute();
    const [version] = await pageVersion(id);
    return {
      params: { instituteId: id },
      json: { name: `Sardar Patel ITI ${id.slice(0, 8)}`, reason: 'Order of the government', version: version.version },
    };
  },
  mergeInstitutes: async () => {
    const [from, into] = [await makeInstitute(), await makeInstitute()];
    return { params: { instituteId: from.id }, json: { into: into.id, duplicates: 'add', apply: null } };
  },
  moveSeats: async ({ sponsor }) => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    await adoptionOf(sponsor, 'completed', 'captured', { course: from });
    return { json: { step: 'check', from: from.id, to: to.id } };
  },
  actOnBilling: async ({ sponsor }) => {
    const { reference } = await adoptionOf(sponsor, 'pledged');
    return { params: { reference }, json: { action: 'add_note', version: 0, reason: 'Called the company' } };
  },
  changeCompany: async () => {
    const [from, into] = [await makeCompany(), await makeCompany()];
    return { params: { companyId: from }, json: { action: 'join', into, only: '', apply: null } };
  },
  checkErasure: async () => ({ params: { reference: await guestToErase() } }),
  eraseGuest: async () => {
    const reference = await guestToErase();
    return { params: { reference }, json: { adoptions: [reference], reason: 'Asked by letter' } };
  },
  importCatalogue: async () => {
    const name = 'courses.csv';
    // Examples of sessions open others, so that there is no default.
    const [session] = await sql()<{ name: string }[]>`select min(name) as name from academic_sessions`;
    const text = `City,Institute,Course Type,Branch,Total Seats,Price,Session\nRewa,,ITI,Fitter ${randomUUID()},20,12500,${session!.name}\n`;
    const file = readCatalogueFile(new TextEncoder().encode(text), name);
    if (!file.ok) throw new Error('the file cannot be read');
    const { digest } = await dryRunImport((await makeAdmin()).scope, file);
    return { query: { name, apply: digest }, text };
  },
  undoImport: async () => {
    const { id } = await makeCourse();
    const { scope } = await makeAdmin({ role: 'catalogue' });
    const chosen: Parameters<typeof checkMany>[1] = {
      choice: { by: 'ids', ids: [id] },
      change: { act: 'percent', by: 5 },
    };
    const checked = await checkMany(scope, chosen);
    if (!checked.ok) throw new Error(checked.code);
    const { digest } = checked.dryRun;
    const done = await changeMany(scope, chosen, { digest, reason: 'New fees' });
    if (!done.ok) throw new Error(done.code);
    const undo = await checkUndo(scope, done.entry);
    if (!undo.ok) throw new Error(undo.code);
    const apply = { digest: undo.dryRun.digest, reason: 'The wrong courses' };
    return { params: { entry: String(done.entry) }, json: { apply } };
  },
  exportCatalogue: async () => ({}),
  recordReceipt: async () => ({
    json: {
      mode: 'NEFT',
      credited_on: '2026-04-01',
      amount: 125000,
      bank_reference: randomUUID().slice(0, 18),
      payer: 'Narmada Textiles',
      reason: 'On the statement',
    },
  }),
  remindOffices: async () => ({ json: { chosen: { by: 'ids', ids: [(await makeInstitute()).id] } } }),
  extendAdoptions: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'pledged');
    return { json: { step: 'check', due_on: '2098-01-31', chosen: { by: 'ids', ids: [billingId] } } };
  },
  recordReceipts: async () => ({
    json: {
      receipts: [
        {
          mode: 'NEFT',
          credited_on: '2026-04-01',
          amount: 125000,
          bank_reference: randomUUID().slice(0, 18),
          payer: 'Narmada Textiles',
          reason: 'On the statement',
        },
      ],
    },
  }),
  confirmReceipts: async () => ({
    json: { of: 'all', seen_until: new Date().toISOString(), reason: 'Compared with the statement' },
  }),
  rejectReceipt: async () => {
    const [receipt] = await sql()<{ id: string }[]>`
      insert into bank_receipts (mode, credited_on, amount_paise, reference, payer, recorded_by)
      values ('NEFT', '2026-04-01', 100, ${randomUUID().slice(0, 18)}, 'Narmada Textiles', ${randomUUID()}) returning id`;
    return { params: { receiptId: receipt!.id }, json: { action: 'reject', reason: 'Entered twice' } };
  },
  recordRelease: async ({ sponsor }) => ({ json: (await transferTo(await makeOffice(), sponsor)).release }),
  readInstituteFunds: async ({ sponsor }) => {
    const { release } = await transferTo(await makeOffice(), sponsor);
    return { params: { instituteId: release.institute_id! } };
  },
  changeRelease: async ({ sponsor }) => {
    const { id } = await madeTransfer(await makeOffice(), sponsor, true);
    return { params: { releaseId: id }, json: { action: 'confirm', reason: 'On the statement' } };
  },
  stateOfficeAccount: async ({ office }) => ({
    params: { instituteId: office!.scope.institutes[0]!.id },
    json: ACCOUNT,
  }),
  stateSponsorAccount: async ({ sponsor }) => ({
    params: { billingId: (await refundableOf(sponsor)).id },
    json: ACCOUNT,
  }),
  stateToldAccount: async () => ({ json: { ...ACCOUNT, institute_id: (await makeInstitute()).id } }),
  decideAccount: async () => ({
    params: { accountId: await statedAccount() },
    json: { action: 'confirm', reason: 'Compared with a cheque' },
  }),
  readPayable: async () => ({}),
  prepareBankFile: async ({ sponsor }) => {
    const { reference, today } = await payableOf(sponsor);
    return { json: { pay_on: today, adoptions: [reference] } };
  },
  actOnBankFile: async ({ sponsor }) => {
    const { number } = await bankFileOf(sponsor, false);
    return { params: { number: String(number) }, json: { action: 'confirm', reason: 'Compared' } };
  },
  downloadBankFile: async ({ sponsor }) => {
    const { number } = await bankFileOf(sponsor, true);
    return { params: { number: String(number) } };
  },
  enterPaid: async ({ sponsor }) => {
    const { number, today } = await bankFileOf(sponsor, true);
    const payment = { reference: fileReference(number, 1), paid_on: today, bank_reference: newReference() };
    return { json: { payments: [payment], reason: 'On the statement' } };
  },
  acknowledgeRelease: async ({ office, sponsor }) => {
    const { id, day } = await madeTransfer(office!, sponsor);
    return { params: { releaseId: id }, json: { received_on: day } };
  },
  stateUse: async ({ office, sponsor }) => {
    const { courseId } = await madeTransfer(office!, sponsor);
    const [row] = await db().execute<{ year: string }>(part`select ${THIS_YEAR} as year`);
    const used = { used: '50000', heads: { tuition: '45000', material: '5000' } };
    return { params: { courseId }, json: { financial_year: row!.year, ...used, revision: 0 } };
  },
  explainDifference: async () => {
    const [difference] = await sql()<{ id: string }[]>`
      insert into settlement_differences (provider, kind, entity_id, reported_paise)
      values ('razorpay', 'unknown', ${`adj_${randomUUID().slice(0, 8)}`}, 100) returning id`;
    return { params: { differenceId: difference!.id }, json: { action: 'explain', reason: 'A fee of the gateway' } };
  },
  acknowledgeAlert: async () => {
    const [alert] = await sql()<{ id: string }[]>`
      insert into alerts (kind, subject, value, most) values ('limit', ${`email:hr@${randomUUID()}.example`}, 900, 1000) returning id`;
    return { params: { alertId: alert!.id }, json: { action: 'look', reason: 'Called the company' } };
  },
  findCourses: async () => ({ query: { q: 'Indore' } }),
  changeReservation: async () => {
    const id = await reserve([{ course: await makeCourse(), seats: 2 }], { holder: `${randomUUID()}.example` });
    return { params: { reservationId: id }, json: { action: 'end', version: 1, reason: 'The company declined' } };
  },
  endWaitingRequest: async () => ({
    params: { requestId: await makeWaitingRequest({ course: await makeCourse() }) },
    json: { action: 'withdraw', reason: 'Asked for by telephone' },
  }),
  enterSeats: async () => ({ json: { how: 'adopt', ...makeEntry([{ course: await makeCourse(), seats: 2 }]) } }),
  uploadScan: async () => ({ text: '%PDF-1.7' }),
  downloadScan: async () => {
    const [scan] = await sql()<{ id: string }[]>`
      insert into paper_scans (media_type, content, uploaded_by) values ('application/pdf', '%PDF-1.7', gen_random_uuid()) returning id`;
    return { params: { scanId: scan!.id } };
  },
  changeEntry: async () => {
    const entryId = await enter((await makeAdmin()).scope, makeEntry([{ course: await makeCourse(), seats: 2 }]));
    return { params: { entryId }, json: { action: 'confirm', version: 0, reason: 'Compared with the letter' } };
  },
  setSeatLimit: async () => ({
    json: { sponsor: 'works.example', max_seats: 2000, reason: 'Letter of intent' },
  }),
  checkPaymentAgain: async ({ sponsor }) => ({
    params: { paymentId: await unansweredPayment(sponsor) },
    json: { action: 'check' },
  }),
  findAdoptions: async ({ sponsor }) => ({ query: { search: (await adoptionOf(sponsor, 'pledged')).reference } }),
  readBankStatement: async () => ({
    query: { name: 'statement.csv', columns: 'date:0,text:1,credit:2' },
    text: 'Date,Narration,Credit,UTR\n01/04/2026,NEFT Narmada Textiles,125000,HDFCN52026040100\n',
  }),
  confirmAdministrator: async () => ({ json: { password: ADMIN_PASSWORD } }),
  addSecondFactor: async () => {
    const { secret } = newFactor('asha');
    return { json: { secret, code: codeAt(secret) } };
  },
  inviteAdministrator: async () => ({ json: { username: `asha.${randomUUID()}`, role: 'viewer' } }),
  planSession: async () => ({ json: plannedSession() }),
  changeSession: async ({ admin }) => {
    const planned = plannedSession();
    await planSession(admin!.scope, planned);
    const { name, ...days } = planned;
    return { params: { session: name }, json: { ...days, adopting_from: days.first_day, version: 0 } };
  },
  setReportDates: async ({ admin }) => {
    const planned = plannedSession();
    await planSession(admin!.scope, planned);
    const days = { enrolment: planned.first_day, term_1: planned.last_day, term_2: null, term_3: null };
    return { params: { session: planned.name }, json: { version: 0, ...days, result: null, outcome: null } };
  },
  readStudentFigures: async () => ({ params: { session: (await makeCourse()).session } }),
  actOnSession: async ({ admin }) => {
    const planned = plannedSession();
    await planSession(admin!.scope, planned);
    const { name } = planned;
    await makeCourse({ session: name, totalSeats: 40 });
    return { params: { session: name }, json: { action: 'open', version: 0, offers: 1, seats: 40 } };
  },
  createPasswordLink: async () => ({ params: { adminId: (await makeAdmin()).adminId } }),
  endAdministratorSession: async () => {
    const { adminId, scope } = await makeAdmin();
    return { params: { adminId, sessionId: scope.sessionId } };
  },
  endOwnAdministratorSession: async ({ admin, own = admin }) => {
    const [session] = await sql()<{ id: string }[]>`
      insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
      values (${own!.adminId}, gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour') returning id`;
    return { params: { sessionId: session!.id } };
  },
  endOwnAdministratorSessions: async () => ({}),
  setAdministratorPassword: async () => {
    const { scope } = await makeAdmin();
    const link = await makePasswordLink(scope, scope.adminId);
    return { json: { token: link!.url.split('#')[1], password: 'forty-two grey herons' } };
  },
  inviteOffices: async () => {
    const { name, city } = await makeInstitute();
    const lines = `principal.${randomUUID()}@institute.example; ${name}; ${city}`;
    return { json: { lines, role: 'head', locale: 'hi', check: false } };
  },
  closeOffice: async () => ({ params: { accountId: (await makeOffice()).adminId } }),
  inviteClerk: async ({ office }) => ({
    json: {
      email: `clerk.${randomUUID()}@institute.example`,
      institute_ids: office!.scope.institutes.map(({ id }) => id),
    },
  }),
  removeClerk: async ({ office }) => {
    const clerk = await makeOffice({ role: 'clerk', instituteIds: office!.scope.institutes.map(({ id }) => id) });
    return { params: { accountId: clerk.adminId } };
  },
  readRollNumbers: async () => ({ text: 'No,Roll No\n1,0101CS231001\n' }),
  enterStudents: async ({ office, sponsor }) => {
    const { id, day } = await adoptedOffer(office!, sponsor);
    return { params: { courseId: id }, json: { rows: [{ line: 1, roll: '0101CS231001' }], from_day: day, enter: 1 } };
  },
  endEnrolment: async ({ office, sponsor }) => {
    const { day, student } = await enrolledStudent(office!, sponsor);
    return { params: { enrolmentId: student }, json: { day, reason: 'mistake' } };
  },
  moveStudent: async ({ office, sponsor }) => {
    const { student } = await enrolledStudent(office!, sponsor);
    const { id } = await adoptedOffer(office!, sponsor);
    return { params: { enrolmentId: student }, json: { course_id: id, number: null } };
  },
  correctRoll: async ({ office, sponsor }) => {
    const { student } = await enrolledStudent(office!, sponsor);
    return { params: { enrolmentId: student }, json: { roll: '0101CS231999', replace: true } };
  },
  markStudents: async ({ office, sponsor }) => {
    const { id, student } = await reportedOffer(office!, sponsor);
    return {
      params: { courseId: id, kind: 'term_1' },
      json: { version: 0, marks: [{ student, mark: 'attends' }], state: true },
    };
  },
  openReportSample: async ({ sponsor }) => ({
    params: { reportId: await statedReport(sponsor) },
    json: { reason: 'Spot check of the term' },
  }),
  recordReportCheck: async ({ sponsor }) => {
    const reportId = await statedReport(sponsor);
    const { scope } = await makeAdmin({ role: 'catalogue' });
    const opened = await openSample(scope, reportId, 'Spot check of the term');
    if (!opened.ok) throw new Error(opened.code);
    const { check_id, places } = opened.sample;
    return {
      params: { reportId },
      json: { check_id, findings: places.map(({ student }) => ({ student, found: 'agrees' })) },
    };
  },
  remindOffice: async ({ sponsor }) => {
    const other = await makeOffice();
    const { id } = await reportedOffer(other, sponsor);
    await sql()`
      update billings set verified_at = now() - interval '90 days' where id in (select billing_id from billing_items where course_id = ${id})`;
    await sql()`update office_institutes set created_at = now() - interval '90 days' where admin_id = ${other.adminId}`;
    const [course] = await sql()<{ session: string }[]>`select session from courses where id = ${id}`;
    // Not the report of the other examples, which are made at the same time.
    await dueIn(course!.session, 'term_2', -3);
    return { params: { instituteId: other.scope.institutes[0]!.id } };
  },
  readReportRows: async () => ({ text: 'No,Roll No,Attendance\n1,0101CS231001,Present\n' }),
  enterMarks: async ({ office, sponsor }) => {
    const { id, roll } = await reportedOffer(office!, sponsor);
    return {
      params: { courseId: id, kind: 'term_1' },
      json: { rows: [{ line: 2, roll, state: 'Present' }], enter: 1 },
    };
  },
  stateComposition: async ({ office, sponsor }) => {
    const { id, student } = await reportedOffer(office!, sponsor);
    const marks = [{ student, mark: 'attends' }] as const;
    await markStudents(office!.scope, id, 'term_1', { version: 0, marks: [...marks], state: true });
    const counts = { women: 1, sc: null, st: null, obc: 0 };
    return { params: { courseId: id, kind: 'term_1' }, json: { version: 0, ...counts } };
  },
  stateOutcome: async ({ office, sponsor }) => {
    const { id } = await reportedOffer(office!, sponsor, 'outcome');
    const totals = { apprentices: 1, employed: 0, studying: 0, looking: 0, unknown: 0 };
    return { params: { courseId: id }, json: { version: 0, ...totals } };
  },
  proposeChange: async ({ office }) => {
    const { id } = await offerOf(office!);
    return {
      params: { courseId: id },
      json: { total_seats: '70', price_per_seat: '1,30,000', close: false, note: '' },
    };
  },
  proposeBranch: async ({ office }) => ({
    params: { instituteId: office!.scope.institutes[0]!.id },
    json: await newBranch(),
  }),
  withdrawProposal: async ({ office }) => {
    const head = await makeOffice({ instituteIds: office!.scope.institutes.map(({ id }) => id) });
    return { params: { proposalId: await makeProposal(head) } };
  },
  acceptProposals: async () => ({
    json: { chosen: { by: 'ids', ids: [await makeProposal(await makeOffice())] }, apply: null },
  }),
  refuseProposals: async () => ({
    json: {
      chosen: { by: 'ids', ids: [await makeProposal(await makeOffice())] },
      reason: 'Not in the approved intake',
    },
  }),
  saveInstitutePage: async ({ office }) => {
    const [{ id, version }] = await pageVersion(office!.scope.institutes[0]!.id);
    return { params: { instituteId: id }, json: { ...PAGE, version } };
  },
  undoInstitutePage: async () => {
    const head = await makeOffice();
    const [before] = await pageVersion(head.scope.institutes[0]!.id);
    await savePage(head.scope, before.id, { ...institutePageSchema.parse({ ...PAGE, version: before.version }) });
    const [{ id, version }] = await pageVersion(before.id);
    const [entry] = await sql()<{ id: number }[]>`
      select id from audit_log where subject = ${id} and action = 'institute.page_changed'`;
    return { params: { instituteId: id }, json: { before_entry: entry!.id, version } };
  },
  sendOfficeLink: async () => ({ json: { email: (await makeOffice()).username } }),
  removeSecondFactor: async () => ({}),
  changeNotices: async () => ({
    json: { email: `${randomUUID()}@department.example`, is_daily: true, at_once: ['receipt_waits'] },
  }),
  proveNotices: async ({ admin }) => {
    const token = makeToken();
    await insertNotices(admin!.adminId, hashToken(token));
    return { json: { token } };
  },
  scheduleExport: async ({ admin }) => {
    await insertNotices(admin!.adminId);
    return { json: { kind: 'report', query: `company=${randomUUID()}`, every: 'week' } };
  },
  stopExport: async ({ admin }) => {
    const [row] = await sql()<{ id: string }[]>`
      insert into admin_exports (admin_id, kind, query, every, last_on)
      values (${admin!.adminId}, 'report', '', 'week', current_date) returning id`;
    return { params: { exportId: row!.id } };
  },
  countAttention: async () => ({}),
  removeAdministratorFactor: async () => ({ params: { adminId: (await makeAdmin()).adminId } }),
  editAdministrator: async () => ({
    params: { adminId: (await makeAdmin()).adminId },
    json: { role: 'finance', active: true },
  }),
  endAdministratorSessions: async () => ({ params: { adminId: (await makeAdmin()).adminId } }),
  retryDeadMessage: async ({ sponsor }) => {
    const { billingId } = await adoptionOf(sponsor, 'completed');
    const [message] = await sql()<{ id: string }[]>`
      update outbound_messages set dead_at = now(), sent_at = null where billing_id = ${billingId} returning id`;
    return { params: { messageId: message!.id }, json: { action: 'retry' } };
  },
  runJobsByGet: async () => ({}),
  runJobsByPost: async () => ({}),
  metrics: async () => ({}),
  health: async () => ({}),
  chooseLanguage: async () => ({ form: { locale: 'hi', to: '/cart' } }),
  describeApi: async () => ({}),
};

/** Creates what the example of an endpoint needs. @returns the example */
export const exampleOf = ({ id }: Endpoint, callers: Callers): Promise<ExampleRequest> =>
  EXAMPLES[id as DescribedEndpoint['id']](callers);

/**
 * Builds the Request.
 * @param body sent in place of the example's
 */
export function requestOf(
  { method, path }: Endpoint,
  { params, query, json, form, text }: ExampleRequest,
  headers: Record<string, string> = {},
  body?: BodyInit,
): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const type = json ? 'application/json' : form && 'application/x-www-form-urlencoded';
  return new Request(`http://localhost/api${filled}${search}`, {
    method,
    headers: { ...(type && { 'Content-Type': type }), ...headers },
    body: body ?? (json ? JSON.stringify(json) : form ? String(new URLSearchParams(form)) : text),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}
