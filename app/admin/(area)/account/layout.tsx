import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the form for notices. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminNotices">
      {children}
    </MoreTexts>
  );
}
