import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { logInAdmin } from '@/lib/accounts/administrators/mutations';
import { listAdmins } from '@/lib/accounts/administrators/queries';
import { makePasswordLink, setPasswordByLink } from '@/lib/accounts/administrators/password-links';
import { requireAdmin } from '@/lib/accounts/administrators/session';
import { INVITATIONS_TO_RECIPIENT, OFFICE_LINKS } from '@/lib/platform/limits';
import { ADMIN_PASSWORD, asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeInstitute } from '@/testing/db/factories';
import { makeOffice } from '@/testing/db/offices';
import { messagesTo } from '@/testing/db/outbox';
import { closeOfficeAccount, inviteClerk, inviteOffices, removeClerk, sendOfficeLink } from './mutations';
import { listColleagues } from './queries';
import { requireInstitute } from './session';

const { dataDir } = useTestDatabase();

let deferred: (() => unknown)[] = [];
vi.mock('next/server', () => ({ after: (work: () => unknown) => void deferred.push(work) }));
const runDeferred = async () => {
  for (const work of deferred.splice(0)) await work();
};

let admin: AdminAccount;
let client = 0;
beforeEach(async () => {
  deferred = [];
  client++;
  admin = await makeAdmin({ role: 'catalogue' });
});

const address = () => `198.51.100.${client}`;
const mails = (to: string) => messagesTo(dataDir, to);
const linkIn = (text: string) => /\/office\/set-password#([\w-]{43})/.exec(text)?.[1];
const people = async () =>
  (await sql()<{ username: string }[]>`select username from admins where deactivated_at is null`).map(
    ({ username }) => username,
  );
let made = 0;
/** The address that a client calls from. */
const CLIENT = '198.51.100.7';
const newEmail = () => `principal${++made}@college.example`;
const PASSWORD = 'forty-two grey herons';

/** Invites somebody to the office of an institute and accepts. @returns the e-mail */
async function join(institute: { name: string; city: string }, role: 'head' | 'clerk' = 'head') {
  const email = newEmail();
  const lines = `${email}; ${institute.name}; ${institute.city}`;
  expect(await inviteOffices(admin.scope, { lines, role, locale: 'hi' })).toEqual({ ok: true, invited: 1, unsent: [] });
  const [mail] = await mails(email);
  expect(mail!.text).toContain(institute.name);
  expect(await setPasswordByLink(linkIn(mail!.text)!, PASSWORD)).toEqual({ ok: true });
  return email;
}

const logIn = (email: string, area: 'admin' | 'office' = 'office') => logInAdmin(email, PASSWORD, address(), { area });
async function scopeOf(email: string) {
  const session = await logIn(email);
  if (!session.ok) throw new Error(session.code);
  return requireInstitute(asAdmin(session));
}

describe('security 160: accounts of offices', () => {
  test('an invitation is a link that sets a password once; the account sees its institute and is no administrator', async () => {
    const institute = await makeInstitute();
    const email = await join(institute);
    const [mail] = await mails(email);
    for (const forged of [linkIn(mail!.text)!, 'A'.repeat(43), linkIn(mail!.text)!.toLowerCase(), ''])
      expect(await setPasswordByLink(forged, PASSWORD)).toMatchObject({ code: 'admin.link_invalid' });
    expect((await scopeOf(email)).institutes).toMatchObject([{ id: institute.id }]);
    expect(await logIn(email, 'admin')).toEqual({ ok: false, code: 'admin.invalid_credentials' });
    expect(await logInAdmin(admin.username, ADMIN_PASSWORD, address(), { area: 'office' })).toMatchObject({
      ok: false,
    });
    const session = await logIn(email);
    await expect(requireAdmin(asAdmin(session as { token: string }))).rejects.toMatchObject({ status: 401 });
    await expect(requireInstitute(asAdmin(admin))).rejects.toMatchObject({ status: 401 });
    expect((await listAdmins(admin.scope)).map(({ username }) => username)).not.toContain(email);
    const [{ id }] = await sql()<[{ id: string }]>`select id from admins where username = ${email}`;
    expect(await makePasswordLink(admin.scope, id)).toBeNull();
  });

  test('an office begins with the first password, not with the invitation, and not anew with another one', async () => {
    const institute = await makeInstitute();
    const email = newEmail();
    const days = async () => {
      const [row] = await sql()<[{ days: number }]>`
        select extract(day from now() - created_at)::int as days from office_institutes where institute_id = ${institute.id}`;
      return row.days;
    };
    const invitedDaysAgo = (count: number) =>
      sql()`update office_institutes set created_at = now() - ${count} * interval '1 day' where institute_id = ${institute.id}`;
    await inviteOffices(admin.scope, {
      lines: `${email}; ${institute.name}; ${institute.city}`,
      role: 'head',
      locale: 'en',
    });
    await invitedDaysAgo(90);
    expect(await setPasswordByLink(linkIn((await mails(email))[0]!.text)!, PASSWORD)).toEqual({ ok: true });
    expect(await days()).toBe(0);
    await invitedDaysAgo(90);
    await sendOfficeLink(email, address(), 'en');
    await runDeferred();
    expect(await setPasswordByLink(linkIn((await mails(email)).at(-1)!.text)!, 'forty-three grey herons')).toEqual({
      ok: true,
    });
    expect(await days()).toBe(90);
  });

  test('A-61 the invitation names a city once that the name of the institute ends with, in both languages', async () => {
    const institute = await makeInstitute({ name: 'Government ITI, Ujjain', city: 'Ujjain' });
    await sql()`update institutes set hindi = 'शासकीय आईटीआई, उज्जैन' where id = ${institute.id}`;
    const subjectIn = async (locale: 'en' | 'hi') => {
      const email = newEmail();
      const lines = `${email}; ${institute.name}; ${institute.city}`;
      await inviteOffices(admin.scope, { lines, role: 'head', locale });
      return (await mails(email))[0]!.subject;
    };
    expect((await subjectIn('en')).match(/Ujjain/g)).toHaveLength(1);
    const hindi = await subjectIn('hi');
    expect(hindi).toContain('शासकीय आईटीआई, उज्जैन');
    expect(hindi).not.toContain('Ujjain');
  });

  test('many lines: all are invited, or nobody with every problem by its line', async () => {
    const [a, b] = [
      await makeInstitute(),
      await makeInstitute({ name: 'Sagar, Women; ITI'.replace(';', ' and'), city: 'Sagar' }),
    ];
    const [first, second] = [newEmail(), newEmail()];
    const good = [`${first}; ${a.name.toUpperCase()} ; ${a.city}`, '', `${second}\t${b.name}\t${b.city}`];
    const bad = ['nobody', `${newEmail()}; Nowhere College; Bhopal`, `${admin.username}@x.example`, good[0]!];
    const invite = (lines: string[]) =>
      inviteOffices(admin.scope, { lines: lines.join('\n'), role: 'head', locale: 'en' });
    expect(await invite([...good, ...bad])).toEqual({
      ok: false,
      problems: [
        { line: 4, problem: 'email' },
        { line: 5, problem: 'institute' },
        { line: 6, problem: 'institute' },
        { line: 7, problem: 'twice' },
      ],
    });
    expect(await mails(first)).toEqual([]);
    // A check invites nobody, however often; correcting lines is no invitation either.
    for (let tries = 0; tries < INVITATIONS_TO_RECIPIENT.points; tries++)
      expect(
        await inviteOffices(admin.scope, { lines: good.join('\n'), role: 'head', locale: 'en', check: true }),
      ).toEqual({ ok: true, invited: 2, unsent: [] });
    expect(await mails(first)).toEqual([]);
    expect(await people()).not.toContain(first);
    for (let tries = 0; tries < INVITATIONS_TO_RECIPIENT.points; tries++) await invite([...good, ...bad]);
    expect(await invite(good)).toEqual({ ok: true, invited: 2, unsent: [] });
    expect(await people()).toEqual(expect.arrayContaining([first, second]));
    expect((await mails(second)).length).toBe(1);
    const other = `${second}; ${a.name}; ${a.city}`;
    expect(await inviteOffices(admin.scope, { lines: other, role: 'clerk', locale: 'en' })).toEqual({
      ok: false,
      problems: [{ line: 1, problem: 'role' }],
    });
    const keeper = await makeAdmin({ username: 'keeper@college.example' });
    const line = `${keeper.username}; ${a.name}; ${a.city}`;
    expect(await invite([line])).toMatchObject({ problems: [{ line: 1, problem: 'administrator' }] });
  });

  test('somebody may have several institutes; a second invitation sends no link', async () => {
    const [a, b] = [await makeInstitute(), await makeInstitute()];
    const email = await join(a);
    await inviteOffices(admin.scope, { lines: `${email}; ${b.name}; ${b.city}`, role: 'head', locale: 'en' });
    const last = (await mails(email)).at(-1)!;
    expect([linkIn(last.text), last.text.includes('/office/login')]).toEqual([undefined, true]);
    expect((await scopeOf(email)).institutes.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort());
  });

  test('a head invites and removes clerks of the own institutes only', async () => {
    const [a, b] = [await makeInstitute(), await makeInstitute()];
    const [head, other] = [await makeOffice({ instituteIds: [a.id] }), await makeOffice({ instituteIds: [b.id] })];
    const email = newEmail();
    expect(await inviteClerk(head.scope, { email, institute_ids: [b.id] }, 'en')).toEqual({
      ok: false,
      code: 'invitation.institute',
    });
    expect(await inviteClerk(head.scope, { email, institute_ids: [a.id] }, 'hi')).toEqual({ ok: true });
    expect(await setPasswordByLink(linkIn((await mails(email))[0]!.text)!, PASSWORD)).toEqual({ ok: true });
    const clerk = await scopeOf(email);
    expect(await inviteClerk(head.scope, { email: other.username, institute_ids: [a.id] }, 'en')).toMatchObject({
      code: 'invitation.not_clerk',
    });
    const names = async (scope: typeof clerk) => (await listColleagues(scope)).map(({ username }) => username);
    expect(await names(clerk)).toEqual([head.username, email]);
    expect(await names(other.scope)).toEqual([other.username]);
    expect(await removeClerk(other.scope, clerk.adminId)).toMatchObject({ code: 'admin.not_found' });
    expect(await removeClerk(head.scope, head.adminId)).toMatchObject({ code: 'admin.not_found' });

    // A clerk of two offices stays in the other one.
    expect(await inviteClerk(other.scope, { email, institute_ids: [b.id] }, 'en')).toEqual({ ok: true });
    expect(await removeClerk(head.scope, clerk.adminId)).toEqual({ ok: true });
    expect((await scopeOf(email)).institutes.map(({ id }) => id)).toEqual([b.id]);
    expect(await removeClerk(other.scope, clerk.adminId)).toEqual({ ok: true });
    expect(await logIn(email)).toMatchObject({ code: 'admin.invalid_credentials' });

    // Whoever comes back needs a new password.
    expect(await inviteClerk(head.scope, { email, institute_ids: [a.id] }, 'en')).toEqual({ ok: true });
    expect(await logIn(email)).toMatchObject({ code: 'admin.invalid_credentials' });
    expect(linkIn((await mails(email)).at(-1)!.text)).toBeDefined();
  });

  test('a head whose account was closed meanwhile invites nobody', async () => {
    const head = await makeOffice();
    await closeOfficeAccount(admin.scope, head.adminId);
    const invite = inviteClerk(head.scope, { email: newEmail(), institute_ids: [head.scope.institutes[0]!.id] }, 'en');
    await expect(invite).rejects.toMatchObject({ status: 401, code: 'admin.session_ended' });
  });

  test('a forgotten password: the same answer for every address, a link for offices only', async () => {
    const email = await join(await makeInstitute());
    const before = (await mails(email)).length;
    for (const each of [email, 'nobody@college.example', admin.username])
      expect(await sendOfficeLink(each, CLIENT, 'en')).toEqual({ ok: true });
    await runDeferred();
    expect(await mails('nobody@college.example')).toEqual([]);
    expect(await mails(admin.username)).toEqual([]);
    const sent = (await mails(email)).slice(before);
    expect(sent.length).toBe(1);
    expect(await setPasswordByLink(linkIn(sent[0]!.text)!, 'a heron flew over the lake')).toEqual({ ok: true });
    expect(await logIn(email)).toMatchObject({ code: 'admin.invalid_credentials' });
    for (let n = 0; n < 5; n++) await sendOfficeLink(email, CLIENT, 'en');
    expect(await sendOfficeLink(email, '198.51.100.8', 'en')).toMatchObject({ ok: false, code: 'request.too_many' });
  });

  test('one client address asks for few links, whatever the e-mail addresses are', async () => {
    const client = '198.51.100.9';
    for (let n = 0; n < OFFICE_LINKS.address.points; n++)
      expect(await sendOfficeLink(newEmail(), client, 'en')).toEqual({ ok: true });
    const email = newEmail();
    const counters = () => sql()`select count(*)::int as count from rate_limits`;
    const before = await counters();
    expect(await sendOfficeLink(email, client, 'en')).toMatchObject({ ok: false, code: 'request.too_many' });
    expect(await counters()).toEqual(before);
    expect(await sendOfficeLink(email, '198.51.100.10', 'en')).toEqual({ ok: true });
  });

  test('every change is in the audit log', async () => {
    const head = await makeOffice();
    const email = newEmail();
    await inviteClerk(head.scope, { email, institute_ids: [head.scope.institutes[0]!.id] }, 'en');
    const [{ id }] = await sql()<[{ id: string }]>`select id from admins where username = ${email}`;
    await removeClerk(head.scope, id);
    expect(
      await sql()`select actor, action, after->>'username' as who from audit_log where subject = ${id} order by id`,
    ).toEqual([
      { actor: head.username, action: 'office.invited', who: email },
      { actor: head.username, action: 'office.removed', who: email },
    ]);
  });
});

test('e-mails to an office are in the language of the invitation, then of the last login', async () => {
  const email = await join(await makeInstitute());
  const locale = async () => (await sql()`select locale from admins where username = ${email}`)[0]!.locale as string;
  expect(await locale()).toBe('hi');
  expect(await logInAdmin(email, 'wrong password of it', address(), { area: 'office', locale: 'en' })).toMatchObject({
    ok: false,
  });
  expect(await locale()).toBe('hi');
  expect(await logInAdmin(email, PASSWORD, address(), { area: 'office', locale: 'en' })).toMatchObject({ ok: true });
  expect(await locale()).toBe('en');
});
