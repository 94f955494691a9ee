import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { makeAdmin } from '@/testing/db/admin';
import { markupOf } from '@/testing/components/markup';
import { useTestDatabase } from '@/testing/db/database';
import DashboardPage from './page';

// The lists need a router, which exists only in a running app.
vi.mock('@/components/admin/admin-page', () => ({
  IN_AREA: {},
  adminPage: (page: (scope: unknown, props: object) => Promise<ReactNode>) => async (props: object) =>
    page((await makeAdmin()).scope, props),
}));
vi.mock('@/components/admin/users-and-billings/billings', () => ({ Billings: () => null }));
vi.mock('@/components/admin/users-and-billings/latest-users', () => ({ LatestUsers: () => null }));
vi.mock('@/components/admin/users-and-billings/new-data-banner', () => ({ NewDataBanner: () => null }));
vi.mock('@/components/admin/stats/stats', () => ({ StatsPanels: () => null }));

useTestDatabase();

const missing = async () => {
  const html = await markupOf(await DashboardPage({ searchParams: Promise.resolve({}) }));
  return [...html.matchAll(/href="\/admin\/settings\?section=(\w+)"/g)].map(([, group]) => group);
};

test('P4 the dashboard names what is missing until sponsors can pay, and leads to where it is set', async () => {
  expect(await missing()).toEqual(['body', 'body', 'contact', 'terms']);
  const body = { legalName: 'Shiksha Nyas', accountNumber: '50200099998888', ifsc: 'SBIN0000001' };
  const saved = { body, contact: { support: 'help@seats.example' }, terms: { pledgeDays: 30 } };
  for (const [group, value] of Object.entries(saved))
    await sql()`insert into settings ("group", value) values (${group}, ${JSON.stringify(value)}::text::jsonb)`;
  expect(await missing()).toEqual([]);
});
