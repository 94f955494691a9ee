import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the buttons of these pages. */
export default function ReportLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminReport">
      {children}
    </MoreTexts>
  );
}
