import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { listAdoptions } from '@/lib/adoption/read/history-queries';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { summaryForMessage } from '@/lib/documents/queries';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { createDashboardDraft, createDraft } from './mutations';
import { sponsorOf } from './queries';

useTestDatabase();

const selection = (course: CourseRow, orderNumber?: string) => ({
  lines: [{ id: course.id, selectedSeats: 2 }],
  totalPaise: 2 * course.pricePaise,
  orderNumber,
});
const numberOf = async (billingId: string) =>
  (await sql()<{ number: string | null }[]>`select order_number as number from billings where id = ${billingId}`)[0]!
    .number;

test('a draft has the order number; the same is reused, another one is another draft, also none', async () => {
  const [course, sponsor] = [await makeCourse(), makeSponsor()];
  const drafts: string[] = [];
  for (const orderNumber of ['PO-2026/881', 'PO-2026/881', 'PO-2026/882', undefined, '']) {
    const draft = await createDraft({ sponsor, ...selection(course, orderNumber) });
    if (!draft.ok) throw new Error(draft.code);
    expect(await numberOf(draft.billingId)).toBe(orderNumber || null);
    drafts.push(draft.billingId);
  }
  expect(drafts.map((id) => drafts.indexOf(id))).toEqual([0, 0, 2, 3, 3]);
});

test('the number of a dashboard adoption is in its list, summary and papers, and administrators find it', async () => {
  const [course, account, admin] = [await makeCourse(), await makeSponsorAccount(), await makeAdmin()];
  const found = await sponsorOf(account.scope);
  if (!found.ok) throw new Error(found.code);
  const draft = await createDashboardDraft(account.scope, {
    sponsor: found.sponsor,
    ...selection(course, 'Works/4711/2026'),
  });
  if (!draft.ok) throw new Error(draft.code);
  const { billingId } = draft;
  await sql()`
    update billings set state = 'pledged', verified_at = now(), hold_expires_at = now(), verified_channel = 'phone' where id = ${billingId}`;
  const { adoptions } = await listAdoptions(account.scope, { size: 5 });
  expect(adoptions.map(({ orderNumber }) => orderNumber)).toEqual(['Works/4711/2026']);
  expect((await summaryForMessage(billingId))!.orderNumber).toBe('Works/4711/2026');
  const { id } = await issuePaper({ kind: 'proforma', billingId, source: billingId });
  expect((await readPaper(id)).data).toMatchObject({ details: { purchase_order: 'Works/4711/2026' } });
  const search = async (q: string) => {
    const { filter } = BILLING_LIST.parse(new URLSearchParams({ q }));
    const { rows } = await listBillingRows(admin.scope, filter, { page: 1, size: 5 });
    return rows.map((row) => row.id);
  };
  expect(await search('works/4711')).toEqual([billingId]);
  await sql()`update billings set order_number = 'ZX-99001' where id = ${billingId}`;
  expect([await search('works/4711'), await search('zx-99001')]).toEqual([[], [billingId]]);
});
