import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the dialogs of these pages. */
export default function CompaniesLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminCompanies">
      {children}
    </MoreTexts>
  );
}
