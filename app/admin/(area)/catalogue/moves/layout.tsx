import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the forms and the table of this page. */
export default function MovesLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminMoves">
      {children}
    </MoreTexts>
  );
}
