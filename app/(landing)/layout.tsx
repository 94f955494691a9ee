import type { ReactNode } from 'react';
import { SiteShell } from '@/components/platform/site/shell';

/** The landing page passes texts to its client components as props, so it needs no text provider. */
export default function LandingLayout({ children }: { children: ReactNode }) {
  return <SiteShell>{children}</SiteShell>;
}
