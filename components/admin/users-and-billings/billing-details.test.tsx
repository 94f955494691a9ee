import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { BillingRecord } from '@/lib/admin/users-and-billings/schema';
import { areaMessages } from '@/lib/platform/i18n/server';
import { BillingDetails } from './billing-details';

const billing: BillingRecord = {
  id: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  reference: 'SA-7K2M-Q4XT-90BD',
  company_name: 'Narmada Motors',
  full_name: 'Radhika Deshmukh',
  email: 'radhika@narmada.example',
  totalPaise: 0,
  lines: [],
  payment_status: 'pending',
  is_verified: true,
  verified_channel: 'email',
  paper_reference: null,
  order_number: null,
  consent: null,
  is_adopted: true,
  created_at: '2026-11-21T09:00:00.000Z',
};
const sponsor = {
  id: billing.user_id,
  kind: 'registered',
  full_name: billing.full_name,
  designation: 'HR',
  email: billing.email,
  phone_number: '9826012345',
  company_name: billing.company_name,
  industry: null,
  created_at: billing.created_at,
  locked_courses: [],
  company_people: [],
  email_change: null,
} as const;
const markup = (overrides: Partial<BillingRecord> = {}) =>
  renderToStaticMarkup(
    <TextProvider locale="en" messages={{ ...areaMessages('en', 'admin'), ...areaMessages('en', 'adminRecords') }}>
      <BillingDetails
        billing={{ ...billing, ...overrides }}
        sponsor={{ ...sponsor, locked_courses: [], company_people: [], email_change: null }}
        onShow={() => undefined}
      />
    </TextProvider>,
  );

test('the pledge of a signed-in sponsor links to its page under /verify, a hold and a draft do not (A-65)', () => {
  expect(markup()).toContain('href="/verify/SA-7K2M-Q4XT-90BD"');
  for (const record of [
    { is_adopted: false },
    { is_adopted: false, is_verified: false, verified_channel: null },
  ] satisfies Partial<BillingRecord>[])
    expect(markup(record)).not.toContain('/verify/');
});

test('security 68: what was proven is said', () => {
  expect(markup()).toContain('Yes, by a code to the e-mail address');
  expect(markup({ verified_channel: 'phone' })).toContain('Yes, by a code to the phone number');
  expect(markup({ verified_channel: null })).not.toContain('by a code');
});
