import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Provides the texts of the checkout. */
export default function PaymentLayout({ children }: { children: ReactNode }) {
  return <MoreTexts area="checkout">{children}</MoreTexts>;
}
