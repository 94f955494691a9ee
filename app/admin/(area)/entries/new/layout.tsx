import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the form. */
export default function NewEntryLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminEntryForm">
      {children}
    </MoreTexts>
  );
}
