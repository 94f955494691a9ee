import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import type { CourseType } from '@/db/schema/enums';
import { applyImport } from '@/lib/catalogue-import/mutations';
import { readCatalogueFile } from '@/lib/catalogue-import/read';
import { closeOfficeAccount } from '@/lib/accounts/offices/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeInstitute, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeOffice } from '@/testing/db/offices';
import { makeProposal, newBranch, offerOf } from '@/testing/db/proposals';
import { queueUp } from '@/testing/db/queue-up';
import {
  acceptProposals,
  checkProposals,
  proposeBranch,
  proposeChange,
  purgeProposals,
  refuseProposals,
  withdrawProposal,
} from './mutations';
import { countAnswers, findChosen, listChangeableOffers, listOwnProposals, listProposals } from './queries';
import { readBranch, readChange } from './read';
import { PROPOSAL_LIST, proposeBranchSchema } from './schema';

useTestDatabase();
const holder = usePool(1);

let first: AdminAccount;
let second: AdminAccount;
beforeAll(async () => {
  [first, second] = [await makeAdmin({ role: 'catalogue' }), await makeAdmin({ role: 'catalogue' })];
});

const NOTHING = { close: false, note: '' };
const stateOf = async (id: string) =>
  (await sql()<{ state: string }[]>`select state from proposals where id = ${id}`)[0]!.state;
const courseOf = async (id: string) =>
  (
    await sql()<
      { total_seats: number; price_paise: number; is_open: boolean }[]
    >`select total_seats, price_paise, is_open from courses where id = ${id}`
  )[0]!;
const proposalsOf = async (course: CourseRow) =>
  (await sql()<{ id: string }[]>`select id from proposals where course_id = ${course.id} order by kind`).map(
    ({ id }) => id,
  );

/** Accepts what a check shows now. */
async function accept(admin: AdminAccount, ids: string[]) {
  const checked = await checkProposals(admin.scope, ids);
  if (!checked.ok) throw new Error(checked.code);
  return acceptProposals(admin.scope, ids, checked.dryRun.digest);
}

async function branchWith(overrides: Record<string, string | boolean> = {}) {
  const read = readBranch(proposeBranchSchema.parse({ ...(await newBranch()), ...overrides }));
  if (!read.ok) throw new Error(read.code);
  return read.wanted;
}

describe('the office', () => {
  test('proposes seats and price at once as one proposal, closing beside it; what is as today is none', async () => {
    const head = await makeOffice();
    const course = await offerOf(head, { totalSeats: 60, pricePaise: 12_500_00 });
    const wanted = { total_seats: 60, price_per_seat: 12_500_00, ...NOTHING };
    expect(await proposeChange(head.scope, course.id, wanted)).toEqual({
      ok: false,
      code: 'offer_proposal.nothing',
    });
    const all = { total_seats: 80, price_per_seat: 13_000_00, close: true, note: 'Approved by the council' };
    expect(await proposeChange(head.scope, course.id, all)).toEqual({ ok: true, proposals: 2 });
    expect((await listOwnProposals(head.scope, 1)).rows.map(({ change, note }) => [change.kind, note]).sort()).toEqual([
      ['close', 'Approved by the council'],
      ['seats', 'Approved by the council'],
    ]);
    // One open proposal of an offer and kind; nothing of the others is stored either.
    expect(await proposeChange(head.scope, course.id, { total_seats: 90, ...NOTHING })).toEqual({
      ok: false,
      code: 'offer_proposal.open',
    });
    const [offer] = (await listChangeableOffers(head.scope)).filter(({ id }) => id === course.id);
    expect(offer!.open.sort()).toEqual(['close', 'price', 'seats']);
    expect(await proposeChange(head.scope, course.id, { price_per_seat: 13_100_00, ...NOTHING })).toEqual({
      ok: false,
      code: 'offer_proposal.open',
    });
    expect(await courseOf(course.id)).toEqual({ total_seats: 60, price_paise: 12_500_00, is_open: true });
  });

  test('is told that seats are adopted or held', async () => {
    const head = await makeOffice();
    const course = await offerOf(head, { totalSeats: 60, adoptedSeats: 20, heldSeats: 3 });
    expect(await proposeChange(head.scope, course.id, { total_seats: 22, ...NOTHING })).toEqual({
      ok: false,
      code: 'course.below_taken',
      params: { taken: 23 },
    });
    expect(await proposeChange(head.scope, course.id, { total_seats: 23, ...NOTHING })).toMatchObject({
      ok: true,
    });
  });

  test('two heads who propose the same at once make one proposal', async () => {
    const institute = await makeInstitute();
    const heads = [
      await makeOffice({ instituteIds: [institute.id] }),
      await makeOffice({ instituteIds: [institute.id] }),
    ];
    const course = await offerOf(heads[0]!);
    const outcomes = await Promise.all(
      heads.map(({ scope }) => proposeChange(scope, course.id, { total_seats: 90, ...NOTHING })),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['offer_proposal.open', 'ok']);
  });

  test('proposes a new course with all values, and hears of names that are known or spelled nearly the same', async () => {
    const head = await makeOffice();
    const { id } = head.scope.institutes[0]!;
    await offerOf(head, { courseType: 'ITI', branch: 'Refrigeration and Air Conditioning' });
    const propose = async (overrides: Record<string, string | boolean>) =>
      proposeBranch(head.scope, id, await branchWith(overrides));
    expect(await propose({ branch: 'refrigeration and air conditioning' })).toMatchObject({
      code: 'offer_proposal.branch_exists',
    });
    expect(await propose({ branch: 'Refrigration & Air Conditioning' })).toEqual({
      ok: false,
      code: 'offer_proposal.branch_similar',
      params: { branch: 'Refrigeration and Air Conditioning' },
    });
    const other = { branch: 'Refrigration & Air Conditioning', is_other_name: true };
    expect(await propose(other)).toEqual({ ok: true, proposals: 1 });
    expect(await propose(other)).toMatchObject({ code: 'offer_proposal.open' });
    // Another year of study of the same branch is another course, with the spelling of the catalogue.
    expect(await propose({ branch: 'refrigeration AND air conditioning', study_year: '2' })).toMatchObject({
      ok: true,
    });
    expect((await listOwnProposals(head.scope, 1)).rows[0]!.change).toMatchObject({
      branch: 'Refrigeration and Air Conditioning',
      studyYear: 2,
      pricePaise: 12_500_00,
      years: 2,
    });
    expect(await propose({ study_year: '3' })).toMatchObject({ code: 'course.duration_below_year' });
    expect(await propose({ session: '2050-51' })).toMatchObject({ code: 'session.not_found' });
  });

  test('security 165: sees, changes and withdraws nothing of other institutes', async () => {
    const [a, b] = [await makeOffice(), await makeOffice()];
    const course = await offerOf(a);
    const id = await makeProposal(a, course);
    expect(await proposeChange(b.scope, course.id, { total_seats: 80, ...NOTHING })).toEqual({
      ok: false,
      code: 'admin.not_found',
    });
    const foreign = a.scope.institutes[0]!.id;
    expect(await proposeBranch(b.scope, foreign, await branchWith())).toEqual({
      ok: false,
      code: 'admin.not_found',
    });
    expect(await withdrawProposal(b.scope, id)).toEqual({ ok: false, code: 'offer_proposal.not_found' });
    expect((await listOwnProposals(b.scope, 1)).rows).toEqual([]);
    expect(await listChangeableOffers(b.scope)).toEqual([]);
    expect(await withdrawProposal(a.scope, id)).toEqual({ ok: true });
    expect(await withdrawProposal(a.scope, id)).toEqual({ ok: false, code: 'offer_proposal.answered' });
  });

  test('a head whose account was closed meanwhile, and a clerk, propose nothing', async () => {
    const head = await makeOffice();
    const course = await offerOf(head);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [head.scope.institutes[0]!.id] });
    await expect(proposeChange(clerk.scope, course.id, { total_seats: 80, ...NOTHING })).rejects.toMatchObject({
      status: 401,
    });
    await closeOfficeAccount((await makeAdmin()).scope, head.adminId);
    await expect(proposeChange(head.scope, course.id, { total_seats: 80, ...NOTHING })).rejects.toMatchObject({
      status: 401,
    });
    await expect(proposeBranch(head.scope, head.scope.institutes[0]!.id, await branchWith())).rejects.toMatchObject({
      status: 401,
    });
    expect(await proposalsOf(course)).toEqual([]);
  });
});

describe('administrators', () => {
  test('choose all open proposals that a filter finds, or some by id', async () => {
    const head = await makeOffice();
    const [one, other, gone] = [await makeProposal(head), await makeProposal(head), await makeProposal(head)];
    expect(await refuseProposals(first.scope, [gone], 'Not in the approved intake')).toEqual({ ok: true });
    const filter = PROPOSAL_LIST.query({ q: head.scope.institutes[0]!.name });
    expect(await findChosen(first.scope, { by: 'filter', filter })).toEqual({ ok: true, ids: [one, other].sort() });
    expect(await findChosen(first.scope, { by: 'filter', filter: 'q=Nowhere' })).toEqual({
      ok: false,
      code: 'offer_proposal.none_chosen',
    });
    expect(await findChosen(first.scope, { by: 'ids', ids: [other] })).toEqual({ ok: true, ids: [other] });
    // Without it all open proposals would be chosen.
    await expect(findChosen(first.scope, { by: 'filter', filter: 'state=anything' })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  test('accept several at once by an import: its entries, and one e-mail to the office in its language', async () => {
    const head = await makeOffice();
    await sql()`update admins set locale = 'hi' where id = ${head.adminId}`;
    const course = await offerOf(head, {
      totalSeats: 60,
      pricePaise: 12_500_00,
      branchHindi: 'फिटर',
      durationYears: 2,
    });
    await proposeChange(head.scope, course.id, { total_seats: 80, price_per_seat: 13_000_50, ...NOTHING });
    const wanted = await branchWith({ note: 'New workshop' });
    await proposeBranch(head.scope, head.scope.institutes[0]!.id, wanted);
    const ids = (await listProposals(first.scope, { q: head.scope.institutes[0]!.name, state: 'open' }, 1)).rows.map(
      ({ id }) => id,
    );
    expect(ids.length).toBe(2);
    const checked = await checkProposals(first.scope, ids);
    expect(checked).toMatchObject({
      ok: true,
      dryRun: { counts: { added: 1, changed: 1, left: 0, bad: 0 }, prices: { rises: 1 } },
    });
    expect(await accept(first, ids)).toMatchObject({ ok: true, added: 1, changed: 1 });
    expect(await courseOf(course.id)).toEqual({ total_seats: 80, price_paise: 13_000_50, is_open: true });
    const [kept] = await sql()`select branch_hindi, duration_years from courses where id = ${course.id}`;
    expect(kept).toEqual({ branch_hindi: 'फिटर', duration_years: 2 });
    const [added] = await sql()`select * from courses where branch = ${wanted.branch}`;
    expect(added).toMatchObject({
      institute_id: head.scope.institutes[0]!.id,
      total_seats: 20,
      price_paise: 12_500_00,
      is_open: true,
    });
    const log = await sql()<{ action: string; actor: string }[]>`
      select action, actor from audit_log where action in ('catalogue.imported', 'proposal.accepted') and admin_id = ${first.adminId}`;
    expect(log.map(({ action }) => action).sort()).toEqual([
      'catalogue.imported',
      ...Array.from({ length: 2 }, () => 'proposal.accepted'),
    ]);
    const messages = await sql()<{ locale: string; detail: { count: number; decision: string } }[]>`
      select locale, detail from outbound_messages where recipient = ${head.username}`;
    expect(messages).toMatchObject([{ locale: 'hi', detail: { count: 2, decision: 'accepted' } }]);
    expect(await countAnswers(head.scope)).toEqual({ accepted: 2, refused: 0 });
    expect(await acceptProposals(second.scope, ids, '0'.repeat(64))).toEqual({
      ok: false,
      code: 'offer_proposal.answered',
    });
  });

  test('close a course, which keeps its adopted seats', async () => {
    const head = await makeOffice();
    const course = await offerOf(head, { adoptedSeats: 5 });
    await proposeChange(head.scope, course.id, { close: true, note: '' });
    expect(await accept(first, await proposalsOf(course))).toMatchObject({ ok: true, changed: 1 });
    expect(await courseOf(course.id)).toMatchObject({ is_open: false, total_seats: 60 });
  });

  test('refuse with a reason, which the office reads', async () => {
    const head = await makeOffice();
    const ids = [await makeProposal(head), await makeProposal(head)];
    expect(await refuseProposals(first.scope, ids, 'Not in the approved intake')).toEqual({ ok: true });
    expect((await listOwnProposals(head.scope, 1)).rows.map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 2 }, () => ['refused', 'Not in the approved intake']),
    );
    const messages =
      await sql()`select detail->>'reason' as reason from outbound_messages where recipient = ${head.username}`;
    expect(messages).toEqual([{ reason: 'Not in the approved intake' }]);
    expect(await refuseProposals(first.scope, ids, 'Once more')).toEqual({
      ok: false,
      code: 'offer_proposal.answered',
    });
    expect(await refuseProposals(first.scope, [randomUUID()], 'Unknown')).toEqual({
      ok: false,
      code: 'offer_proposal.not_found',
    });
    // Whoever proposes it again can.
    expect(await countAnswers(head.scope)).toEqual({ accepted: 0, refused: 2 });
  });

  test('cannot accept what changed since it was proposed; other values may have changed', async () => {
    const head = await makeOffice();
    const [course, other] = [await offerOf(head, { totalSeats: 60 }), await offerOf(head)];
    const [id, good] = [await makeProposal(head, course), await makeProposal(head, other)];
    await sql()`update courses set price_paise = price_paise + 100 where id = ${course.id}`;
    expect(await checkProposals(first.scope, [id])).toMatchObject({ dryRun: { counts: { changed: 1, bad: 0 } } });
    await sql()`update courses set total_seats = 65 where id = ${course.id}`;
    const checked = await checkProposals(first.scope, [id, good]);
    expect(checked).toMatchObject({
      ok: true,
      dryRun: {
        counts: { changed: 1, bad: 1 },
        bad: [{ problems: ['Total Seats were 60 when this was proposed, and are 65 now'] }],
      },
    });
    expect(await accept(first, [id, good])).toMatchObject({ ok: false, code: 'catalogue.import_bad' });
    expect([await stateOf(id), await stateOf(good)]).toEqual(['open', 'open']);
    const rows = (await listProposals(first.scope, { q: course.branch }, 1)).rows;
    expect(rows).toMatchObject([{ id, problem: { code: 'proposal_seats' } }]);
    expect(await accept(first, [good])).toMatchObject({ ok: true });
  });

  test('cannot accept seats below those adopted meanwhile, nor a course that was added meanwhile', async () => {
    const head = await makeOffice();
    const course = await offerOf(head, { totalSeats: 60 });
    await proposeChange(head.scope, course.id, { total_seats: 30, ...NOTHING });
    const wanted = await branchWith();
    await proposeBranch(head.scope, head.scope.institutes[0]!.id, wanted);
    const ids = (await listProposals(first.scope, { q: head.scope.institutes[0]!.name }, 1)).rows.map(({ id }) => id);
    await sql()`update courses set adopted_seats = 40 where id = ${course.id}`;
    await offerOf(head, {
      courseType: wanted.course_name as CourseType,
      branch: wanted.branch.toUpperCase(),
      session: wanted.session,
    });
    const checked = await checkProposals(first.scope, ids);
    expect(checked.ok && checked.dryRun.bad.flatMap(({ problems }) => problems).sort()).toEqual([
      'This course was added meanwhile',
      'Total Seats 30 is less than the 40 seats already adopted or held',
    ]);
    expect(await accept(first, ids)).toMatchObject({ code: 'catalogue.import_bad' });
  });

  test('apply exactly what the check showed', async () => {
    const head = await makeOffice();
    const course = await offerOf(head);
    const id = await makeProposal(head, course);
    const checked = await checkProposals(first.scope, [id]);
    await sql()`update courses set price_paise = price_paise + 100 where id = ${course.id}`;
    expect(await acceptProposals(first.scope, [id], checked.ok ? checked.dryRun.digest : '')).toMatchObject({
      ok: false,
      code: 'catalogue.import_changed',
    });
    expect(await stateOf(id)).toBe('open');
  });

  test('whose role was taken meanwhile accept and refuse nothing', async () => {
    const [admin, head] = [await makeAdmin({ role: 'catalogue' }), await makeOffice()];
    const id = await makeProposal(head);
    const checked = await checkProposals(admin.scope, [id]);
    await sql()`update admins set role = 'viewer' where id = ${admin.adminId}`;
    await expect(acceptProposals(admin.scope, [id], checked.ok ? checked.dryRun.digest : '')).rejects.toMatchObject({
      status: 401,
    });
    await expect(refuseProposals(admin.scope, [id], 'No reason')).rejects.toMatchObject({ status: 401 });
    expect(await stateOf(id)).toBe('open');
  });
});

/** An offer of 60 seats with a proposal of 70, and its check. */
async function checkedProposal() {
  const head = await makeOffice();
  const course = await offerOf(head, { totalSeats: 60 });
  const id = await makeProposal(head, course);
  const checked = await checkProposals(first.scope, [id]);
  return { head, course, id, digest: checked.ok ? checked.dryRun.digest : '' };
}

type Checked = Awaited<ReturnType<typeof checkedProposal>>;

/** An import that sets the offer to 75 seats. */
function importOf({ head, course }: Checked) {
  const institute = head.scope.institutes[0]!;
  const csv = `City,Institute,Course Type,Branch,Total Seats,Price,Session\n${course.city},${institute.name},${course.courseType},${course.branch},75,125000,${course.session}\n`;
  const file = readCatalogueFile(new TextEncoder().encode(csv), 'race.csv');
  if (!file.ok) throw new Error(file.problem.code);
  return () => applyImport(file, 'command', file.source);
}

/** Makes calls in this order while a row is locked, until all of them wait. @returns what they answered */
async function atOnce(table: string, id: string, calls: readonly (() => Promise<unknown>)[]) {
  const results = await queueUp(holder, [table, id], calls, '');
  return results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
}

describe('security 165: two administrators and an import at once', () => {
  test('a proposal is accepted once, and the import comes after it', async () => {
    const checked = await checkedProposal();
    const { head, course, id, digest } = checked;
    const [a, b] = [first, second].map(
      ({ scope }) =>
        () =>
          acceptProposals(scope, [id], digest),
    );
    expect(await atOnce('courses', course.id, [a!, b!, importOf(checked)])).toMatchObject([
      { ok: true, changed: 1 },
      { ok: false, code: 'offer_proposal.answered' },
      { ok: true, changed: 1 },
    ]);
    expect(await stateOf(id)).toBe('accepted');
    expect(await courseOf(course.id)).toMatchObject({ total_seats: 75 });
    expect(await sql()`select 1 from audit_log where action = 'proposal.accepted' and subject = ${id}`).toHaveLength(1);
    expect(await sql()`select 1 from outbound_messages where recipient = ${head.username}`).toHaveLength(1);
  });

  const importFirst = async () => {
    const checked = await checkedProposal();
    const { course, id, digest } = checked;
    const accept = () => acceptProposals(first.scope, [id], digest);
    const [, answer] = await atOnce('courses', course.id, [importOf(checked), accept]);
    return { id, course, answer };
  };

  test('what an import changed first is not overwritten', async () => {
    const { id, course, answer } = await importFirst();
    expect(answer).toMatchObject({ ok: false, code: 'catalogue.import_changed' });
    expect([(await courseOf(course.id)).total_seats, await stateOf(id)]).toEqual([75, 'open']);
  });

  test('control: without the comparison of the import it is', async () => {
    const { course } = await withoutGuards(
      [['and not exists (select from locked_courses where is_stale)']],
      importFirst,
    );
    expect((await courseOf(course.id)).total_seats).toBe(70);
  });

  const refuseTwice = async () => {
    const { head, id } = await checkedProposal();
    const calls = [first, second].map(
      ({ scope }) =>
        () =>
          refuseProposals(scope, [id], 'Not in the approved intake'),
    );
    const answers = await atOnce('proposals', id, calls);
    const mails = await sql()`select 1 from outbound_messages where recipient = ${head.username}`;
    return { answers, mails: mails.length };
  };

  test('a proposal is refused once', async () => {
    const { answers, mails } = await refuseTwice();
    expect(answers).toEqual([{ ok: true }, { ok: false, code: 'offer_proposal.answered' }]);
    expect(mails).toBe(1);
  });

  test('control: without its lock the office is told twice', async () => {
    const lock = [/(?<=from "proposals" where "proposals"."id" in [^]*) for no key update/] as const;
    expect(await withoutGuards([lock], refuseTwice)).toMatchObject({ answers: [{ ok: true }, { ok: true }], mails: 2 });
  });
});

test('answered proposals are deleted after a year', async () => {
  const head = await makeOffice();
  const [open, answered] = [await makeProposal(head), await makeProposal(head)];
  await withdrawProposal(head.scope, answered);
  await sql()`update proposals set answered_at = now() - interval '366 days' where id = ${answered}`;
  await sql()`update proposals set proposed_at = now() - interval '400 days' where id = ${open}`;
  expect(await purgeProposals()).toBe(1);
  expect(await stateOf(open)).toBe('open');
});

test('what is typed is read as in an import, and named if it cannot be', async () => {
  expect(readChange({ total_seats: '६०', price_per_seat: 'Rs. 1.25 lakh', ...NOTHING })).toEqual({
    ok: true,
    wanted: { total_seats: 60, price_per_seat: 1_25_000_00, ...NOTHING },
  });
  expect(readChange({ total_seats: 'sixty', ...NOTHING })).toEqual({ ok: false, code: 'course.total_range' });
  expect(readChange({ price_per_seat: '₹1,00,00,001', ...NOTHING })).toEqual({ ok: false, code: 'course.price_range' });
  const wrong = { branch: ' ', branch_hindi: 'Fitter', total_seats: '', duration_years: '7', study_year: '0' };
  for (const [field, code] of [
    ['branch', 'offer_proposal.branch_required'],
    ['branch_hindi', 'course.branch_hindi'],
    ['total_seats', 'course.total_range'],
    ['duration_years', 'course.duration_range'],
    ['study_year', 'course.duration_range'],
  ] as const)
    expect(readBranch(proposeBranchSchema.parse({ ...(await newBranch()), [field]: wrong[field] }))).toEqual({
      ok: false,
      code,
    });
});
