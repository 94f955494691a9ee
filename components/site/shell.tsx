import type { ReactNode } from 'react';
import { SkipLink } from './skip-link';

/** What all public pages share; each page chooses its own header (cloth or paper) and whether it ends with the footer. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {children}
    </div>
  );
}
