import { expect, test, vi } from 'vitest';
import { POST as endOwnSessions } from '@/app/api/admin/account/logout/route';
import { DELETE as endOwnSession } from '@/app/api/admin/account/sessions/[sessionId]/route';
import { sql } from '@/db/client';
import { asAdmin, giveFactor, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { expectTriesCounted } from '@/testing/db/new-passwords';
import { createAdmin, editAdmin, endSessionOf, logInAdmin } from './mutations';
import { inviteAdmin, makePasswordLink, purgePasswordLinks, setPasswordByLink } from './password-links';
import { listAdmins, listOwnSessions } from './queries';
import { requireAdmin } from './session';

// Twenty hashes and estimates at once take a busy machine longer than a query may wait.
vi.mock('@/lib/platform/deadline', async (original) => ({
  ...(await original<object>()),
  withQueryDeadline: <T>(query: PromiseLike<T>) => query,
}));

useTestDatabase();

const PASSWORD = 'forty-two grey herons';
let clients = 0;
const newAddress = () => `203.0.113.${++clients}`;
const tokenOf = ({ url }: { url: string }) => url.split('#')[1]!;
const entries = (action: string) =>
  sql()`select actor, subject, after from audit_log where action = ${action} order by id`;
const hoursLeft = async (adminId: string) => {
  const [row] = await sql()<{ hours: number }[]>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours from admin_password_links where admin_id = ${adminId}`;
  return row?.hours;
};

async function invited(username: string, role: 'owner' | 'viewer' = 'viewer') {
  const owner = await makeAdmin();
  const made = await inviteAdmin(owner.scope, { username, role });
  if (!made.ok) throw new Error(made.code);
  return { owner, id: made.id, link: made.link, token: tokenOf(made.link) };
}

test('security 90: an invitation creates an account that nobody can log in to before its link sets a password', async () => {
  const { owner, id, link, token } = await invited(' Meera.Joshi ');
  expect(link.url).toMatch(/\/admin\/set-password#[\w-]{43}$/);
  expect(await hoursLeft(id)).toBe(72);
  const stored = await sql()`select * from admin_password_links where admin_id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(token);
  for (const word of ['', PASSWORD, 'null'])
    expect(await logInAdmin('meera.joshi', word, newAddress())).toMatchObject({ code: 'admin.invalid_credentials' });
  const row = (await listAdmins(owner.scope)).find((each) => each.id === id);
  expect(row).toMatchObject({ username: 'meera.joshi', role: 'viewer', isInvited: true, sessions: [] });
  expect(await setPasswordByLink(token, PASSWORD)).toEqual({ ok: true });
  expect(await sql()`select 1 from admin_sessions where admin_id = ${id}`).toEqual([]);
  expect(await logInAdmin('meera.joshi', PASSWORD, newAddress())).toMatchObject({ ok: true, admin: { id } });
  expect((await entries('admin.invited')).at(-1)).toEqual({
    actor: owner.username,
    subject: id,
    after: { username: 'meera.joshi', role: 'viewer' },
  });
  expect((await entries('admin.password_changed')).at(-1)).toMatchObject({ actor: 'meera.joshi', subject: id });
});

test('an invitation with a name that is taken or malformed creates nothing', async () => {
  const { scope, username } = await makeAdmin();
  const before = await sql()`select count(*) from admins`;
  const invite = (name: string) => inviteAdmin(scope, { username: name, role: 'owner' });
  expect(await invite(username.toUpperCase())).toMatchObject({ code: 'admin.username_taken' });
  expect(await invite('two words')).toMatchObject({ code: 'admin.username_form' });
  expect(await invite('')).toMatchObject({ code: 'admin.username_form' });
  expect(await sql()`select count(*) from admins`).toEqual(before);
});

test('security 110: tries of a password are counted although the link is right', async () => {
  const { token } = await invited('counted');
  await expectTriesCounted(() => setPasswordByLink(token, 'password1234'));
});

test('security 90: of twenty uses of a link at once one sets the password', async () => {
  const { id, token } = await invited('twenty');
  // Opens the connections of the pool: estimates of passwords keep this process from answering for seconds on a busy machine.
  await Promise.all(Array.from({ length: 20 }, () => sql()`select pg_sleep(0.05)`));
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => setPasswordByLink(token, `${PASSWORD} ${n}`)));
  const winners = results.flatMap(({ ok }, n) => (ok ? n : []));
  expect(winners).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(result.code).toBe('admin.link_invalid');
  expect(await logInAdmin('twenty', `${PASSWORD} ${winners[0]}`, newAddress())).toMatchObject({ ok: true });
  const changes = (await entries('admin.password_changed')).filter(({ subject }) => subject === id);
  expect(changes).toHaveLength(1);
});

test('security 90: a link that is used, replaced, too old, forged or of a closed account sets nothing', async () => {
  const { owner, id, token } = await invited('old.links');
  const set = (given: string) => setPasswordByLink(given, PASSWORD);
  const newer = await makePasswordLink(owner.scope, id);
  expect(await set(token)).toMatchObject({ code: 'admin.link_invalid' });
  for (const forged of ['', 'x'.repeat(43), tokenOf(newer!).slice(1), tokenOf(newer!).toUpperCase()])
    expect(await set(forged)).toMatchObject({ code: 'admin.link_invalid' });
  await sql()`update admins set deactivated_at = now() where id = ${id}`;
  expect(await set(tokenOf(newer!))).toMatchObject({ code: 'admin.link_invalid' });
  expect(await makePasswordLink(owner.scope, id)).toBeNull();
  await sql()`update admins set deactivated_at = null where id = ${id}`;
  await sql()`update admin_password_links set expires_at = now() where admin_id = ${id}`;
  expect(await set(tokenOf(newer!))).toMatchObject({ code: 'admin.link_invalid' });
  await purgePasswordLinks();
  expect(await hoursLeft(id)).toBeUndefined();
  expect(await sql()`select 1 from admins where id = ${id} and password_hash is null`).toHaveLength(1);
});

test('security 90: a new password by a link works for 24 hours, ends the sessions, and asks for the second factor still', async () => {
  const [owner, other] = [await makeAdmin(), await makeAdmin()];
  await giveFactor(other);
  const link = await makePasswordLink(owner.scope, other.adminId);
  expect(await hoursLeft(other.adminId)).toBe(24);
  expect(await requireAdmin(asAdmin(other))).toMatchObject({ adminId: other.adminId });
  expect(await setPasswordByLink(tokenOf(link!), 'short')).toMatchObject({ code: 'admin.password_length' });
  expect(await setPasswordByLink(tokenOf(link!), PASSWORD)).toEqual({ ok: true });
  await expect(requireAdmin(asAdmin(other))).rejects.toMatchObject({ code: 'admin.session_ended' });
  expect(await logInAdmin(other.username, other.password, newAddress())).toMatchObject({
    code: 'admin.invalid_credentials',
  });
  expect(await logInAdmin(other.username, PASSWORD, newAddress())).toMatchObject({ code: 'admin.code_required' });
  expect((await entries('admin.link_made')).at(-1)).toMatchObject({ actor: owner.username, subject: other.adminId });
});

test('security 78: an invited owner without a password does not count as an owner', async () => {
  await sql()`update admins set role = 'viewer'`;
  const owner = await makeAdmin();
  await inviteAdmin(owner.scope, { username: 'next.owner', role: 'owner' });
  const demote = { id: owner.adminId, role: 'viewer', active: true } as const;
  expect(await editAdmin(owner.scope, demote)).toMatchObject({ code: 'admin.last_owner' });
  await sql()`update admins set role = 'viewer' where id = ${owner.adminId}`;
  expect(await createAdmin('first.with.password', PASSWORD, 'command')).toMatchObject({ role: 'owner' });
});

test('one session of an administrator ends, the others go on; the list names devices', async () => {
  const [owner, other] = [await makeAdmin(), await makeAdmin()];
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';
  const login = await logInAdmin(other.username, other.password, newAddress(), { userAgent });
  if (!login.ok) throw new Error(login.code);
  const listed = async () =>
    (await listAdmins(owner.scope)).find(({ id }) => id === other.adminId)!.sessions.map(({ device }) => device);
  expect(await listed()).toEqual(['Firefox, Windows', null]);
  expect(await endSessionOf(owner.scope, owner.adminId, other.scope.sessionId)).toBe(false);
  expect(await endSessionOf(owner.scope, other.adminId, other.scope.sessionId)).toBe(true);
  expect(await endSessionOf(owner.scope, other.adminId, other.scope.sessionId)).toBe(false);
  expect(await listed()).toEqual(['Firefox, Windows']);
  await expect(requireAdmin(asAdmin(other))).rejects.toMatchObject({ code: 'admin.session_ended' });
  expect(await requireAdmin(asAdmin(login))).toMatchObject({ adminId: other.adminId });
  expect((await entries('admin.sessions_ended')).at(-1)).toMatchObject({
    actor: owner.username,
    after: { username: other.username, sessions: 1 },
  });
});

test('security 98: an administrator of any role sees and ends the sessions of the own account only', async () => {
  const [viewer, other] = [await makeAdmin({ role: 'viewer' }), await makeAdmin()];
  const open = async () => {
    const login = await logInAdmin(viewer.username, viewer.password, newAddress());
    if (!login.ok) throw new Error(login.code);
    return (await requireAdmin(asAdmin(login))).sessionId;
  };
  const answer = async (sessionId: string) =>
    (await endOwnSession(asAdmin(viewer, { method: 'DELETE' }), { params: Promise.resolve({ sessionId }) })).status;
  const listed = async () => (await listOwnSessions(viewer.scope)).map(({ id }) => id);
  const [first, second] = [await open(), await open()];
  expect(await listed()).toEqual([second, first, viewer.scope.sessionId]);
  expect([await answer(other.scope.sessionId), await answer(crypto.randomUUID())]).toEqual([404, 404]);
  expect([await answer(first), await answer(first)]).toEqual([200, 404]);
  const ended = await endOwnSessions(asAdmin(viewer, { body: {} }));
  expect(await ended.json()).toEqual({ ended: 1 });
  expect(await listed()).toEqual([viewer.scope.sessionId]);
  expect(await requireAdmin(asAdmin(other))).toMatchObject({ adminId: other.adminId });
});

test('the time of the last use is written at most every minute, and not by requests that a page sends by itself', async () => {
  const admin = await makeAdmin();
  const age = (time: string) => sql()`
    update admin_sessions set last_used_at = now() - ${time}::interval where id = ${admin.scope.sessionId}`;
  const isWritten = async (headers?: Record<string, string>) => {
    const lastUse = async () =>
      (await sql()`select last_used_at::text from admin_sessions where id = ${admin.scope.sessionId}`)[0]!.last_used_at;
    const before = await lastUse();
    await requireAdmin(asAdmin(admin, { headers }));
    return (await lastUse()) !== before;
  };
  await age('0 seconds');
  expect(await isWritten()).toBe(false);
  await age('61 seconds');
  expect(await isWritten({ 'X-Admin-Automatic': '1' })).toBe(false);
  expect(await isWritten()).toBe(true);
});
