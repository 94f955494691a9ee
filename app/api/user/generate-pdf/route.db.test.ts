import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { db } from '@/db/client';
import { billingItems, billings, users } from '@/db/schema';
import { DOCUMENTS } from '@/lib/platform/limits';
import { issueDownloadToken } from '@/lib/documents/download-token';
import type * as Render from '@/lib/documents/render';
import { renderSummary } from '@/lib/documents/render';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { pdfPages } from '@/testing/db/pdf';
import { POST } from './route';

vi.mock('@/lib/documents/render', async (original) => {
  const real = await original<typeof Render>();
  return { ...real, renderSummary: vi.fn(real.renderSummary) };
});

useTestDatabase();

const sponsor = {
  ...EXAMPLE_SPONSOR,
  fullName: 'Radhika Deshmukh',
  designation: 'Head of Talent',
  email: 'radhika@narmada.example',
  phone: '9826012345',
  company: 'Narmada Motors',
  industry: 'Automotive',
};

let course: CourseRow;
beforeAll(async () => {
  const institute = await makeInstitute({ name: 'Malwa Institute', city: 'Indore' });
  course = await makeCourse({ instituteId: institute.id, city: 'Indore', branch: 'Civil Engineering' });
});

const entry = (overrides: Record<string, unknown> = {}) => ({
  id: course.id,
  selectedSeats: 12,
  pricePerSeat: 125000,
  totalPrice: 1500000,
  branch: 'Civil Engineering',
  courseName: 'B.Tech',
  city: 'Indore',
  institute: 'Malwa Institute',
  ...overrides,
});
const body = (line = entry()) => ({
  userData: sponsor,
  selectedCourses: { [line.id]: line } as Record<string, unknown>,
});

let addresses = 0;
function post(content: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const address = headers['x-forwarded-for'] ?? `10.0.0.${++addresses}`;
  return POST(
    new Request('http://localhost/api/user/generate-pdf', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body: JSON.stringify(content),
    }),
  );
}

async function textOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join(' ');
}

/** Creates a verified public adoption of 7 seats with names and a price that differ from the current catalogue. */
async function makePledge() {
  const email = `${randomUUID()}@narmada.example`;
  const [user] = await db()
    .insert(users)
    .values({ kind: 'guest', fullName: 'R', designation: 'H', email, phoneNumber: '9826012345', companyName: 'N' })
    .returning();
  const [billing] = await db()
    .insert(billings)
    .values({
      reference: `SA-${randomUUID().slice(0, 8).toUpperCase()}`,
      userId: user!.id,
      channel: 'public',
      state: 'pledged',
      sponsor: { ...sponsor, fullName: 'Sponsor of the Snapshot', company: 'Company of the Snapshot' },
      totalPaise: 7 * 99_000_25,
      verifiedAt: sql`now()`,
    })
    .returning();
  await db().insert(billingItems).values({
    billingId: billing!.id,
    courseId: course.id,
    position: 0,
    seats: 7,
    pricePaise: 99_000_25,
    courseName: 'B.Tech',
    branch: 'Branch of the Snapshot',
    institute: 'Institute of the Snapshot',
    city: 'Ujjain',
  });
  return {
    id: billing!.id,
    reference: billing!.reference,
    token: issueDownloadToken(billing!.id, billing!.verifiedAt!),
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('POST /api/user/generate-pdf', () => {
  test('R-API-24 R-API-26 R-PAY-16 userData and selectedCourses give a PDF under a constant name with the UTC date', async () => {
    const before = new Date().toISOString().slice(0, 10);
    const response = await post(body(), { 'x-forwarded-for': '10.3.0.1' });
    // The render queue serves IP addresses in turn.
    expect(vi.mocked(renderSummary).mock.lastCall).toEqual([expect.anything(), 'en', '10.3.0.1']);
    const after = new Date().toISOString().slice(0, 10);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([before, after].map((date) => `attachment; filename="adoption_summary_${date}.pdf"`)).toContain(
      response.headers.get('content-disposition'),
    );
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('without a receipt it is a draft with the texts and prices of the catalogue, whatever the request claims', async () => {
    const text = await textOf(
      await post(
        body(entry({ pricePerSeat: 1, totalPrice: 12, branch: 'Forged branch', institute: 'Forged institute' })),
      ),
    );
    expect(text).toContain('DRAFT - NOT VERIFIED');
    expect(text).toContain('Civil Engineering');
    expect(text).toContain('Malwa Institute');
    expect(text).toContain('₹15,00,000.00');
    expect(text).not.toContain('Forged');
    expect(text).not.toContain('/verify/');
  });

  test('with a receipt it is the billing as verified, even if the cart is empty by then', async () => {
    const pledge = await makePledge();
    for (const content of [body(), { userData: sponsor, selectedCourses: {} }]) {
      const text = await textOf(await post(content, bearer(pledge.token)));
      for (const printed of [
        pledge.reference,
        `http://localhost:3000/verify/${pledge.reference}`,
        'Sponsor of the Snapshot',
        'Company of the Snapshot',
        'Branch of the Snapshot',
        'Institute of the Snapshot',
        '₹99,000.25',
        '₹6,93,001.75',
      ])
        expect(text).toContain(printed);
      expect(text).not.toMatch(/DRAFT|Civil Engineering|Radhika/);
    }
  });

  test('a receipt token expires an hour after the verification by the database clock', async () => {
    const pledge = await makePledge();
    const verified = async (age: string) => {
      const [row] = await db()
        .update(billings)
        .set({ verifiedAt: sql`now() - ${age}::interval` })
        .where(eq(billings.id, pledge.id))
        .returning();
      return bearer(issueDownloadToken(pledge.id, row!.verifiedAt!));
    };
    expect(await textOf(await post(body(), await verified('59 minutes')))).toContain(pledge.reference);
    const late = await post(body(), await verified('61 minutes'));
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({
      code: 'document.receipt_expired',
      message: expect.stringContaining('expired'),
    });
  });

  test('R-API-25 400 unless amounts are numbers, texts are strings and seats are integers', async () => {
    const wrong: Record<string, unknown>[] = [
      { totalPrice: '1500000' },
      { pricePerSeat: '125000' },
      { pricePerSeat: null },
      { totalPrice: -1 },
      { institute: 5 },
      { city: ['Indore'] },
      { branch: { text: 'x' } },
      { courseName: true },
      { branch: 'x'.repeat(201) },
      { selectedSeats: '12' },
      { selectedSeats: 1.5 },
      { selectedSeats: 0 },
      { extra: 1 },
    ];
    for (const overrides of wrong) {
      const response = await post(body(entry(overrides)), { 'x-forwarded-for': '10.1.0.1' });
      expect(response.status, JSON.stringify(overrides).slice(0, 60)).toBe(400);
    }
    const keyed = { ...body(), selectedCourses: { [randomUUID()]: entry() } };
    expect((await post(keyed)).status).toBe(400);
    for (const field of Object.keys(sponsor)) {
      const missing: Record<string, unknown> = { ...sponsor, [field]: undefined };
      expect((await post({ ...body(), userData: missing }, { 'x-forwarded-for': '10.1.0.2' })).status).toBe(400);
    }
  });

  test('201 lines are refused with 400 and a hundred thousand with 413 before anything is rendered (security 38)', async () => {
    vi.mocked(renderSummary).mockClear();
    const lines = (count: number) => Object.fromEntries(Array.from({ length: count }, () => [randomUUID(), 0]));
    const many = await post({ userData: sponsor, selectedCourses: lines(201) });
    expect(many.status).toBe(400);
    expect(await many.json()).toEqual({
      code: 'selection.too_many',
      message: 'A selection can hold at most 200 courses',
    });
    expect((await post({ userData: sponsor, selectedCourses: lines(100_000) })).status).toBe(413);
    expect(renderSummary).not.toHaveBeenCalled();
  });

  test('no text of a request reaches a header (security 41)', async () => {
    const company = 'x"\r\nSet-Cookie: a=b\r\n.exe';
    const response = await post({ ...body(), userData: { ...sponsor, company } });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="adoption_summary_\d{4}-\d{2}-\d{2}\.pdf"$/,
    );
  });

  test('too many documents for one IP address are 429 with Retry-After; another address is served', async () => {
    const from = { 'x-forwarded-for': '10.2.0.1' };
    for (let asked = 0; asked < DOCUMENTS.points; asked += 1) expect((await post({}, from)).status).toBe(400);
    const refused = await post({}, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post({}, { 'x-forwarded-for': '10.2.0.2' })).status).toBe(400);
  });

  test('a full render queue returns 503 with Retry-After; an error returns 500 without details', async () => {
    vi.mocked(renderSummary).mockResolvedValueOnce(null);
    const busy = await post(body());
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('3');
    expect((await busy.json()).code).toBe('document.busy');

    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.mocked(renderSummary).mockRejectedValueOnce(new Error('secret /path radhika@narmada.example'));
    const failed = await post(body());
    expect(failed.status).toBe(500);
    expect(await failed.json()).toEqual({ code: 'internal' });
    expect(JSON.stringify(silence.mock.calls)).not.toMatch(/secret|radhika/);
    silence.mockRestore();
  });
});
