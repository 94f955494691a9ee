import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';

/** What all public pages share; each page chooses its own header (cloth or paper) and whether it ends with the footer. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {children}
    </div>
  );
}
