import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SiteShell } from '@/components/platform/site/shell';

/** Layout of the page of an auditor: its texts are not sent to the other public pages. */
export default function AuditorLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="auditor">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
