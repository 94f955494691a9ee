import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the forms and tables of these pages. */
export default function UsersLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminMailings">
      {children}
    </MoreTexts>
  );
}
