import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SiteShell } from '@/components/platform/site/shell';

/** Layout of a guest's adoption: its texts are not sent to the other public pages. */
export default function AdoptionLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="adoption">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
