import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of these pages. */
export default function EntriesLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminEntries">
      {children}
    </MoreTexts>
  );
}
