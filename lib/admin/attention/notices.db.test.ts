import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, sql } from '@/db/client';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { setTime } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { waitForLocks } from '@/testing/db/locks';
import { proveNotices, readNotices, saveNotices, tellAdministrators } from './notices';

const { url } = useTestDatabase();
const EMAIL = 'finance@department.example';

async function moveTo(time: string) {
  await setTime(url, time);
  await closeDatabase();
}

const messages = () =>
  sql()<{ kind: string; recipient: string; detail: { path?: string; items?: object } }[]>`
    select kind, recipient, detail from outbound_messages order by created_at, id`;
const raise = () => sql()`
  insert into alerts (kind, subject, value, most) values ('limit', ${`email:${randomUUID()}@narmada.example`}, 900, 1000)`;
/** The token of the last link. */
const lastToken = async () =>
  (await messages()).findLast(({ kind }) => kind === 'notices_address')!.detail.path!.split('#')[1]!;

let admin: AdminAccount;

beforeEach(async () => {
  await moveTo(new Date(vi.getRealSystemTime()).toISOString());
  await sql()`delete from outbound_messages`;
  await sql()`delete from alerts`;
  await sql()`delete from admin_notices`;
  admin = await makeAdmin();
});

const save = (values: object = {}) =>
  saveNotices(admin.scope, { email: EMAIL, is_daily: true, at_once: ['unusual'], ...values });

async function proven(values: object = {}) {
  await save(values);
  expect(await proveNotices(admin.scope, await lastToken())).toEqual({ ok: true, email: EMAIL });
  await sql()`delete from outbound_messages`;
}

test('nothing but a link goes to an address before the administrator who entered it has opened it', async () => {
  expect(await save()).toEqual({ ok: true, isProven: false });
  await raise();
  await tellAdministrators();
  expect(await messages()).toEqual([{ kind: 'notices_address', recipient: EMAIL, detail: expect.any(Object) }]);
  const other = await makeAdmin();
  expect(await proveNotices(other.scope, await lastToken())).toEqual({ ok: false, code: 'admin.link_invalid' });
  const first = await lastToken();
  await save({ email: 'other@department.example' });
  expect(await proveNotices(admin.scope, first)).toEqual({ ok: false, code: 'admin.link_invalid' });
  expect(await proveNotices(admin.scope, await lastToken())).toMatchObject({ ok: true });
  expect(await readNotices(admin.scope)).toMatchObject({ email: 'other@department.example', isProven: true });
  // What is told, and when, changes without another link.
  expect(await save({ email: 'other@department.example', at_once: [] })).toEqual({ ok: true, isProven: true });
});

test('the link to an address that is not proven is sent again, and only the newest works', async () => {
  await save();
  const first = await lastToken();
  expect(await save()).toEqual({ ok: true, isProven: false });
  expect(await proveNotices(admin.scope, first)).toEqual({ ok: false, code: 'admin.link_invalid' });
  expect(await proveNotices(admin.scope, await lastToken())).toMatchObject({ ok: true });
});

test('a link that another tab asked for at the same time does not prove the address of this one', async () => {
  await proven();
  const token = makeToken();
  let saved: ReturnType<typeof save> | undefined;
  await sql().begin(async (other) => {
    await other`update admin_notices set email = 'mine@department.example', token_hash = ${hashToken(token)}`;
    saved = save();
    await waitForLocks(sql(), 1, 'admin_notices');
  });
  expect(await saved).toEqual({ ok: true, isProven: false });
  expect(await proveNotices(admin.scope, token)).toEqual({ ok: false, code: 'admin.link_invalid' });
});

test('new items of chosen kinds are told once, with numbers only', async () => {
  await proven({ is_daily: false });
  await raise();
  // What was there before is not new.
  expect(await tellAdministrators()).toBe(0);
  await raise();
  expect(await tellAdministrators()).toBe(1);
  expect(await tellAdministrators()).toBe(0);
  expect(await messages()).toEqual([{ kind: 'notices', recipient: EMAIL, detail: { items: { unusual: 2 } } }]);
});

test('what waits is told once a day, from the morning in India on, by one of several instances', async () => {
  await proven({ at_once: [] });
  await raise();
  await moveTo('2027-01-10T02:20:00Z');
  expect(await tellAdministrators()).toBe(0);
  await moveTo('2027-01-10T02:40:00Z');
  const told = await Promise.all(Array.from({ length: 5 }, () => tellAdministrators()));
  expect(told.toSorted()).toEqual([0, 0, 0, 0, 1]);
  await moveTo('2027-01-10T15:00:00Z');
  expect(await tellAdministrators()).toBe(0);
  await moveTo('2027-01-11T02:40:00Z');
  expect(await tellAdministrators()).toBe(1);
});

test('who is no administrator any more, or wants none, gets none', async () => {
  await proven();
  await raise();
  await sql()`update admins set deactivated_at = now() where id = ${admin.adminId}`;
  await moveTo('2027-01-10T06:00:00Z');
  expect(await tellAdministrators()).toBe(0);
  await sql()`update admins set deactivated_at = null where id = ${admin.adminId}`;
  expect(await save({ email: '' })).toEqual({ ok: true, isProven: true });
  expect(await readNotices(admin.scope)).toBeNull();
  expect(await tellAdministrators()).toBe(0);
});

test('other addresses are limited, since each gets an e-mail', async () => {
  const tries = await Promise.all(Array.from({ length: 14 }, (_, n) => save({ email: `${n}@department.example` })));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(10);
  expect(tries.find(({ ok }) => !ok)).toMatchObject({ code: 'auth.too_many_attempts' });
});
