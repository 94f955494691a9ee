import type { ReactNode } from 'react';
import { SiteShell } from '@/components/site/shell';
import { AreaTexts } from '@/components/text/area-texts';

/** The public pages on which something is chosen: their islands have texts, and toasts are at hand. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="site">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
