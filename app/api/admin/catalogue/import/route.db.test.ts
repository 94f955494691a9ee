import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as XLSX from 'xlsx';
import { sql } from '@/db/client';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { emptyAuditLog } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { makeLatch } from '@/testing/db/payment';
import { GET, POST } from './route';

useTestDatabase();
let admin: AdminAccount;
beforeEach(async () => {
  admin ??= await makeAdmin();
  await sql()`truncate institutes, courses cascade`;
  await emptyAuditLog();
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const HEADER = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price'];
const FITTER = ['रीवा', 'शासकीय आईटीआई, रीवा', 'ITI', 'Fitter', 20, 12500];
const WELDER = ['रीवा', 'शासकीय आईटीआई, रीवा', 'ITI', 'Welder', 24, '₹12,500.50'];

function workbook(...rows: unknown[][]): Uint8Array {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([HEADER, ...rows]));
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Notes']]), 'Notes');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}
const csv = (...rows: unknown[][]) =>
  [HEADER, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

type Given = { name?: string; apply?: string; token?: string | null };
function ask(body: BodyInit, { name = 'courses.csv', apply, token = admin.token }: Given = {}) {
  const query = new URLSearchParams({ ...(name && { name }), ...(apply && { apply }) });
  const init = {
    method: 'POST',
    headers: token === null ? undefined : { Authorization: `Bearer ${token}` },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  };
  return POST(new Request(`http://localhost/api/admin/catalogue/import?${query}`, init));
}
async function send(body: string | Uint8Array, given?: Given) {
  const response = await ask(body as BodyInit, given);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { dryRun?: DryRun } };
}
async function dryRun(body: string | Uint8Array, given?: Given): Promise<DryRun> {
  const response = await send(body, given);
  expect(response.status).toBe(200);
  return response.body as unknown as DryRun;
}
const stored = () => sql()`select branch, total_seats, price_paise::int from courses order by branch`;
const entries = () =>
  sql()`select id::int, action, actor, admin_id, subject, before, after, cause_id::int from audit_log order by id`;

describe('POST /api/admin/catalogue/import', () => {
  test('previews a workbook without writing, then performs exactly that import as this administrator', async () => {
    const file = workbook(FITTER, WELDER);
    const shown = await dryRun(file, { name: 'पाठ्यक्रम.xlsx' });
    expect(shown).toEqual({
      counts: { added: 2, changed: 0, left: 0, bad: 0 },
      bad: [],
      badKinds: [],
      prices: { rises: 0, falls: 0, largestRise: 0, largestFall: 0 },
      changes: [
        {
          line: 2,
          change: 'added',
          city: 'रीवा',
          institute_name: 'शासकीय आईटीआई, रीवा',
          course_name: 'ITI',
          branch: 'Fitter',
          total_seats: 20,
          price_per_seat: '12500.00',
          duration_years: null,
          branch_hindi: null,
          is_open: true,
          session: expect.stringMatching(/^\d{4}-\d{2}$/),
          study_year: 1,
          before: null,
        },
        expect.objectContaining({ line: 3, branch: 'Welder', price_per_seat: '12500.50' }),
      ],
      institutes: [],
      institutesChanged: 0,
      newInstitutes: [{ line: 2, institute_name: 'शासकीय आईटीआई, रीवा', city: 'रीवा', similar: null }],
      institutesAdded: 1,
      institutesSimilar: 0,
      notInFile: 0,
      places: 0,
      renamed: [],
      warnings: [],
      sheet: 'Sheet1',
      otherSheets: ['Notes'],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await stored()).toHaveLength(0);
    expect(await entries()).toHaveLength(0);

    const applied = await send(file, { name: 'पाठ्यक्रम.xlsx', apply: shown.digest });
    const [entry, ...parts] = await entries();
    expect(applied).toEqual({
      status: 200,
      body: { success: true, added: 2, changed: 0, institutes: 0, entry: entry!.id },
    });
    expect(await stored()).toHaveLength(2);
    const who = { actor: admin.username, admin_id: admin.adminId };
    expect(entry).toMatchObject({ ...who, action: 'catalogue.imported', after: { file_name: 'पाठ्यक्रम.xlsx' } });
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part).toMatchObject({ ...who, action: 'course.added', cause_id: entry!.id });
  });

  test('lists every bad row with all of its errors as sentences, and old and new values of changes', async () => {
    await send(csv(FITTER, WELDER), { apply: (await dryRun(csv(FITTER, WELDER))).digest });
    const file = csv([...FITTER.slice(0, 4), 30, 13000], ['', '', 'B.Sc.', 'Civil', 'x', '1'], FITTER);
    const shown = await dryRun(file);
    expect(shown).toMatchObject({
      counts: { added: 0, changed: 1, left: 0, bad: 2 },
      changes: [
        { line: 2, change: 'changed', before: { total_seats: 20, price_per_seat: '12500.00' }, total_seats: 30 },
      ],
      notInFile: 1,
    });
    expect(shown.bad).toEqual([
      {
        line: 3,
        problems: [
          'City is missing',
          `Course Type "B.Sc." is unknown; allowed are ${COURSE_TYPES.join(', ')}`,
          'Total Seats "x" is not a whole number',
        ],
        values: ['', '', 'B.Sc.', 'Civil', 'x', '1'],
      },
      { line: 4, problems: ['The same course as in line 2'], values: FITTER.map(String) },
    ]);

    const before = [...(await stored())];
    const refused = await send(file, { apply: shown.digest });
    expect(refused).toMatchObject({ status: 409, body: { code: 'catalogue.import_bad', dryRun: shown } });
    expect([...(await stored())]).toEqual(before);
  });

  test('refuses another file, or a catalogue that changed since, with a new preview; writes nothing', async () => {
    const file = csv(FITTER);
    const first = await dryRun(file);
    const other = await send(csv(WELDER), { apply: first.digest });
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'catalogue.import_changed', dryRun: { counts: { added: 1 } } },
    });

    await send(file, { apply: first.digest });
    const again = await send(file, { apply: first.digest });
    expect(again).toMatchObject({ status: 409, body: { dryRun: { counts: { added: 0, left: 1 } } } });

    const raised = await dryRun(csv([...FITTER.slice(0, 5), 13000]));
    await sql()`update courses set price_paise = 99900`;
    const late = await send(csv([...FITTER.slice(0, 5), 13000]), { apply: raised.digest });
    expect(late).toMatchObject({
      status: 409,
      body: { dryRun: { changes: [{ before: { price_per_seat: '999.00' }, price_per_seat: '13000.00' }] } },
    });
    expect([...(await stored())]).toEqual([{ branch: 'Fitter', total_seats: 20, price_paise: 99900 }]);
    const now = await send(csv([...FITTER.slice(0, 5), 13000]), { apply: late.body.dryRun!.digest });
    expect(now).toMatchObject({ status: 200, body: { changed: 1 } });
  });

  test('shows the first thousand changes and counts all', async () => {
    const shown = await dryRun(
      csv(...Array.from({ length: 1200 }, (_, row) => ['Rewa', '', 'ITI', `Trade ${row}`, 1, 1])),
    );
    expect([shown.counts.added, shown.changes.length]).toEqual([1200, 1000]);
  });

  test.each([
    ['a PDF', '%PDF-1.7', 'courses.csv', /^This is a PDF/],
    ['a text named as a workbook', 'City', 'courses.xlsx', /^Missing columns/],
    ['a table without the required columns', 'Name,Seats\nx,1', 'courses.csv', /^Missing columns: City/],
    ['nothing', '', 'courses.csv', /^The file is empty/],
  ])('returns 400 with the reason for %s', async (_, body, name, message) => {
    expect(await send(body, { name })).toEqual({
      status: 400,
      body: { code: 'catalogue.file_unusable', message: expect.stringMatching(message) },
    });
  });

  test('returns 400 for a request without name, or with an invalid name or digest', async () => {
    for (const given of [{ name: '' }, { name: 'a\u0000.csv' }, { name: `${'a'.repeat(252)}.csv` }, { apply: 'yes' }])
      expect((await send(csv(FITTER), given)).status).toBe(400);
  });

  test('reads two files at a time; a third request gets a retry later, and succeeds once one has finished', async () => {
    const waiting = [makeLatch(), makeLatch()].map((reading) => {
      let end = () => {};
      const body = new ReadableStream(
        {
          start: (controller) => {
            end = () => {
              controller.enqueue(new TextEncoder().encode(csv(FITTER)));
              controller.close();
            };
          },
          pull: reading.open,
        },
        { highWaterMark: 0 },
      );
      return { answer: ask(body), end, reading: reading.opened };
    });
    await Promise.all(waiting.map(({ reading }) => reading));
    const refused = await ask(csv(FITTER));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    for (const { answer, end } of waiting) {
      end();
      expect((await answer).status).toBe(200);
    }
    expect((await send(csv(FITTER))).status).toBe(200);
  });
});

describe('GET /api/admin/catalogue/import', () => {
  test('returns the catalogue as a workbook that changes nothing when imported; formulas are exported as text', async () => {
    const file = csv(
      FITTER,
      ['Dhar', '', 'ITI', '=HYPERLINK(1)', 7, '199.05'],
      ['Dhar', '@Institute', 'B.Tech', 'Civil', 0, 0],
    );
    await send(file, { apply: (await dryRun(file)).digest });
    const response = await GET(asAdmin(admin));
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="catalogue-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const workbook = new Uint8Array(await response.arrayBuffer());
    const sheet = XLSX.read(workbook).Sheets.Catalogue!;
    expect(sheet.D2).toMatchObject({ t: 's', v: 'Civil' });
    expect(sheet.D3).toMatchObject({ t: 's', v: '=HYPERLINK(1)' });
    expect(sheet.D3).not.toHaveProperty('f');
    expect(await dryRun(workbook, { name: 'catalogue.xlsx' })).toMatchObject({
      counts: { added: 0, changed: 0, left: 3, bad: 0 },
      notInFile: 0,
    });
  });
});
