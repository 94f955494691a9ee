import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/i18n/area-texts';
import { SiteShell } from '@/components/site/shell';

/** The public pages on which something is chosen: their islands have texts, and toasts are at hand. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="site">
      <SiteShell>{children}</SiteShell>
    </AreaTexts>
  );
}
