import { eq } from 'drizzle-orm';
import type { ISql } from 'postgres';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { users } from '@/db/schema';
import { readAdoption as readAdminAdoption } from '@/lib/admin/adoptions/queries';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { setChoice } from '@/lib/adoption/pledge/choices';
import { chooseTransfer, createDraft, holdSeats, pledgeSeats } from '@/lib/adoption/take/mutations';
import { liveHold } from '@/lib/adoption/take/queries';
import { holdStatement } from '@/lib/adoption/take/take-statements';
import type { HttpError } from '@/lib/platform/errors';
import { INVITATIONS, MAX_COLLEAGUES, RECENT_PASSWORD_SECONDS } from '@/lib/platform/limits';
import { env } from '@/lib/platform/env';
import { openAccess, sendAccessCode } from '@/lib/adoption/guests/guest-access';
import { logIn, updateProfile } from '@/lib/accounts/mutations';
import { readProfile } from '@/lib/accounts/queries';
import { sponsorOfRequest, type SponsorScope } from '@/lib/accounts/session';
import { withAccount } from '@/lib/accounts/with-account';
import { claimMessage } from '@/lib/notifications/statements';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { beginValues, payForAdoption, payForBilling } from '@/lib/money/mutations';
import { beginPayment } from '@/lib/money/statements';
import { makeAdmin } from '@/testing/db/admin';
import {
  fullLedger,
  makeHold,
  makeSponsor,
  prepareAdoption,
  prepareHold,
  seatLedger,
  takeValues,
} from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { expectTriesCounted } from '@/testing/db/new-passwords';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { withoutGuards } from '@/testing/db/guards';
import { changeRole, removeColleague } from './colleagues';
import { handOver } from './hand-over';
import { inviteColleague, joinCompany, openInvitation, purgeInvitations, withdrawInvitation } from './invitations';
import { listColleagues } from './queries';

/** The tasks that would run after the response. */
const { later } = vi.hoisted(() => ({ later: [] as (() => Promise<void>)[] }));
vi.mock('next/server', () => ({ after: (work: () => Promise<void>) => void later.push(work) }));

const { dataDir } = useTestDatabase();
const PASSWORD = 'seven ducks crossed the Narmada';
beforeEach(async () => {
  await sql()`delete from rate_limits`;
});

const mailTo = (to: string) => messagesTo(dataDir, to);
const tokenTo = async (email: string) => /\/join#([\w-]{43})/.exec((await mailTo(email)).at(-1)!.text)![1]!;

async function makeOwner(): Promise<SponsorAccount> {
  const owner = await makeSponsorAccount();
  await sql()`update users set email_verified_at = now() where id = ${owner.userId}`;
  return owner;
}
const makeColleague = (of: SponsorAccount, role: 'view' | 'adopt' | 'pay' = 'adopt') =>
  makeSponsorAccount({}, { of, role });
const newEmail = () => makeRegistration().email;
const invite = ({ scope }: SponsorAccount, email: string, role: 'view' | 'adopt' | 'pay' = 'adopt') =>
  inviteColleague(scope, { full_name: 'Meera Joshi', email, role }, 'en');
/** Invites somebody and returns the secret of the link. */
async function invited(owner: SponsorAccount, email = newEmail()): Promise<string> {
  expect(await invite(owner, email)).toEqual({ ok: true });
  return tokenTo(email);
}
const accept = (token: string, password = PASSWORD) =>
  joinCompany({ token, designation: 'CSR', phone_number: '9876501234', password });
const scopeOf = (token: string) => sponsorOfRequest(asSponsor({ token }));
const invitationsOf = ({ userId }: SponsorAccount) =>
  sql()`select email from company_invitations where account_id = ${userId}`;
const peopleOf = ({ userId }: SponsorAccount) => sql()`select id from users where member_of = ${userId}`;
const codeOf = (error: unknown) => (error as HttpError).code;

describe('an invitation', () => {
  test('creates the account of a colleague, who signs in and sees the adoptions of the company', async () => {
    const owner = await makeOwner();
    const course = await makeCourse();
    const { billingId } = await makeHold([{ course, seats: 2 }], owner);
    const email = newEmail();
    const token = await invited(owner, email);
    expect(JSON.stringify(await sql()`select * from company_invitations`)).not.toContain(token);
    const { company_name, full_name } = await readProfile(owner.scope);
    // Opening changes nothing, as scanners of mail open links.
    for (let n = 0; n < 2; n++)
      expect(await openInvitation(token)).toEqual({
        full_name: 'Meera Joshi',
        email,
        role: 'adopt',
        company_name,
        invited_by: full_name,
        has_account: false,
      });
    expect(await listColleagues(owner.scope)).toMatchObject([{ email, role: 'adopt', isInvited: true }]);
    expect(await accept(token)).toEqual({ ok: true });
    const entered = await logIn(email, PASSWORD, '198.51.100.7');
    expect(entered).toMatchObject({ ok: true, user: { full_name: 'Meera Joshi', email, company_name } });
    const scope = (await scopeOf((entered as { token: string }).token))!;
    expect(scope).toMatchObject({ accountId: owner.userId, role: 'adopt' });
    expect(scope.personId).not.toBe(owner.userId);
    expect(await readAdoption(scope, billingId)).toMatchObject({ id: billingId });
    expect(await listColleagues(owner.scope)).toMatchObject([
      { id: scope.personId, email, role: 'adopt', isInvited: false },
    ]);
    expect(await accept(token)).toEqual({ ok: false, code: 'company.link_invalid' });
  });

  test('security 110: tries of a password are counted although the link is right', async () => {
    const token = await invited(await makeOwner(), newEmail());
    await expectTriesCounted(() => accept(token, 'password123'));
  });

  test('security 100: its link works once, until it ends, is replaced or withdrawn', async () => {
    const owner = await makeOwner();
    const [email, other] = [newEmail(), newEmail()];
    const first = await invited(owner, email);
    const second = await invited(owner, email.toUpperCase().toLowerCase());
    const gone = { ok: false, code: 'company.link_invalid' };
    expect(await accept(first)).toEqual(gone);
    expect(await invitationsOf(owner)).toHaveLength(1);
    // A refused password leaves it open.
    expect(await accept(second, 'password123')).toMatchObject({ code: 'auth.password_weak' });
    await sql()`update company_invitations set expires_at = now() where email = ${email}`;
    expect(await openInvitation(second)).toBeNull();
    expect(await accept(second)).toEqual(gone);
    await purgeInvitations();
    expect(await invitationsOf(owner)).toEqual([]);
    const third = await invited(owner, other);
    const [{ id } = { id: '' }] = await listColleagues(owner.scope);
    expect(await withdrawInvitation((await makeOwner()).scope, id)).toBe(false);
    expect(await withdrawInvitation(owner.scope, id)).toBe(true);
    expect(await accept(third)).toEqual(gone);
    expect(await peopleOf(owner)).toEqual([]);
  });

  test('security 101: tells nobody but the reader of the mail whether an address has an account, which cannot join', async () => {
    const owner = await makeOwner();
    const { email, userId } = await makeSponsorAccount();
    const token = await invited(owner, email);
    expect(await listColleagues(owner.scope)).toMatchObject([{ email, isInvited: true }]);
    expect(await openInvitation(token)).toMatchObject({ has_account: true });
    expect(await accept(token)).toEqual({ ok: false, code: 'company.has_account' });
    expect(await sql()`select member_of from users where id = ${userId}`).toEqual([{ member_of: null }]);
  });

  test('security 100: needs the confirmed address of the owner and a recent password, and is limited', async () => {
    const stranger = await makeSponsorAccount();
    expect(await invite(stranger, newEmail())).toEqual({ ok: false, code: 'company.confirm_email' });
    const owner = await makeOwner();
    await sql()`update sessions set password_at = now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second' where user_id = ${owner.userId}`;
    expect(await invite(owner, newEmail()).catch(codeOf)).toBe('auth.confirm_password');
    await sql()`update sessions set password_at = now() where user_id = ${owner.userId}`;
    await sql()`
      insert into company_invitations (account_id, full_name, email, role, token_hash, expires_at)
      select ${owner.userId}, 'Somebody', n || '@example.in', 'view', gen_random_uuid()::text, now() + interval '1 day'
        from generate_series(2, ${MAX_COLLEAGUES}) n`;
    const email = newEmail();
    const [one, two] = await Promise.all([invite(owner, email), invite(owner, newEmail())]);
    expect([one, two].filter(({ ok }) => ok)).toHaveLength(1);
    expect([one, two]).toContainEqual({ ok: false, code: 'company.too_many', params: { max: MAX_COLLEAGUES } });
    for (let n = 0; n < INVITATIONS.points; n++) await invite(owner, `${n}@example.in`);
    expect(await invite(owner, newEmail())).toMatchObject({ code: 'request.too_many' });
  });

  test('of two requests with one link at once one succeeds', async () => {
    const owner = await makeOwner();
    const token = await invited(owner);
    const results = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.code === 'company.link_invalid')).toHaveLength(5);
    expect(await peopleOf(owner)).toHaveLength(1);
  });

  test('that is withdrawn while it is used works, or does not, and is gone', async () => {
    const owner = await makeOwner();
    for (let n = 0; n < 4; n++) {
      const token = await invited(owner);
      const [{ id } = { id: '' }] = await sql()<
        { id: string }[]
      >`select id from company_invitations where account_id = ${owner.userId}`;
      const before = (await peopleOf(owner)).length;
      const [joined, withdrawn] = await Promise.all([accept(token), withdrawInvitation(owner.scope, id)]);
      expect(joined.ok).toBe(!withdrawn);
      expect(await peopleOf(owner)).toHaveLength(before + Number(joined.ok));
      expect(await invitationsOf(owner)).toEqual([]);
    }
  });

  test('of two companies to one address is accepted once', async () => {
    const [one, two] = [await makeOwner(), await makeOwner()];
    const email = newEmail();
    const tokens = [await invited(one, email), await invited(two, email)];
    const results = await Promise.all(tokens.map((token) => accept(token)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, code: 'company.has_account' });
    expect([...(await peopleOf(one)), ...(await peopleOf(two))]).toHaveLength(1);
  });

  test('accepted while the owner renames the company has its new name', async () => {
    const owner = await makeOwner();
    const token = await invited(owner);
    const profile = await readProfile(owner.scope);
    let joining: Promise<unknown> | undefined;
    await withAccount(owner.userId, async (tx) => {
      joining = accept(token);
      await waitForLocks(sql(), 1, 'company_invitations');
      await tx.update(users).set({ companyName: 'Renamed Works' }).where(eq(users.id, owner.userId));
    });
    expect(await joining).toEqual({ ok: true });
    expect(await sql()`select company_name from users where member_of = ${owner.userId}`).toEqual([
      { company_name: 'Renamed Works' },
    ]);
    const { id: _, adopted_students: __, ...fields } = profile;
    await updateProfile(owner.scope, { ...fields, company_name: 'Renamed Again' });
    expect(await sql()`select company_name from users where member_of = ${owner.userId}`).toEqual([
      { company_name: 'Renamed Again' },
    ]);
  });
});

test('a colleague never has colleagues, and stays with one company', async () => {
  const owner = await makeOwner();
  const colleague = await makeColleague(owner);
  await expect(makeColleague(colleague)).rejects.toMatchObject({ constraint_name: 'users_member_of' });
  const other = await makeOwner();
  for (const [id, of] of [
    [colleague.userId, other.userId],
    [colleague.userId, null],
    [other.userId, owner.userId],
  ] as const)
    await expect(
      sql()`update users set member_of = ${of}, member_role = ${of && 'pay'} where id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'users_member_of' });
});

test('a colleague changes the own profile, but not the name of the company', async () => {
  const owner = await makeOwner();
  const colleague = await makeColleague(owner);
  const { company_name: before } = await readProfile(colleague.scope);
  const updated = await updateProfile(colleague.scope, {
    full_name: 'Meera Joshi',
    designation: 'Head',
    phone_number: '9876501234',
    company_name: 'Mine now',
  });
  expect(updated).toMatchObject({ full_name: 'Meera Joshi', company_name: before });
  expect((await readProfile(owner.scope)).full_name).not.toBe('Meera Joshi');
});

describe('handing the company over', () => {
  const give = (from: SponsorAccount, to: SponsorAccount) =>
    handOver(from.scope, to.userId, from.password, '198.51.100.7', 'en');
  const rowOf = async ({ userId }: SponsorAccount) =>
    (await sql()`select email, member_of, member_role from users where id = ${userId}`)[0];
  const enter = async (email: string, password: string) => {
    const entered = await logIn(email, password, '198.51.100.7');
    return (await scopeOf((entered as { token: string }).token))!;
  };

  test('makes a colleague the owner and the owner a colleague who may pay; adoptions stay, and both are told and signed out', async () => {
    const [owner, bystander] = [await makeOwner(), await makeOwner()];
    const colleague = await makeColleague(owner, 'view');
    const other = await makeColleague(owner, 'adopt');
    await sql()`update users set email_verified_at = now() where member_of = ${owner.userId}`;
    const course = await makeCourse();
    const held = await makeHold([{ course, seats: 2 }], owner);
    const guests = await pledgeSeats(
      ...(await prepareAdoption([{ course, seats: 1 }], makeSponsor({ email: owner.email })).then(
        ({ subject, code }) => [subject, code] as const,
      )),
    );
    if (!guests.ok) throw new Error(guests.code);

    expect(await give(owner, colleague)).toEqual({ ok: true });
    expect(await rowOf(owner)).toEqual({ email: colleague.email, member_of: null, member_role: null });
    expect(await rowOf(colleague)).toEqual({ email: owner.email, member_of: owner.userId, member_role: 'pay' });
    for (const { token } of [owner, colleague]) expect(await scopeOf(token)).toBeNull();
    expect(await scopeOf(other.token)).toMatchObject({ accountId: owner.userId, role: 'adopt' });

    const [former, present] = [
      await enter(owner.email, owner.password),
      await enter(colleague.email, colleague.password),
    ];
    expect(former).toMatchObject({ accountId: owner.userId, personId: colleague.userId, role: 'pay' });
    expect(present).toMatchObject({ accountId: owner.userId, personId: owner.userId, role: 'owner' });
    for (const scope of [former, present])
      for (const id of [held.billingId, guests.billingId]) expect(await readAdoption(scope, id)).toMatchObject({ id });
    // What the former owner holds is still that person's.
    expect(await liveHold(former)).toMatchObject({ billingId: held.billingId });
    expect(await liveHold(present)).toBeNull();
    expect(await readAdoption(bystander.scope, held.billingId)).toBeNull();

    const told = await sql()`select recipient from outbound_messages where kind = 'account_handed_over'`;
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([owner.email, colleague.email].sort());
    const [entry] =
      await sql()`select actor, admin_id from audit_log where action = 'user.handed_over' and subject = ${owner.userId}`;
    expect(entry).toEqual({ actor: 'sponsor', admin_id: null });
  });

  test('of two at the same time one succeeds, nobody outside of the company and nobody removed gets it, and the password is needed', async () => {
    const owner = await makeOwner();
    const [first, second, removed] = [
      await makeColleague(owner),
      await makeColleague(owner),
      await makeColleague(owner),
    ];
    const wrong = await handOver(owner.scope, first.userId, 'not it', '198.51.100.7', 'en');
    expect(wrong).toEqual({ ok: false, code: 'auth.password_wrong' });
    for (const nobody of [await makeOwner(), await makeColleague(await makeOwner()), owner])
      expect(await give(owner, nobody)).toEqual({ ok: false, code: 'company.not_found' });
    const removing = removeColleague(owner.scope, removed.userId);
    await removing;
    expect(await give(owner, removed)).toEqual({ ok: false, code: 'company.not_found' });

    const results = await Promise.allSettled([give(owner, first), give(owner, second)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const owners = await sql()`select email from users where id = ${owner.userId}`;
    expect([first.email, second.email]).toContain(owners[0]!.email);
    expect(await peopleOf(owner)).toHaveLength(2);
    await expect(give(owner, first)).rejects.toMatchObject({ status: 401 });
  });

  test('while a colleague is removed: one of both happens', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const [handed] = await Promise.allSettled([give(owner, colleague), removeColleague(owner.scope, colleague.userId)]);
    const people = await peopleOf(owner);
    const [{ email }] = (await sql()`select email from users where id = ${owner.userId}`) as unknown as [
      { email: string },
    ];
    const isHandedOver = handed.status === 'fulfilled' && handed.value.ok;
    expect(email).toBe(isHandedOver ? colleague.email : owner.email);
    expect(people).toHaveLength(isHandedOver ? 1 : 0);
  });
});

describe('adopting as a colleague', () => {
  test('belongs to the company, and the history says who', async () => {
    const owner = await makeOwner();
    const [colleague, other] = [await makeColleague(owner), await makeColleague(owner, 'view')];
    const course = await makeCourse();
    const { billingId, reference } = await makeHold([{ course, seats: 2 }], colleague);
    expect(await chooseTransfer(colleague.scope, billingId)).toMatchObject({ ok: true });
    expect(await setChoice(owner.scope, billingId, 'company', true)).toEqual({ ok: true });
    const by = async ({ scope, email }: SponsorAccount) => `${(await readProfile(scope)).full_name} (${email})`;
    const detail = await readAdoption(other.scope, billingId);
    expect(detail!.timeline.map(({ event, person }) => [event, person])).toEqual([
      ['created', await by(colleague)],
      ['phone_verified', await by(colleague)],
      ['transfer_chosen', await by(colleague)],
      ['company_shown', await by(owner)],
    ]);
    const admin = await makeAdmin();
    const seen = await readAdminAdoption(admin.scope, reference);
    expect(seen!.events.map(({ person }) => person)).toEqual(detail!.timeline.map(({ person }) => person));
    expect(seen!.userId).toBe(owner.userId);
    expect((await readProfile(other.scope)).adopted_students).toBe(2);
    expect((await readProfile(owner.scope)).adopted_students).toBe(2);
    expect(await readAdoption((await makeOwner()).scope, billingId)).toBeNull();
  });

  test('two colleagues and the owner each have a draft and a hold', async () => {
    const owner = await makeOwner();
    const people = [owner, await makeColleague(owner), await makeColleague(owner, 'pay')];
    const course = await makeCourse();
    const holds = await Promise.all(people.map((person, n) => makeHold([{ course, seats: n + 1 }], person)));
    for (const [n, { scope }] of people.entries()) expect((await liveHold(scope))?.billingId).toBe(holds[n]!.billingId);
    // Another selection replaces the own hold only.
    await makeHold([{ course, seats: 5 }], people[1]!);
    expect(await liveHold(owner.scope)).toMatchObject({ billingId: holds[0]!.billingId });
    expect(await sql()`select count(*)::int from billings where user_id = ${owner.userId} and state = 'held'`).toEqual([
      { count: 3 },
    ]);
  });

  test('the unpaid seats of colleagues count together, under the address of the owner', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse({ totalSeats: 500 });
    const before = env().MAX_UNPAID_SEATS_PER_EMAIL;
    Object.assign(env(), { MAX_UNPAID_SEATS_PER_EMAIL: 10, MAX_UNPAID_SEATS_PER_DOMAIN: 100_000 });
    try {
      await makeHold([{ course, seats: 7 }], owner);
      const { scope, code } = await prepareHold([{ course, seats: 4 }], colleague);
      expect(await holdSeats(scope, code)).toMatchObject({ ok: false, code: 'seats.limit_email' });
    } finally {
      Object.assign(env(), { MAX_UNPAID_SEATS_PER_EMAIL: before });
    }
  });
});

describe('a colleague who may not adopt any more', () => {
  /** What the owner does. */
  const ACTS = {
    'is removed': (owner: SponsorAccount, { userId }: SponsorAccount) => removeColleague(owner.scope, userId),
    'may only look': (owner: SponsorAccount, { userId }: SponsorAccount) => changeRole(owner.scope, userId, 'view'),
  };

  test.each(Object.entries(ACTS))(
    'security 102: who %s before the code is entered takes no seats, though the request was authorised before',
    async (_, act) => {
      const owner = await makeOwner();
      const colleague = await makeColleague(owner);
      const course = await makeCourse();
      const prepared = await prepareHold([{ course, seats: 2 }], colleague);
      expect(await act(owner, colleague)).toBe(true);
      expect(await holdSeats(colleague.scope, prepared.code)).toMatchObject({ ok: false, code: 'otp.invalid' });
      expect(await sql()`select state from billings where id = ${prepared.billingId}`).toEqual([{ state: 'draft' }]);
    },
  );

  test('security 102: a code that meets the change of the role under way waits for it, and takes no seats', async () => {
    const colleague = await makeColleague(await makeOwner());
    const course = await makeCourse();
    const { billingId, code } = await prepareHold([{ course, seats: 2 }], colleague);
    let holding: ReturnType<typeof holdSeats> | undefined;
    await sql().begin(async (change) => {
      await change`update users set member_role = 'view' where id = ${colleague.userId}`;
      holding = holdSeats(colleague.scope, code);
      await waitForLocks(sql(), 1);
    });
    expect(await holding).toMatchObject({ ok: false, code: 'otp.invalid' });
    expect(await sql()`select state from billings where id = ${billingId}`).toEqual([{ state: 'draft' }]);
  });

  test.each(Object.entries(ACTS))('security 102: who %s waits for seats that are being taken', async (_, act) => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const { code } = await prepareHold([{ course, seats: 2 }], colleague);
    const running: Promise<unknown>[] = [];
    await sql().begin(async (held) => {
      await held`select 1 from courses where id = ${course.id} for update`;
      running.push(holdSeats(colleague.scope, code));
      await waitForLocks(sql(), 1);
      running.push(act(owner, colleague));
      await waitForLocks(sql(), 2, '');
    });
    expect(await Promise.all(running)).toEqual([expect.objectContaining({ ok: true }), true]);
    expect(await fullLedger(course.id)).toMatchObject({ held: 2, holding: 2 });
  });

  test('a removal and a code, which lock the same rows, do not end in a deadlock', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const { billingId, code } = await prepareHold([{ course, seats: 2 }], colleague);
    const running: Promise<unknown>[] = [];
    await sql().begin(async (held) => {
      await held`select 1 from billings where id = ${billingId} for update`;
      running.push(holdSeats(colleague.scope, code));
      await waitForLocks(sql(), 1);
      running.push(removeColleague(owner.scope, colleague.userId));
      await waitForLocks(sql(), 2, '');
    });
    expect(await Promise.all(running)).toEqual([expect.objectContaining({ ok: true }), true]);
  });

  test.each(Object.entries(ACTS))(
    'security 102: at once with the code: who %s has the seats before, or not at all',
    async (_, act) => {
      const owner = await makeOwner();
      for (let n = 0; n < 6; n++) {
        const colleague = await makeColleague(owner);
        const course = await makeCourse();
        const prepared = await prepareHold([{ course, seats: 2 }], colleague);
        const [held, done] = await Promise.all([holdSeats(colleague.scope, prepared.code), act(owner, colleague)]);
        expect(done).toBe(true);
        const [row] = await sql()`select state from billings where id = ${prepared.billingId}`;
        expect(row).toEqual({ state: held.ok ? 'held' : 'draft' });
      }
    },
  );

  test('security 102: a code of the public pages takes no seats for the company afterwards, whoever enters it', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const sponsor = makeSponsor();
    const lines = [{ id: course.id, selectedSeats: 3 }];
    const draft = await createDraft({ lines, totalPaise: course.pricePaise * 3, sponsor }, colleague.scope);
    if (!draft.ok) throw new Error(draft.code);
    const { billingId, userId } = draft;
    const { email, phone } = sponsor;
    const subject = { purpose: 'public_adoption', otpMethod: 'email', userId, email, phone } as const;
    const { code } = await issueCode(subject, billingId);
    await removeColleague(owner.scope, colleague.userId);
    expect(await pledgeSeats({ ...subject, draftId: billingId }, code)).toMatchObject({ code: 'otp.invalid' });
    expect(await seatLedger(course.id)).toEqual({ adopted: 0, pledged: 0 });
  });

  test('control: without the look at the colleague the seats are taken', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const prepared = await prepareHold([{ course, seats: 2 }], colleague);
    await changeRole(owner.scope, colleague.userId, 'view');
    const check = /where "found"\."made_by" is null or "found"\."made_by" in \(select id from maker\)/;
    await withoutGuards([[check, 'where true']], async () =>
      db().execute(holdStatement(takeValues(prepared, prepared.code))),
    );
    expect(await sql()`select state from billings where id = ${prepared.billingId}`).toEqual([{ state: 'held' }]);
  });
});

describe('a payment that meets a change of the role', () => {
  /** What the owner does, as statements of a transaction. */
  const ACTS = {
    'is removed': (change: ISql, id: string) => change`delete from users where id = ${id}`,
    'may not pay any more': (change: ISql, id: string) =>
      change`update users set member_role = 'adopt' where id = ${id}`,
  };
  /** A hold of a colleague who may pay, and two ways to pay for it. */
  const preparePayment = async () => {
    const colleague = await makeColleague(await makeOwner(), 'pay');
    const prepared = await prepareProcessPayment([{ course: await makeCourse(), seats: 2 }], colleague);
    const { scope, request, billingId } = prepared;
    const provider = makeProvider();
    const pay = {
      form: () => payForAdoption(scope, request, { provider }),
      page: () => payForBilling(scope, billingId, 'upi', { provider }),
    };
    return { ...prepared, colleague, provider, pay };
  };
  const paymentsOf = (billingId: string) => sql()`select id from payments where billing_id = ${billingId}`;

  test.each(
    Object.entries(ACTS).flatMap(([name, act]) => (['form', 'page'] as const).map((way) => ({ name, act, way }))),
  )(
    'security 108: who $name pays nothing with the $way, though the request was authorised before',
    async ({ act, way }) => {
      const { colleague, billingId, provider, pay } = await preparePayment();
      let paying: Promise<unknown> | undefined;
      await sql().begin(async (change) => {
        await act(change, colleague.userId);
        paying = pay[way]().catch(codeOf);
        await waitForLocks(sql(), 1, 'person as (');
      });
      expect(await paying).toBe('company.role');
      expect(await pay[way]().catch(codeOf)).toBe('company.role');
      expect(provider.asked).toEqual([]);
      expect(await paymentsOf(billingId)).toEqual([]);
    },
  );

  test('security 108: an open payment is not continued by who may not pay any more', async () => {
    const { colleague, pay, provider, scope, request } = await preparePayment();
    await beginPayment(db(), beginValues(scope, request, { provider, key: null }));
    await ACTS['may not pay any more'](sql(), colleague.userId);
    for (const way of [pay.form, pay.page]) expect(await way().catch(codeOf)).toBe('company.role');
    expect(provider.asked).toEqual([]);
  });

  test('security 108: who may only look does not choose a bank transfer', async () => {
    const { colleague, billingId, scope } = await preparePayment();
    await sql()`update users set member_role = 'view' where id = ${colleague.userId}`;
    expect(await chooseTransfer(scope, billingId)).toEqual({ ok: false, code: 'own_adoption.not_found' });
    expect(await sql()`select state from billings where id = ${billingId}`).toEqual([{ state: 'held' }]);
  });

  test('control: without the look at the person the payment begins', async () => {
    const { colleague, billingId, provider, scope, request } = await preparePayment();
    await ACTS['is removed'](sql(), colleague.userId);
    const values = beginValues(scope, request, { provider, key: null });
    const begin = () => beginPayment(db(), values).catch(codeOf);
    expect(await withoutGuards([[' and exists (select from person)']], begin)).toBe('company.role');
    expect(await paymentsOf(billingId)).toHaveLength(1);
  });
});

describe('a removed colleague', () => {
  test('security 102: is signed out at once and cannot come back, and what was adopted stays', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const { billingId } = await makeHold([{ course, seats: 2 }], colleague);
    await chooseTransfer(colleague.scope, billingId);
    const named = `${(await readProfile(colleague.scope)).full_name} (${colleague.email})`;
    expect(await removeColleague((await makeOwner()).scope, colleague.userId)).toBe(false);
    expect(await removeColleague(owner.scope, colleague.userId)).toBe(true);
    expect(await removeColleague(owner.scope, owner.userId)).toBe(false);
    expect(await scopeOf(colleague.token)).toBeNull();
    expect(await logIn(colleague.email, colleague.password, '198.51.100.9')).toMatchObject({
      code: 'auth.invalid_credentials',
    });
    const detail = await readAdoption(owner.scope, billingId);
    expect(detail).toMatchObject({ status: 'pledged' });
    expect(detail!.timeline.map(({ person }) => person)).toContain(named);
    // The address is free again.
    await makeSponsorAccount({ email: colleague.email });
  });

  test('security 102: gets no more messages about adoptions; the owner gets them', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const { billingId } = await makeHold([{ course, seats: 1 }], colleague);
    const recipientOf = async (kind: string) => {
      await sql()`delete from outbound_messages`;
      await sql()`insert into outbound_messages (billing_id, kind) values (${billingId}, ${kind})`;
      const claimed = await claimMessage(db());
      return claimed?.recipient === null ? claimed.sponsor.email : undefined;
    };
    expect(await recipientOf('transfer')).toBe(colleague.email);
    await removeColleague(owner.scope, colleague.userId);
    expect(await recipientOf('paid')).toBe(owner.email);
  });

  test('security 102: cannot open a public adoption of the company by a code', async () => {
    const owner = await makeOwner();
    const colleague = await makeColleague(owner);
    const course = await makeCourse();
    const sponsor = makeSponsor({ email: colleague.email });
    const lines = [{ id: course.id, selectedSeats: 1 }];
    const draft = await createDraft({ lines, totalPaise: course.pricePaise, sponsor }, colleague.scope);
    if (!draft.ok) throw new Error(draft.code);
    const { billingId, userId } = draft;
    const { email, phone } = sponsor;
    const subject = { purpose: 'public_adoption', otpMethod: 'email', userId, email, phone } as const;
    const { code } = await issueCode(subject, billingId);
    const pledge = await pledgeSeats({ ...subject, draftId: billingId }, code);
    if (!pledge.ok) throw new Error(pledge.code);
    await removeColleague(owner.scope, colleague.userId);
    await sendAccessCode(pledge.reference, '198.51.100.20', 'en');
    for (const work of later.splice(0)) await work();
    expect(await mailTo(email)).toEqual([]);
    expect(await openAccess(pledge.reference, '123456', '198.51.100.20')).toMatchObject({ ok: false });
  });
});

test('the owner of another company changes no role', async () => {
  const colleague = await makeColleague(await makeOwner());
  expect(await changeRole((await makeOwner()).scope, colleague.userId, 'pay')).toBe(false);
  expect(await scopeOf(colleague.token)).toMatchObject({ role: 'adopt' } satisfies Partial<SponsorScope>);
});
