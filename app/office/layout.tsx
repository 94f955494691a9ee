import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SkipLink } from '@/components/platform/site/skip-link';

/** Nothing below /office is indexed. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Shared by every page below /office, including the login. */
export default function OfficeRootLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="office">
      <SkipLink />
      {children}
    </AreaTexts>
  );
}
