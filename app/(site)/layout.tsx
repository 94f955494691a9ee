import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/i18n/area-texts';
import { SiteShell } from '@/components/site/shell';

/** Layout of the interactive public pages: provides texts for client components and the toaster. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="site">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
