import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { describeInstitute } from '@/lib/admin/courses/mutations';
import { readInstitute } from '@/lib/catalogue/institute-queries';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeInstitute } from '@/testing/db/factories';
import { makeOffice } from '@/testing/db/offices';
import { savePage, undoPage } from './mutations';
import { readAnyPage, readOwnPage } from './queries';
import { institutePageSchema } from './schema';

useTestDatabase();

const EMPTY = {
  ...{ about: '', about_hindi: '', needs: '', needs_hindi: '', results: '', results_hindi: '' },
  ...{ email: '', phone: '', website: '' },
};
const versionOf = async (id: string) =>
  (await sql()<[{ version: string }]>`select updated_at::text as version from institutes where id = ${id}`)[0].version;
const parse = async (id: string, content: Partial<typeof EMPTY>) =>
  institutePageSchema.parse({ ...EMPTY, ...content, version: await versionOf(id) });

describe('security 166: what an office says on the page of its institute', () => {
  test('is public at once, tidy, with its history', async () => {
    const head = await makeOffice();
    const { id } = head.scope.institutes[0]!;
    const first = {
      about: '  A polytechnic \u202E for women.\r\n\n\n\nSince 1962. ',
      about_hindi: 'महिला पॉलिटेक्निक',
      email: 'office@college.example',
      phone: '0755 2661234',
    };
    expect(await savePage(head.scope, id, await parse(id, first))).toEqual({ ok: true });
    expect(await readInstitute(id)).toMatchObject({
      texts: { about: 'A polytechnic for women.\n\nSince 1962.', about_hindi: 'महिला पॉलिटेक्निक' },
      contact: 'office@college.example',
      phone: '0755 2661234',
      website: null,
    });
    expect(
      await savePage(head.scope, id, await parse(id, { website: 'www.college.example', phone: '0755 2661234' })),
    ).toEqual({ ok: true });
    // A telephone number alone is the contact of the catalogue.
    expect(await readInstitute(id)).toMatchObject({
      texts: {},
      contact: '0755 2661234',
      phone: null,
      website: 'https://www.college.example/',
    });
    const page = (await readOwnPage(head.scope, id))!;
    expect(page.history.map(({ office, fields }) => [office, fields.map(({ name }) => name)])).toEqual([
      [head.username, ['about', 'about_hindi', 'email', 'website']],
      [head.username, ['about', 'about_hindi', 'email', 'phone']],
    ]);
    expect(page.history[0]!.fields[2]).toEqual({ name: 'email', old: 'office@college.example', now: null });
    // What is as before is no change.
    expect(
      await savePage(
        head.scope,
        id,
        await parse(id, { website: 'https://www.college.example/', phone: '0755 2661234' }),
      ),
    ).toEqual({ ok: true });
    expect((await readOwnPage(head.scope, id))!.history.length).toBe(2);
  });

  test('has the catalogue’s contact, whose changes are in the history without the names of administrators', async () => {
    const institute = await makeInstitute({ contact: 'old@college.example', website: 'https://old.example/' });
    const [head, admin] = [await makeOffice({ instituteIds: [institute.id] }), await makeAdmin()];
    expect((await readOwnPage(head.scope, institute.id))!.content).toMatchObject({
      email: 'old@college.example',
      phone: null,
    });
    const details = {
      number: null,
      hindi: null,
      address: null,
      website: 'https://new.example/',
      kind: null,
      contact: 'old@college.example',
    };
    await describeInstitute(admin.scope, institute.id, { ...details, version: await versionOf(institute.id) });
    expect((await readOwnPage(head.scope, institute.id))!.history).toMatchObject([
      {
        office: null,
        isWhole: false,
        fields: [{ name: 'website', old: 'https://old.example/', now: 'https://new.example/' }],
      },
    ]);
  });

  test('is not written by others, by clerks, nor over what somebody else wrote meanwhile', async () => {
    const [a, b] = [await makeOffice(), await makeOffice()];
    const { id } = a.scope.institutes[0]!;
    const page = await parse(id, { about: 'Ours' });
    expect(await savePage(b.scope, id, page)).toEqual({ ok: false, code: 'institute.not_found' });
    expect(await readOwnPage(b.scope, id)).toBeNull();
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [id] });
    await expect(savePage(clerk.scope, id, page)).rejects.toMatchObject({ status: 401 });
    expect(await savePage(a.scope, id, page)).toEqual({ ok: true });
    expect(await savePage(a.scope, id, { ...page, about: 'Overwritten' })).toEqual({
      ok: false,
      code: 'institute.changed_meanwhile',
    });
    await sql()`delete from office_institutes where admin_id = ${a.adminId}`;
    await expect(savePage(a.scope, id, await parse(id, {}))).rejects.toMatchObject({ status: 401 });
  });

  test('is undone by administrators to what it was before a change, with an entry', async () => {
    const [head, admin] = [await makeOffice(), await makeAdmin({ role: 'catalogue' })];
    const { id } = head.scope.institutes[0]!;
    for (const about of ['First', 'Second', 'Third'])
      await savePage(head.scope, id, await parse(id, { about, phone: '0755 2661234' }));
    const page = (await readAnyPage(admin.scope, id))!;
    const second = page.history[1]!;
    const stale = { before_entry: second.id, version: 'another' };
    expect(await undoPage(admin.scope, id, stale)).toEqual({ ok: false, code: 'institute.changed_meanwhile' });
    expect(await undoPage(admin.scope, id, { before_entry: second.id, version: page.version })).toEqual({ ok: true });
    expect(await readInstitute(id)).toMatchObject({ texts: { about: 'First' }, contact: '0755 2661234' });
    const [entry] = (await readAnyPage(admin.scope, id))!.history;
    expect(entry).toMatchObject({ actor: admin.username, fields: [{ name: 'about', old: 'Third', now: 'First' }] });
    // An entry of another institute undoes nothing.
    const other = await makeInstitute();
    const foreign = { before_entry: second.id, version: await versionOf(other.id) };
    expect(await undoPage(admin.scope, other.id, foreign)).toEqual({ ok: false, code: 'institute.not_found' });
  });
});

test.each([
  ['about', 'x'.repeat(1001), 'institute.text_long'],
  ['email', '0755 2661234', 'institute.email'],
  ['phone', 'office@college.example', 'institute.phone'],
  ['website', 'javascript:alert(1)', 'institute.website'],
  ['website', 'https://user:secret@college.example', 'institute.website'],
])('security 166: %s is refused', (field, value, code) => {
  const parsed = institutePageSchema.safeParse({ ...EMPTY, [field]: value, version: '1' });
  expect(parsed.error?.issues).toMatchObject([{ path: [field], message: code }]);
});
