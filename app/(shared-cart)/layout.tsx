import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SiteShell } from '@/components/platform/site/shell';

/** Layout of a shared cart: its texts are not sent to the other public pages. */
export default function SharedCartLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="sharedCart">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
