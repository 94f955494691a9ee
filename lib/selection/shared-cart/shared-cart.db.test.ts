import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { POST } from '@/app/api/cart/share/route';
import { GET as readBoardPack } from '@/app/api/cart/share/[token]/board-pack/route';
import { GET as readPdf } from '@/app/api/cart/share/[token]/pdf/route';
import { POST as postDecision } from '@/app/api/cart/share/[token]/decisions/route';
import { sql } from '@/db/client';
import { MAX_DECISIONS, SHARED_CART_DAYS, SHARED_CART_DECISIONS, SHARED_CARTS } from '@/lib/platform/limits';
import { purgeData } from '@/lib/operation/jobs/purge';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { pdfPages } from '@/testing/db/pdf';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { newNetwork } from '@/testing/db/networks';
import { endReservation, reserve } from '@/testing/db/reservations';
import { readReservedCart, readSharedCart } from './queries';

useTestDatabase();

const share = (lines: unknown, from = newNetwork()) =>
  POST(
    new Request('http://localhost/api/cart/share', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({ selected_courses: lines }),
    }),
  );
const wanted = ({ id }: CourseRow, selectedSeats = 2) => ({ course_id: id, selectedSeats });

/** Shares lines and returns the token of the link. */
async function tokenOf(...lines: ReturnType<typeof wanted>[]): Promise<string> {
  const response = await share(lines);
  expect(response.status).toBe(201);
  return ((await response.json()) as { url: string }).url.split('/').at(-1)!;
}

const pdf = (token: string, query = '') =>
  readPdf(
    new Request(`http://localhost/api/cart/share/x/pdf${query}`, { headers: { 'X-Forwarded-For': newNetwork() } }),
    {
      params: Promise.resolve({ token }),
    },
  );
const count = async () => (await sql()<{ n: number }[]>`select count(*)::int as n from shared_carts`)[0]!.n;

beforeEach(async () => void (await sql()`delete from shared_carts`));

const decide = (token: string, body: object, from = newNetwork()) =>
  postDecision(
    new Request('http://localhost/api/cart/share/x/decisions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ token }) },
  );
const approval = { decision: 'approved', name: 'Meera Joshi' };

describe('a decision', () => {
  test('is kept with its link, changes no seat, and ends with it', async () => {
    const course = await makeCourse();
    const token = await tokenOf(wanted(course));
    const seats = async () => (await sql()`select adopted_seats, held_seats from courses where id = ${course.id}`)[0];
    const before = await seats();
    expect((await decide(token, approval)).status).toBe(201);
    const response = await decide(token, { decision: 'declined', name: 'Ravi Rao', note: 'Too many' });
    expect(await response.json()).toMatchObject({
      decisions: [
        { decision: 'declined', name: 'Ravi Rao', note: 'Too many' },
        { decision: 'approved', name: 'Meera Joshi', note: '' },
      ],
    });
    expect(await seats()).toEqual(before);
    await sql()`update shared_carts set expires_at = now()`;
    expect((await decide(token, approval)).status).toBe(404);
    expect((await decide('unknown', approval)).status).toBe(404);
    await purgeData();
    expect(await sql()`select * from shared_cart_decisions`).toEqual([]);
  });

  test('is refused without a name, with an address, with a long note, and if it is none', async () => {
    const token = await tokenOf(wanted(await makeCourse()));
    for (const wrong of [
      { name: ' ' },
      { name: 'see example.com' },
      { note: 'call 98260 12345' },
      { note: 'x'.repeat(501) },
      { decision: 'maybe' },
    ])
      expect((await decide(token, { ...approval, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect(await (await decide(token, { ...approval, note: 'see example.com' })).json()).toMatchObject({
      code: 'name.address',
      field: 'note',
    });
    expect(await sql()`select * from shared_cart_decisions`).toEqual([]);
  });

  test('security 76: one link gets ten, also at once, and one address twenty an hour', async () => {
    const token = await tokenOf(wanted(await makeCourse()));
    const all = await Promise.all(Array.from({ length: MAX_DECISIONS + 5 }, () => decide(token, approval)));
    const statuses = all.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(MAX_DECISIONS).fill(201), ...Array<number>(5).fill(409)]);
    const from = newNetwork();
    for (let tried = 0; tried < SHARED_CART_DECISIONS.points; tried++)
      expect((await decide('unknown', approval, from)).status).toBe(404);
    expect((await decide('unknown', approval, from)).status).toBe(429);
  });
});

describe('the link of a reservation', () => {
  test('shows its unused seats at the promised price, and afterwards those that are free', async () => {
    const [course, other] = [await makeCourse({ totalSeats: 6, pricePaise: 100_00 }), await makeCourse()];
    const id = await reserve(
      [
        { course, seats: 5 },
        { course: other, seats: 2 },
      ],
      { company: 'Link Works', holder: 'csr@link.example' },
    );
    await sql()`update courses set price_paise = ${120_00} where id = ${course.id}`;
    const live = await readReservedCart(id);
    expect(live).toMatchObject({
      company: 'Link Works',
      isLive: true,
      holder: { kind: 'email', holder: 'cXX@link.example' },
    });
    expect(live!.leftMs).toBeGreaterThan(0);
    const lineOf = (cart: typeof live) => cart!.lines.find(({ line }) => line.id === course.id);
    expect(lineOf(live)).toMatchObject({ seats: 5, course: { price_paise: 100_00, reservation_id: id }, changes: [] });
    await endReservation(id);
    const ended = await readReservedCart(id);
    expect(ended!.isLive).toBe(false);
    expect(lineOf(ended)).toMatchObject({ seats: 5, course: { price_paise: 120_00, left_seats: 6 } });
  });

  test('is unknown for other ids and for anything else', async () => {
    expect(await readReservedCart('5f0c2d9e-4b1a-4c7d-9e3f-1a2b3c4d5e6f')).toBeNull();
    expect(await readReservedCart('unknown')).toBeNull();
  });
});

describe('a link', () => {
  test('security 76: has a token of 256 bits that the database does not know, and ends after 30 days by its clock', async () => {
    const response = await share([wanted(await makeCourse())]);
    const { url, expires_at } = (await response.json()) as { url: string; expires_at: string };
    expect(url).toMatch(/^http:\/\/localhost:3000\/shared-cart\/[\w-]{43}$/);
    const token = url.split('/').at(-1)!;
    const [row] = await sql()`
      select token_hash, extract(epoch from expires_at - created_at)::float8 as seconds, shared_carts::text as text,
             round(extract(epoch from expires_at) * 1000)::float8 as ms from shared_carts`;
    expect(row).toMatchObject({
      token_hash: createHash('sha256').update(token).digest('hex'),
      seconds: SHARED_CART_DAYS * 24 * 60 * 60,
      ms: expect.closeTo(Date.parse(expires_at), -1),
    });
    expect(row!.text).not.toContain(token);
    expect(await tokenOf(wanted(await makeCourse()))).not.toBe(token);
  });

  test('keeps courses and seats with the names and prices of the catalogue, and nothing that its maker wrote', async () => {
    const { id: instituteId, name } = await makeInstitute({ city: 'Rewa' });
    const course = await makeCourse({ instituteId, city: 'Rewa', pricePaise: 99_999_50 });
    const line = { course_id: course.id.toUpperCase(), selectedSeats: 3 };
    expect((await share([{ ...line, branch: 'Call 98260 12345' }])).status).toBe(400);
    await tokenOf(line);
    expect(await sql()`select lines from shared_carts`).toEqual([
      {
        lines: [
          {
            id: course.id,
            selectedSeats: 3,
            pricePaise: 99_999_50,
            branch: course.branch,
            courseName: 'B.Tech',
            city: 'Rewa',
            institute: name,
            session: course.session,
            studyYear: 1,
          },
        ],
      },
    ]);
  });

  test('is refused for no, too many, repeated, unknown and closed courses, and nothing is stored', async () => {
    const course = await makeCourse();
    const closed = await makeCourse({ isOpen: false });
    const other = { course_id: '0b9f4a52-9a3e-4f0c-8d1b-2f6a7c3e5d10', selectedSeats: 1 };
    const refusal = async (lines: unknown) => {
      const response = await share(lines);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await refusal([])).toEqual([400, 'seats.none_selected']);
    expect(await refusal([wanted(course, 0)])).toEqual([400, 'seats.none_selected']);
    expect(await refusal([wanted(course), { ...wanted(course), course_id: course.id.toUpperCase() }])).toEqual([
      400,
      'course.unknown',
    ]);
    expect(await refusal(Array(201).fill(other))).toEqual([400, 'selection.too_many']);
    expect(await refusal([{ course_id: 'x', selectedSeats: 1 }])).toEqual([400, 'course.unknown']);
    for (const unknown of [other, wanted(closed)]) {
      const response = await share([wanted(course), unknown]);
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'course.unknown', courses: [expect.objectContaining({ id: course.id })] }),
      ]);
    }
    expect(await count()).toBe(0);
  });

  test('security 76: forty at once from one address make as many as the limit allows', async () => {
    const [course, from] = [await makeCourse(), newNetwork()];
    const responses = await Promise.all(Array.from({ length: 40 }, () => share([wanted(course)], from)));
    const made = responses.filter(({ status }) => status === 201).length;
    expect([made, await count()]).toEqual([SHARED_CARTS.points, SHARED_CARTS.points]);
    const refused = responses.find(({ status }) => status !== 201)!;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await share([wanted(course)])).status).toBe(201);
  });
});

describe('the cart behind it', () => {
  test('security 76: an unknown, an ended and a malformed token are alike, and the end is by the clock of the database', async () => {
    const token = await tokenOf(wanted(await makeCourse()));
    expect(await readSharedCart(token)).not.toBeNull();
    await sql()`update shared_carts set expires_at = now() + interval '2 seconds'`;
    expect(await readSharedCart(token)).not.toBeNull();
    await sql()`update shared_carts set expires_at = now()`;
    const hash = createHash('sha256').update(token).digest('hex');
    const tokens = [
      token,
      hash,
      randomBytes(32).toString('base64url'),
      '',
      '%',
      "' or true --",
      'x'.repeat(5000),
      '\0',
    ];
    for (const one of tokens) expect(await readSharedCart(one)).toBeNull();
    const answers = await Promise.all(tokens.map(async (one) => await (await pdf(one)).text()));
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect(answers[0]).toContain('document.not_found');
  });

  test('is compared with the catalogue of now', async () => {
    const [dearer, scarce, closed, gone] = [
      await makeCourse(),
      await makeCourse(),
      await makeCourse(),
      await makeCourse(),
    ];
    const token = await tokenOf(wanted(dearer), wanted(scarce, 12), wanted(closed), wanted(gone));
    await sql()`update courses set price_paise = price_paise + 100 where id = ${dearer.id}`;
    await sql()`update courses set adopted_seats = 55 where id = ${scarce.id}`;
    await sql()`update courses set is_open = false where id = ${closed.id}`;
    await sql()`delete from courses where id = ${gone.id}`;
    const cart = (await readSharedCart(token))!;
    expect(cart.lines.map(({ line: { branch }, seats, changes }) => [branch, seats, changes[0]!.kind])).toEqual([
      [dearer.branch, 2, 'price'],
      [scarce.branch, 5, 'seats'],
      [closed.branch, 0, 'gone'],
      [gone.branch, 0, 'gone'],
    ]);
    expect([cart.then.seats, cart.now.seats]).toEqual([18, 7]);
  });

  test('security 76: is deleted by the purge once its link has ended, not before', async () => {
    const live = await tokenOf(wanted(await makeCourse()));
    const ended = await tokenOf(wanted(await makeCourse()));
    await sql()`
      update shared_carts set expires_at = now() where token_hash = ${createHash('sha256').update(ended).digest('hex')}`;
    await purgeData();
    expect(await count()).toBe(1);
    expect(await readSharedCart(live)).not.toBeNull();
  });
});

describe('the proposal', () => {
  const textOf = async (token: string, query = '') =>
    (await pdfPages(Buffer.from(await (await pdf(token, query)).arrayBuffer()))).join(' ').replace(/\s+/g, ' ');

  test('security 76: shows what can be adopted now, and nothing of a verified adoption', async () => {
    const [course, closed, scarce] = [
      await makeCourse({ city: 'Rewa', durationYears: 4 }),
      await makeCourse(),
      await makeCourse(),
    ];
    const token = await tokenOf(wanted(course, 3), wanted(closed), wanted(scarce, 12));
    await sql()`update courses set is_open = false where id = ${closed.id}`;
    await sql()`update courses set adopted_seats = 55 where id = ${scarce.id}`;
    const response = await pdf(token);
    expect(response.headers.get('content-disposition')).toMatch(/filename="seat_proposal_[\d-]{10}\.pdf"/);
    const said = await textOf(token);
    for (const text of [
      'Proposal',
      'A proposal, not an adoption',
      course.branch,
      '4-year course',
      'Rewa',
      '₹3,75,000.00',
      '₹10,00,000.00',
      'it came to ₹21,25,000.00.',
      '1 course has fewer seats left',
      '1 course that is full or no longer offered is left out',
    ])
      expect(said).toContain(text);
    expect(said).not.toContain(closed.branch);
    expect(said).not.toMatch(/SA-|verify|Reference|Summary|genuine/);
    expect(await textOf(token, '?locale=hi')).toContain('इससे सीटें आरक्षित नहीं होतीं');
  });

  test('of which nothing is left is answered like an unknown one', async () => {
    const course = await makeCourse();
    const token = await tokenOf(wanted(course));
    await sql()`update courses set is_open = false where id = ${course.id}`;
    expect((await pdf(token)).status).toBe(404);
  });
});

describe('the board pack', () => {
  const read = async (token: string, { bearer = {}, query = '' }: { bearer?: HeadersInit; query?: string } = {}) => {
    const headers = new Headers(bearer);
    headers.set('X-Forwarded-For', newNetwork());
    const request = new Request(`http://localhost/api/cart/share/x/board-pack${query}`, { headers });
    return readBoardPack(request, { params: Promise.resolve({ token }) });
  };
  const textOf = async (response: Response) => {
    const pages = await pdfPages(Buffer.from(await response.arrayBuffer()));
    expect(pages.length).toBeLessThanOrEqual(2);
    return pages.join(' ').replace(/\s+/g, ' ');
  };

  test('says in two pages what a board decides about, and promises no tax effect', async () => {
    const token = await tokenOf(
      wanted(await makeCourse({ city: 'Rewa', durationYears: 4 }), 3),
      wanted(await makeCourse({ city: 'Ujjain', durationYears: 2 }), 2),
    );
    const response = await read(token);
    expect(response.headers.get('content-disposition')).toMatch(/filename="board_pack_[\d-]{10}\.pdf"/);
    const said = await textOf(response);
    for (const text of [
      'Rewa',
      'Ujjain',
      '₹6,25,000.00',
      'until the courses end',
      '(ii) of Schedule VII',
      'statement of use',
    ])
      expect(said).toContain(text);
    expect(said).toContain('promises no tax effect');
    expect(said).not.toMatch(/Local area|80G|deduction|SA-|verify/);
    expect(await textOf(await read(token, { query: '?locale=hi' }))).toContain('कोई दाख़िला नहीं');
    expect((await read(`${token}x`)).status).toBe(404);
  });

  test('names the local area of the company whose person asks, by its plants', async () => {
    const account = await makeSponsorAccount();
    await sql()`insert into companies (owner_id, plants) values (${account.userId}, '{rewa}')`;
    const token = await tokenOf(
      wanted(await makeCourse({ city: 'Rewa' })),
      wanted(await makeCourse({ city: 'Ujjain' })),
    );
    const { headers } = asSponsor(account);
    expect(await textOf(await read(token, { bearer: headers }))).toMatch(/Local area.*Rewa.*Yes.*Ujjain.*No/);
  });

  test('of seats in every district has two pages at most', async () => {
    const cities =
      'Rewa Ujjain Indore Bhopal Gwalior Jabalpur Sagar Satna Dewas Ratlam Morena Guna Katni Sidhi Betul Harda Damoh Dhar Bhind Seoni Mandla Umaria Dindori Raisen Vidisha Sehore'.split(
        ' ',
      );
    const courses = await Promise.all(cities.map((city) => makeCourse({ city })));
    await textOf(await read(await tokenOf(...courses.map((course) => wanted(course)))));
  });
});

test('security 76: no line of the log contains a token', async () => {
  const lines: string[] = [];
  const spies = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said.join(' '))),
  );
  const token = await tokenOf(wanted(await makeCourse()));
  await (await pdf(token)).arrayBuffer();
  await readSharedCart(token);
  await sql()`update shared_carts set expires_at = now()`;
  await (await pdf(token)).text();
  spies.forEach((spy) => spy.mockRestore());
  expect(lines.filter((line) => line.includes('readProposal'))).toHaveLength(2);
  expect(lines.join('\n')).not.toContain(token);
});
