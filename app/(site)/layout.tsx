import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SiteShell } from '@/components/platform/site/shell';

/** Layout of the interactive public pages: provides texts for client components and the toaster. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="site">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
