import type { ReactNode } from 'react';
import { SkipLink } from './skip-link';

/** Shared by all public pages; each page chooses its header (cloth or paper) and whether it has the footer. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {children}
    </div>
  );
}
