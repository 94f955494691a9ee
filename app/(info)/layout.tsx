import type { ReactNode } from 'react';
import { SiteShell } from '@/components/platform/site/shell';

/** Layout of the pages about the website. They are text only, so they need no text provider. */
export default function InfoLayout({ children }: { children: ReactNode }) {
  return <SiteShell>{children}</SiteShell>;
}
