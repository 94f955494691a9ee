import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';
import { AreaTexts } from '@/components/text/area-texts';

/** /login and /register have neither the public pages' header nor their footer. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="auth">
      <SkipLink />
      {children}
    </AreaTexts>
  );
}
