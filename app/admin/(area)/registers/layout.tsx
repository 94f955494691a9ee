import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the tables and buttons of these pages. */
export default function RegistersLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminRegisters">
      {children}
    </MoreTexts>
  );
}
