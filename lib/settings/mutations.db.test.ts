import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { PUT } from '@/app/api/admin/settings/[group]/route';
import { readAllSettings, readSettings } from './queries';
import { defaultSettings } from './schema';
import { saveSettings } from './mutations';
import { supportContact } from './support-contact';

useTestDatabase();
const { db: database } = useClient(20);
const holder = usePool(1);
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});
beforeEach(async () => {
  await sql()`delete from settings`;
});

const put = async (group: string, version: string | null, value: unknown) => {
  const request = asAdmin(admin, { method: 'PUT', body: { version, value } });
  const answer = await PUT(request, { params: Promise.resolve({ group }) });
  return { status: answer.status, body: (await answer.json()) as { code?: string; version?: string } };
};
const BODY = { ...defaultSettings('body'), legalName: 'Shiksha Nyas', pan: 'aabtm1234k' };
const entries = () =>
  sql()`select actor, before, after from audit_log where action = 'settings.changed' order by id desc limit 1`;

describe('settings', () => {
  test('are saved with an audit entry of before and after, and read by papers', async () => {
    const first = await put('body', null, BODY);
    expect(first.status).toBe(200);
    expect(await readSettings('body')).toEqual({ ...BODY, pan: 'AABTM1234K' });
    expect((await entries())[0]).toMatchObject({ before: null, after: { group: 'body', legalName: 'Shiksha Nyas' } });
    const registrations = [{ name: 'CSR', number: 'CSR0001', validUntil: '' }];
    const second = await put('body', first.body.version!, { ...BODY, registrations });
    expect(second.status).toBe(200);
    expect((await entries())[0]).toMatchObject({
      actor: admin.username,
      before: { group: 'body', registrations: '[]', legalName: 'Shiksha Nyas' },
      after: { registrations: expect.stringContaining('CSR0001') },
    });
    expect((await readAllSettings(admin.scope)).body.version).toBe(second.body.version);
    expect((await readAllSettings(admin.scope)).terms).toEqual({ value: defaultSettings('terms'), version: null });
  });

  test('the support contact is the one that was entered, else the words for the operator', async () => {
    expect(await supportContact('en')).toBe('the team that runs this website');
    expect((await put('contact', null, { support: ' seats@help.example ' })).status).toBe(200);
    expect(await supportContact('hi')).toBe('seats@help.example');
  });

  test('an outdated version is refused, also of a group that was saved for the first time meanwhile', async () => {
    const { body } = await put('terms', null, { pledgeDays: 30 });
    const refused = { status: 409, body: { code: 'settings.changed_meanwhile' } };
    expect(await put('terms', null, { pledgeDays: 40 })).toMatchObject(refused);
    expect(await put('terms', 'nonsense', { pledgeDays: 40 })).toMatchObject(refused);
    expect((await put('terms', body.version!, { pledgeDays: 50 })).status).toBe(200);
    expect(await put('terms', body.version!, { pledgeDays: 60 })).toMatchObject(refused);
    expect(await readSettings('terms')).toMatchObject({ pledgeDays: 50 });
  });

  test('an invalid field is refused with its name, an unknown group with 404', async () => {
    for (const [group, value, field] of [
      ['body', { ...BODY, ifsc: 'SBIN1' }, 'ifsc'],
      ['terms', { pledgeDays: 0 }, 'pledgeDays'],
      ['numbering', { receipt: 'P/R' }, 'receipt'],
      ['numbering', { receipt: 'PR', fax: '1' }, 'value'],
    ] as const) {
      const answer = await put(group, null, value);
      expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid_field' } });
      expect(JSON.stringify(answer.body)).toContain(field);
    }
    expect(await put('weather', null, {})).toMatchObject({ status: 404, body: { code: 'settings.unknown' } });
  });

  test('of 20 that save at once on one version, one succeeds; without the lock all would', async () => {
    /** All read the version while another transaction has the row. */
    const saveAll = async () => {
      const { body } = await put('terms', null, { pledgeDays: 1 });
      const all = await holder.begin(async (held) => {
        await held`select from settings where "group" = 'terms' for update`;
        const running = Array.from({ length: 20 }, (_, at) => {
          const value = { ...defaultSettings('terms'), pledgeDays: at + 2 };
          return saveSettings(admin.scope, { group: 'terms', value, version: body.version! }, database);
        });
        await waitForLocks(sql(), 20, 'settings');
        return { running };
      });
      const saved = await Promise.all(all.running);
      await sql()`delete from settings`;
      return saved.filter((row) => row !== null).length;
    };
    expect(await saveAll()).toBe(1);
    expect(await withoutGuards([[' for no key update']], saveAll)).toBe(20);
  });
});
