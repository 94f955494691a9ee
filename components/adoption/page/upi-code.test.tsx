import { expect, test } from 'vitest';
import { qrCode } from '@/lib/platform/qr';
import { upiLink } from '@/lib/settings/upi';
import { markupOf } from '@/testing/components/markup';
import { UpiCode } from './upi-code';

test('a transfer shows a QR code of its amount and reference, and says to whom it pays', async () => {
  const reference = 'SA-7K2M-Q4XT-90BD';
  const html = await markupOf(<UpiCode upiId="nyas@sbi" name="Shiksha Nyas" paise={99_999_50} reference={reference} />);
  expect(html).toContain(qrCode(upiLink({ upiId: 'nyas@sbi', name: 'Shiksha Nyas' }, 99_999_50, reference)).path);
  expect(html).toContain('aria-label="QR code of the UPI payment"');
  expect(html).toContain('to pay ₹99,999.50 to nyas@sbi');
});
