import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { PaymentFlow } from '@/lib/checkout/payment-flow';
import { areaTexts } from '@/lib/platform/i18n/server';
import { markupOf } from '@/testing/components/markup';
import { PhoneStep } from './phone-step';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const profile = {
  ...{ full_name: 'Asha Rao', designation: '', email: 'asha@works.example', phone_number: '', company_name: 'Works' },
} as Parameters<typeof PhoneStep>[0]['profile'];
const held = { billingId: 'b1', reference: 'SA-7K2M-Q4XT-90BD', order: {}, isPaying: true };
const flow = { step: 'unsent', lost: 'differs', held } as unknown as PaymentFlow;

const shown = (phone: string | null, email: string | null = null) =>
  markupOf(
    <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
      <PhoneStep
        {...{ flow, userId: 'u1', order: {}, profile, hasTransfer: true, onChanged: () => undefined }}
        contact={{ phone, email }}
      />
    </TextProvider>,
  );

test('S1 a profile without a phone number is asked for one before anything else, also where codes go by e-mail', async () => {
  const asked = [await shown(null), await shown(null, 'a***@works.example')];
  for (const html of asked) {
    expect(html).toMatch(/has no phone number.*name="phone_number"/s);
    // Neither a code nor whether to give up what was held.
    expect(html).not.toMatch(/SA-7K2M-Q4XT-90BD|XXXXXX/);
  }
  const html = await shown('XXXXXX5512');
  expect(html).toMatch(/SA-7K2M-Q4XT-90BD.*XXXXXX5512/s);
  expect(html).not.toContain('name="phone_number"');
});
