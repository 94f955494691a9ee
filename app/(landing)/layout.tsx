import type { ReactNode } from 'react';
import { SiteShell } from '@/components/site/shell';

/** The landing page has no island that needs more texts than it is given, and so nothing of the machinery for them. */
export default function LandingLayout({ children }: { children: ReactNode }) {
  return <SiteShell>{children}</SiteShell>;
}
