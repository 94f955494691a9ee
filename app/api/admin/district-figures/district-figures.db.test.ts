import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { readDistrictFigures, readStoredFigures } from '@/lib/catalogue/district-figures/queries';
import { removeDistrictFigures, storeDistrictFigures } from '@/lib/catalogue/district-figures/mutations';
import { MAX_OFFICE_FILE_BYTES } from '@/lib/platform/limits';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { DELETE, POST } from './route';

useTestDatabase();
const { db: database } = useClient(10);
let owner: AdminAccount;
beforeAll(async () => {
  owner = await makeAdmin();
});
beforeEach(async () => {
  await sql()`delete from settings`;
});

const INFO = { title: 'CSR rupees per person', source: 'State brief', year: '2023' };
const GOOD = 'District,CSR\nIndore,40\nDhar,2.5\n';

async function send(text: string, query: Record<string, string> = {}, by = owner) {
  const request = new Request(`http://localhost/api?${new URLSearchParams(query)}`, {
    ...{ method: 'POST', body: text },
    headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${by.token}` },
  });
  const answer = await POST(request, { params: Promise.resolve({}) });
  return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string; saved?: boolean } };
}
const save = (text: string, version?: string) => send(text, { save: 'true', ...INFO, ...(version && { version }) });
const stored = () => readStoredFigures(owner.scope);
const actions = async () =>
  (
    await sql()<{ action: string; before: unknown; after: unknown }[]>`
      select action, before, after from audit_log where action like 'district_figures.%' order by id`
  ).map(({ action, before, after }) => ({ action, before, after }));

test('a file is only checked until it is saved; then it is stored, replaced and removed with entries in the audit log', async () => {
  const before = (await actions()).length;
  expect(await send(GOOD)).toMatchObject({
    status: 200,
    body: { saved: false, matched: [{ district: 'Indore' }, {}] },
  });
  expect(await readDistrictFigures()).toBeNull();
  expect(await save(GOOD)).toMatchObject({ status: 200, body: { saved: true } });
  expect(await readDistrictFigures()).toEqual({ ...INFO, title_hindi: '', figures: { Indore: 40, Dhar: 2.5 } });
  const first = (await stored())!;
  expect(await save('District,CSR\nRewa,1\n', first.version)).toMatchObject({ status: 200 });
  expect((await readDistrictFigures())!.figures).toEqual({ Rewa: 1 });
  const remove = async (version: string) => {
    const answer = await DELETE(asAdmin(owner, { method: 'DELETE', body: { version } }), {
      params: Promise.resolve({}),
    });
    return { status: answer.status, body: (await answer.json()) as { code?: string } };
  };
  const meanwhile = { status: 409, body: { code: 'district_figures.changed_meanwhile' } };
  expect(await remove(first.version)).toMatchObject(meanwhile);
  expect(await remove((await stored())!.version)).toMatchObject({ status: 200 });
  expect(await readDistrictFigures()).toBeNull();
  const facts = { title: INFO.title, source: INFO.source, year: INFO.year };
  expect((await actions()).slice(before)).toEqual([
    { action: 'district_figures.stored', before: null, after: { ...facts, districts: 2 } },
    { action: 'district_figures.stored', before: { ...facts, districts: 2 }, after: { ...facts, districts: 1 } },
    { action: 'district_figures.removed', before: { ...facts, districts: 1 }, after: null },
  ]);
});

test('what cannot be used is refused, and what is stored stays', async () => {
  await save(GOOD);
  const { version, figures } = (await stored())!;
  const refusals = [
    await save('District,CSR\nIndore,40\nNowhere,1\n', version),
    await save('District,CSR\nIndore,40\nIndore,41\n', version),
    await save('District,CSR\nIndore,-1\n', version),
    await save('District,CSR\nIndore,=A1\n', version),
  ];
  for (const refused of refusals)
    expect(refused).toMatchObject({ status: 400, body: { code: 'district_figures.not_usable' } });
  const unreadable = { status: 400, body: { code: 'catalogue.file_unusable' } };
  expect(await save('Town,CSR\nIndore,1\n', version)).toMatchObject(unreadable);
  expect(await save('%PDF-1.7', version)).toMatchObject(unreadable);
  expect((await save('x'.repeat(MAX_OFFICE_FILE_BYTES + 1), version)).status).toBe(413);
  expect((await send(GOOD, { save: 'true', version })).status).toBe(400);
  // Somebody else replaced them, or there were none.
  const meanwhile = { status: 409, body: { code: 'district_figures.changed_meanwhile' } };
  expect(await save(GOOD)).toMatchObject(meanwhile);
  expect(await save(GOOD, 'another')).toMatchObject(meanwhile);
  expect(await stored()).toMatchObject({ version, figures });
});

test('only owners store figures', async () => {
  const others = await makeAdmin({ role: 'finance' });
  expect((await send(GOOD, {}, others)).status).toBe(403);
});

const value = { ...INFO, title_hindi: '', figures: { Indore: 1 } };
const atOnce = async (version: string | null) => {
  const all = Array.from({ length: 8 }, () => storeDistrictFigures(owner.scope, value, version, database));
  return (await Promise.all(all)).filter(Boolean).length;
};

test('of several who store or remove at once, one does', async () => {
  expect(await atOnce(null)).toBe(1);
  expect(await atOnce((await stored())!.version)).toBe(1);
  const { version } = (await stored())!;
  const removals = Array.from({ length: 8 }, () => removeDistrictFigures(owner.scope, version, database));
  expect((await Promise.all(removals)).filter(Boolean)).toHaveLength(1);
});

test('control: without the lock several store over each other', async () => {
  await atOnce(null);
  const { version } = (await stored())!;
  const slow = [[' for update', ' and pg_sleep(0.2) is not null']] as const;
  expect(await withoutGuards(slow, () => atOnce(version))).toBeGreaterThan(1);
});
