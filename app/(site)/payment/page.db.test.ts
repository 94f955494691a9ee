import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { markupOf } from '@/testing/components/markup';
import { useTestDatabase } from '@/testing/db/database';
import PaymentPage from './page';

// They need a router and a cart, which exist only in a browser.
vi.mock('@/components/platform/site/header', () => ({ SiteHeader: () => null }));
vi.mock('@/components/platform/site/footer-account', () => ({ FooterAccount: () => null }));
vi.mock('@/components/checkout/checkout', () => ({ Checkout: () => null }));

useTestDatabase();

test('P4 without an account to pay to the form says so before the pledge', async () => {
  const warning = 'Please transfer nothing yet';
  expect(await markupOf(await PaymentPage())).toContain(warning);
  await sql()`insert into settings ("group", value) values ('body', '{"accountNumber": "50200099998888"}')`;
  expect(await markupOf(await PaymentPage())).not.toContain(warning);
});
