import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the forms of these pages. */
export default function FundsLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminFunds">
      {children}
    </MoreTexts>
  );
}
