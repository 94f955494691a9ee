import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import postgres from 'postgres';
import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from 'xlsx';
import { GET, HEAD } from '@/app/api/user/download/[kind]/route';
import { sql } from '@/db/client';
import { BILLING_COLUMNS } from '@/lib/admin/users-and-billings/schema';
import { collectGarbage } from '@/testing/collect-garbage';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertBulk } from '@/testing/db/bulk';
import { useTestDatabase } from '@/testing/db/database';

const database = useTestDatabase();

/** Possible input of sponsors: text that looks like a formula, Hindi, and characters that XML does not allow. */
const TEXTS = [
  ...['=HYPERLINK("http://x")', '=1+1', '+91 755 255', '-1+1', '@SUM(A1)', '\t=1+1', '\r=1+1', "'=1+1"],
  ...['नर्मदा मोटर्स', 'क्ष त्र ज्ञ 🚜👩🏽‍🏫', ' spaces at both ends ', 'two\nlines', '12345678901', '1e5', 'TRUE', '#REF!'],
  ...['a\u0001b\u000bc\u001fd\u007fe\u0085f', '_x0041_', '_x005F_x0041_', '<b>&amp;"]]>', '\uFFFE\uFFFF'],
];

const USERS = 2_000;
const BILLINGS = 10_000;
let admin: AdminAccount;
/** Returns the file of all billings. */
let all: WorkBook;

beforeAll(async () => {
  admin = await makeAdmin();
  // A separate connection without the application timeouts.
  const own = postgres(database.url, { max: 1, onnotice: () => undefined });
  await insertBulk(own, { users: USERS, billings: BILLINGS });
  await own`
    update users u set company_name = t.text, full_name = t.text, phone_number = '+91 98260 12345'
      from unnest(${TEXTS}::text[]) with ordinality as t(text, n),
           (select id, row_number() over (order by created_at desc, id desc) as n from users) o
     where u.id = o.id and o.n = t.n * 40`;
  await own`
    update billings b set sponsor = b.sponsor || jsonb_build_object('company', t.text), total_paise = 123456789050 * t.n
      from unnest(${TEXTS}::text[]) with ordinality as t(text, n),
           (select id, row_number() over (order by created_at desc, id desc) as n from billings) o
     where b.id = o.id and o.n = t.n * 400`;
  // The last millisecond of an Indian day, the first of the next, and a billing with exactly that time.
  await own`
    update billings set created_at = m.moment::timestamptz
      from (select id, row_number() over (order by id) as n from billings where state = 'pledged') o,
           (values (1, '2026-03-31 23:59:59.999+05:30'), (2, '2026-04-01 00:00+05:30'), (3, '2026-04-01 00:00+05:30')) as m(n, moment)
     where billings.id = o.id and o.n = m.n`;
  await own`analyze`;
  await own.end();
  all = parse(await download('billings'));
});

const ask = (kind: string, signal?: AbortSignal) => {
  const { headers, url } = asAdmin(admin, { url: `http://localhost/api/user/download/${kind}` });
  const [name] = kind.split('?');
  return GET(new Request(url, { headers, signal }), { params: Promise.resolve({ kind: name! }) });
};

async function download(kind: string): Promise<Buffer> {
  const response = await ask(kind);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

type Row = (CellObject | undefined)[];

/** Returns the cells below the header by row, as read by SheetJS. */
function rowsOf(sheet: WorkSheet | undefined): Row[] {
  return (sheet as unknown as Row[]).slice(1);
}

/** Compares row by row, and reports the first difference. */
function expectSame(rows: readonly unknown[][], expected: readonly unknown[][]): void {
  expect(rows).toHaveLength(expected.length);
  const at = rows.findIndex((row, index) => !isDeepStrictEqual(row, expected[index]));
  expect(rows[at]).toEqual(expected[at]);
}

const parse = (file: Buffer) => read(file, { dense: true, cellNF: true, cellText: true, bookFiles: true });
const sheetXml = (book: unknown) =>
  Buffer.from(
    (book as { files: Record<string, { content: Uint8Array }> }).files['xl/worksheets/sheet1.xml']!.content,
  ).toString();

/** Returns the Indian local time of a cell, in milliseconds. */
const wallClock = (cell: CellObject | undefined) => Math.round((Number(cell!.v) - 25_569) * 86_400_000);
const lastAudit = async () => (await sql()`select * from audit_log order by id desc limit 1`)[0]!;

describe('GET /api/user/download/{kind}', () => {
  test('R-API-30 R-ENT-16 security 40: every billing is a row, newest first, and its cells say what the database says', async () => {
    const response = await ask('billings');
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="billings-data-\d{4}-\d\d-\d\d\.xlsx"$/),
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'x-request-id': expect.any(String),
    });
    await response.body!.cancel();
    expect(all.SheetNames).toEqual(['Billings', 'Lines']);
    const rows = rowsOf(all.Sheets.Billings);
    const kept = await sql()`
      select b.id, b.reference, b.user_id, b.sponsor->>'company' as company, b.sponsor->>'fullName' as name, b.sponsor->>'email' as email,
             b.total_paise::float8 / 100 as total, i.seats, i.courses, i.session,
             case when b.state = 'completed' then 'Completed' when b.state in ('draft', 'pledged') then 'Pending' when b.state = 'replaced' then 'Replaced' when b.state = 'cancelled' then 'Cancelled'
                  when b.state = 'refund_due' then 'Refund due' when b.state = 'held' and b.hold_expires_at > now() then 'Pending' else 'Expired' end as status,
             b.verified_at is not null as verified, floor(extract(epoch from b.created_at at time zone 'Asia/Kolkata') * 1000)::float8 as clock
        from billings b cross join lateral (
             select min(session) as session, sum(seats)::int as seats, string_agg(course_name || ' ' || branch || ', ' || city || ': ' || seats || case seats when 1 then ' seat' else ' seats' end
                    || ' at ', '; ' order by position) as courses from billing_items where billing_id = b.id) i
       order by b.created_at desc, b.id desc`;
    expect(kept).toHaveLength(BILLINGS);
    expectSame(
      rows.map((row) => [
        row.map((cell) => cell!.t + (cell!.f ?? '')).join(''),
        ...row.slice(0, 6).map((cell) => cell!.v),
        String(row[6]!.v).replace(/₹[\d,]+\.\d\d/g, ''),
        ...[row[7]!.v, row[8]!.v, wallClock(row[9]), row[10]!.v, row[11]!.v, row[12]!.v, row[1]!.z, row[9]!.z],
      ]),
      kept.map((given) => [
        'ssssnnsssnsssnnn',
        ...[given.reference, given.company, given.name, given.email, given.total, given.seats],
        ...[given.courses, given.status, given.verified ? 'Yes' : 'No', given.clock, given.id, given.user_id],
        ...[given.session, '@', 'dd mmm yyyy hh:mm'],
      ]),
    );
    expect(rows.filter((row) => TEXTS.includes(String(row[1]!.v)))).toHaveLength(TEXTS.length);
  });

  test('R-BIZ-02 amounts are numbers formatted in lakhs and crores; dates are in Indian time', async () => {
    const rows = rowsOf(all.Sheets.Billings);
    const shown = new Map(rows.map((row) => [Number(row[4]!.v), SSF.format(row[4]!.z as string, row[4]!.v)]));
    expect(shown.get(1_234_567_890.5)).toBe('₹123,45,67,890.50');
    const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    const ordinary = [...shown].filter(([amount]) => amount < 1e9);
    expect(ordinary.length).toBeGreaterThan(100);
    for (const [amount, text] of ordinary) expect(text).toBe(rupees.format(amount));

    const april = rowsOf(parse(await download('billings?from=2026-04-01&to=2026-04-01')).Sheets.Billings);
    const moments = april.map((row) => Number(row[9]!.v));
    expect(moments.filter((serial) => serial === 46_113)).toHaveLength(2);
    expect(SSF.format('dd mmm yyyy hh:mm', 46_113)).toBe('01 Apr 2026 00:00');
    expect(moments.every((serial) => Math.floor(serial) === 46_113)).toBe(true);
  });

  test('R-API-29 R-ENT-15 security 40: every user is a row, newest first; phone numbers are text', async () => {
    const file = await download('users');
    const kept = await sql()`
      select u.*, floor(extract(epoch from u.created_at at time zone 'Asia/Kolkata') * 1000)::float8 as clock,
             exists (select from billings b where b.user_id = u.id and (b.state in ('pledged', 'completed') or (b.state = 'held' and b.hold_expires_at > now()))) as locked
        from users u order by u.created_at desc, u.id desc`;
    const rows = rowsOf(parse(file).Sheets.Users);
    expect(kept).toHaveLength(USERS);
    expectSame(
      rows.map((row) => [
        Array.from(row, (cell) => (cell ? cell.t + (cell.f ?? '') : ' '))
          .join('')
          .trimEnd(),
        ...Array.from(row.slice(0, 7), (cell) => cell?.v ?? null),
        wallClock(row[7]),
        /^\S+ .+, .+: \d+ seats(; \S+ .+, .+: \d+ seats)*$/.test(String(row[8]?.v)),
        row[9]!.v,
      ]),
      kept.map((given) => [
        `ssssss${given.industry ? 's' : ' '}n${given.locked ? 's' : ' '}s`,
        ...[given.kind === 'guest' ? 'Guest' : 'Registered', given.full_name, given.designation, given.email],
        ...[given.phone_number, given.company_name, given.industry, given.clock, given.locked, given.id],
      ]),
    );
    expect(rows.filter((row) => row[4]!.v === '+91 98260 12345')).toHaveLength(TEXTS.length);
  });

  test('the second sheet of the billings has one row per course with its part of the money, dates in Indian time', async () => {
    const [some] = await sql()<{ id: string }[]>`select id from billings where state = 'pledged' order by id limit 1`;
    await sql()`update billings set received_paise = 5050, due_at = '2026-12-31T18:30:00Z' where id = ${some!.id}`;
    const book = parse(await download('billings?status=pending&verified=yes'));
    const rows = rowsOf(book.Sheets.Lines);
    const kept = await sql()`
      select b.reference, b.sponsor->>'company' as company, i.course_name as type, i.branch, i.city, i.seats, i.price_paise::float8 / 100 as price,
             i.seats * i.price_paise::float8 / 100 as total, part.received::float8 / 100 as received,
             part.outstanding::float8 / 100 as outstanding, b.due_at is not null as has_term, i.session
        from billings b join billing_items i on i.billing_id = b.id
             cross join lateral (
               select array_agg(course_id order by position) as courses, array_agg(seats * price_paise order by position) as values
                 from billing_items where billing_id = b.id and seats > 0) item
             join lateral unnest(item.courses, divided(b.received_paise, item.values),
                                 divided(case when b.state = 'pledged' then b.total_paise - b.received_paise else 0 end, item.values))
                       as part(course_id, received, outstanding) on part.course_id = i.course_id
       where b.state in ('pledged', 'held') and (b.state = 'pledged' or b.hold_expires_at > now()) order by b.created_at desc, b.id desc, i.position`;
    expect(kept.length).toBeGreaterThan(1_500);
    expectSame(
      rows.map((row) => [
        ...[0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].map((column) => row[column]!.v),
        ...[row[6]?.v ?? '', row[13] ? wallClock(row[13]) : null, row[14]!.v, row[15]!.v],
      ]),
      kept.map((given) => [
        ...[given.reference, given.company, 'Pending', 'Yes', given.type, given.branch, given.city, given.seats],
        ...[given.price, given.total, given.received, given.outstanding, ''],
        ...[given.has_term ? Date.parse('2027-01-01T00:00:00Z') : null, given.session, 1],
      ]),
    );
    expect(await lastAudit()).toMatchObject({
      action: 'billings.downloaded',
      after: { status: 'pending', verified: 'yes', rows: rowsOf(book.Sheets.Billings).length },
    });
    await sql()`update billings set received_paise = 0, due_at = null where id = ${some!.id}`;
  });

  test('A4 the money of an adoption stands once: columns of both sheets add up to what the database has, and a city has its lines alone', async () => {
    const [some] = await sql()<{ id: string }[]>`
      select b.id from billings b join billing_items i on i.billing_id = b.id where state = 'pledged' group by b.id having count(distinct i.city) > 1 order by b.id limit 1`;
    await sql()`update billings set received_paise = 5051, refunded_paise = 1000, due_at = '2026-12-31T18:30:00Z' where id = ${some!.id}`;
    await sql()`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, tds_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
      values (${some!.id}, 'NEFT', '2026-04-01', 4551, 500, 'UTRSHEETS1', 'Lines', 'confirmed', gen_random_uuid(), gen_random_uuid(), now())`;
    const book = parse(await download('billings'));
    const titles = {
      Billings: ['Received', 'Tax Withheld (TDS)', 'Outstanding', 'Total Price'],
      Lines: ['Received', 'Tax Withheld (TDS)', 'Outstanding', 'Line Total'],
    };
    const sumsOf = (name: keyof typeof titles) => {
      const [head, ...rows] = book.Sheets[name] as unknown as Row[];
      return titles[name].map((title) => {
        const at = head!.findIndex((cell) => cell!.v === title);
        return rows.reduce((sum, row) => sum + Math.round(Number(row[at]!.v) * 100), 0);
      });
    };
    const [kept] = await sql()<
      { received: number; withheld: number; outstanding: number; total: number; lines: number }[]
    >`
      select sum(greatest(received_paise - refunded_paise - tds, 0)) as received, sum(tds) as withheld,
             sum(case when state in ('pledged', 'completed') then greatest(total_paise - received_paise + refunded_paise, 0) else 0 end) as outstanding,
             sum(total_paise) as total, (select sum(seats * price_paise) from billing_items) as lines
        from billings b cross join lateral (select coalesce(sum(tds_paise), 0)::bigint as tds from bank_receipts where billing_id = b.id and state = 'confirmed') t`;
    expect(kept).toMatchObject({ withheld: 500 });
    expect(sumsOf('Billings')).toEqual([kept!.received, kept!.withheld, kept!.outstanding, kept!.total]);
    expect(sumsOf('Lines')).toEqual([kept!.received, kept!.withheld, kept!.outstanding, kept!.lines]);

    const ofCity = parse(await download('billings?city=Indore'));
    const cities = rowsOf(ofCity.Sheets.Lines).map((row) => row[7]!.v);
    const [indore] = await sql()<{ lines: number; adoptions: number }[]>`
      select count(*)::int as lines, count(distinct billing_id)::int as adoptions from billing_items where city = 'Indore' and seats > 0`;
    expect(cities).toEqual(Array.from({ length: indore!.lines }, () => 'Indore'));
    expect(rowsOf(ofCity.Sheets.Billings)).toHaveLength(indore!.adoptions);
    await sql()`delete from bank_receipts where billing_id = ${some!.id}`;
    await sql()`update billings set received_paise = 0, refunded_paise = 0, due_at = null where id = ${some!.id}`;
  });

  test('security 40: the payments and refunds of a month, with what the settlement report says, and totals', async () => {
    const [some] = await sql()<{ id: string; user_id: string; reference: string }[]>`
      select id, user_id, reference from billings where state = 'completed' order by id limit 1`;
    const at = (moment: string) => `2024-02-${moment}:00+05:30`;
    const add = (transaction: string, moment: string, values: object = {}) => sql()<{ id: string }[]>`
      insert into payments ${sql()({
        billing_id: some!.id,
        user_id: some!.user_id,
        provider: 'razorpay',
        provider_ref: `plink_${transaction}`,
        method: 'upi',
        method_used: '=HYPERLINK("http://evil.example")',
        amount_paise: 1000_00,
        status: 'refund_due',
        transaction_id: transaction,
        captured_paise: 1000_00,
        captured_currency: 'INR',
        fee_paise: 23_60,
        tax_paise: 3_60,
        settled_at: moment,
        ...values,
      })} returning id`;
    const [settled] = await add('pay_settled', at('01T00:00'));
    await add('pay_open', at('29T23:59'), { fee_paise: null, tax_paise: null });
    await add('pay_before', '2024-01-31T23:59:59+05:30');
    await add('pay_after', '2024-03-01T00:00:00+05:30');
    // Money moved in this month, so test payments are left out.
    await add('pay_test', at('02T10:00'), { is_test: true });
    await sql()`
      insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, processed_at, next_try_at)
      values (${settled!.id}, ${some!.id}, 40000, 'reduced', 'processed', 'rfnd_1', ${at('10T12:00')}, null)`;
    await sql()`
      insert into settlement_items (provider, day, line, entity_id, type, credit_paise, debit_paise, amount_paise, fee_paise, tax_paise, settlement_id, utr, settled_at)
      values ('razorpay', '2024-02-03', 1, 'pay_settled', 'payment', 97500, 0, 100000, 2500, 400, 'setl_1', 'UTR1', ${at('03T12:00')})`;
    await sql()`
      insert into settlement_differences (provider, kind, entity_id, reported_paise) values ('razorpay', 'unknown', 'rfnd_1', 40000)`;
    const file = parse(await download('payments?month=2024-02'));
    const xml = sheetXml(file);
    expect(xml).not.toMatch(/<f[ >]/);
    const method = '=HYPERLINK("http://evil.example")';
    const values = rowsOf(file.Sheets.Payments).map((row) => Array.from(row, (cell) => cell?.v ?? null));
    const [first, refund, open, totals] = values;
    const day = (moment: string) => Date.parse(`2024-02-${moment}:00Z`);
    const clocks = rowsOf(file.Sheets.Payments).map((row) => (row[0] ? wallClock(row[0]) : null));
    expect(clocks).toEqual([day('01T00:00'), day('10T12:00'), day('29T23:59'), null]);
    expect(first!.slice(1, 17)).toEqual([
      ...['Payment', some!.reference, 'razorpay', 'pay_settled', 'pay_settled', 'plink_pay_settled', method, 'INR'],
      ...[1000, 25, 4, 975, 'Refund due', 'Settled', 'setl_1', 'UTR1'],
    ]);
    expect(refund!.slice(1, 15)).toEqual([
      ...['Refund', some!.reference, 'razorpay', 'rfnd_1', 'pay_settled', 'plink_pay_settled', method, 'INR'],
      ...[-400, null, null, -400, 'Paid back', 'Difference'],
    ]);
    expect(open!.slice(9, 15)).toEqual([1000, null, null, null, 'Refund due', 'Not settled yet']);
    expect([totals![1], ...totals!.slice(8, 13)]).toEqual(['Total', 'INR', 1600, 25, 4, 575]);
    expect(await lastAudit()).toMatchObject({ action: 'payments.downloaded', after: { month: '2024-02', rows: 3 } });
    await sql()`update payments set is_test = true where provider = 'razorpay'`;
    expect(rowsOf(parse(await download('payments?month=2024-02')).Sheets.Payments)).toHaveLength(5);
  });

  test('security 40: the header stays in sight, is bold and filters; no cell is a formula and each column is as wide as it needs', async () => {
    const book = parse(await download('users'));
    const xml = sheetXml(book);
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"',
    );
    expect(xml).toContain(`<autoFilter ref="A1:J${USERS + 1}"/>`);
    expect(xml).not.toMatch(/<f[ >]|<hyperlink/);
    const widths = [...xml.matchAll(/<col min="\d+" max="\d+" width="(\d+)"/g)].map(([, width]) => Number(width));
    expect(widths).toHaveLength(10);
    expect(widths[9]).toBeGreaterThan(36);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
    expect(xml).toMatch(/<row r="1"><c r="A1" s="1" t="inlineStr">/);
    expect(book.Workbook!.Names).toMatchObject([
      { Name: '_xlnm._FilterDatabase', Sheet: 0 },
      { Name: '_xlnm.Print_Titles', Sheet: 0 },
    ]);
  });

  test('a filter selects the rows and is in the audit log with their number; the order of the table does not matter', async () => {
    const rows = rowsOf(
      parse(await download('billings?status=expired&type=B.Tech&sort=company&dir=asc&page=3')).Sheets.Billings!,
    );
    const kept = await sql()<{ id: string }[]>`
      select id from billings b where (state = 'expired' or (state = 'held' and hold_expires_at <= now()))
         and exists (select from billing_items where billing_id = b.id and course_name = 'B.Tech') order by created_at desc, id desc`;
    expect(kept.length).toBeGreaterThan(150);
    expect(rows.map((row) => row[10]!.v)).toEqual(kept.map(({ id }) => id));
    expect(await lastAudit()).toMatchObject({
      action: 'billings.downloaded',
      actor: admin.username,
      admin_id: admin.adminId,
      after: { status: 'expired', type: 'B.Tech', rows: kept.length },
    });
    const none = parse(await download('users?q=nobody-is-called-this'));
    expect(rowsOf(none.Sheets.Users)).toEqual([]);
    expect((await lastAudit()).after).toEqual({ q: 'nobody-is-called-this', rows: 0 });
  });

  test('the chosen columns of a table are exactly those of its file, in the order of the page, without the lines', async () => {
    const header = ({ Sheets }: WorkBook, name: string) =>
      (Sheets[name] as unknown as Row[])[0]!.map((cell) => cell!.v);
    const some = parse(await download('billings?status=expired&shown=reference.total.created.session'));
    expect(header(some, 'Billings')).toEqual(['Reference', 'Total Price', 'Created (India)', 'Session']);
    expect(rowsOf(some.Sheets.Billings)[0]!.map((cell) => cell!.t)).toEqual(['s', 'n', 'n', 's']);
    expect((await lastAudit()).after).toMatchObject({ status: 'expired', shown: 'reference.total.created.session' });
    expect(header(parse(await download('users?shown=name.email.kind')), 'Users')).toEqual([
      'Full Name',
      'Email',
      'Account',
    ]);
    // The page leaves out this choice; a file of all columns has more.
    expect(header(parse(await download(`billings?shown=${BILLING_COLUMNS.join('.')}`)), 'Billings')).toHaveLength(
      BILLING_COLUMNS.length,
    );
    expect(some.SheetNames).toEqual(['Billings']);
    for (const shown of ['company', 'total.reference', 'reference.reference', 'reference.password_hash', 'referencex'])
      await expectRefused(`billings?shown=${shown}`, 400, 'request.invalid_field');
  });

  const expectRefused = async (kind: string, status: number, code: string) => {
    const before = await lastAudit();
    const response = await ask(kind);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
    expect(await lastAudit()).toEqual(before);
  };

  test.each(['..%2f', '..%2fusers', '../users', 'constructor', 'toString', '__proto__', 'Users', 'users/'])(
    'security 49: there is no download of the kind %s, and no audit entry of one',
    (kind) => expectRefused(kind, 404, 'download.unknown'),
  );

  test.each([
    ['billings?status=paid', 400, 'request.invalid_field'],
    ['billings?from=2026-02-30', 400, 'request.invalid_field'],
    ['billings?status=expired&status=pending', 400, 'request.invalid_field'],
    ['users?kind=admin', 400, 'request.invalid_field'],
    ['users?q=%00', 400, 'request.invalid_field'],
    ['payments?month=2026-13', 400, 'request.invalid_field'],
  ])('refuses %s with %i %s and writes no audit entry', expectRefused);

  test('a HEAD request creates no file', async () => {
    const before = await lastAudit();
    const response = await HEAD(new Request('http://localhost/api/user/download/users', { method: 'HEAD' }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    expect(await lastAudit()).toEqual(before);
  });

  test('without an audit log entry there is no file', async () => {
    await sql()`alter table audit_log rename to audit_log_away`;
    const response = await ask('users').finally(() => sql()`alter table audit_log_away rename to audit_log`);
    expect([response.status, await response.json()]).toEqual([500, { code: 'internal' }]);
  });

  test('a failure while streaming aborts the connection', async () => {
    const response = await ask('billings');
    expect(response.status).toBe(200);
    await sql()`alter table billing_items rename to billing_items_away`;
    await expect(response.arrayBuffer()).rejects.toThrow();
    await sql()`alter table billing_items_away rename to billing_items`;
  });

  test('two files are written at once; a third is refused until one is complete or its client disconnected', async () => {
    const [leaving, cancelled] = [new AbortController(), await ask('billings')];
    const left = await ask('billings', leaving.signal);
    const refused = await ask('users');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ code: 'download.busy' });
    await cancelled.body!.cancel();
    await vi.waitFor(() => download('users'), { timeout: 10_000 });
    await collectGarbage();
    leaving.abort();
    await expect(left.arrayBuffer()).rejects.toThrow();
    await Promise.all([download('users'), download('users')]);
  });
});
