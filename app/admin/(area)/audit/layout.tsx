import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Adds the texts of the undo of an import. */
export default function AuditLayout({ children }: { children: ReactNode }) {
  return (
    <MoreTexts locale="en" area="adminAudit">
      {children}
    </MoreTexts>
  );
}
