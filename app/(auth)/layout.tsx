import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/i18n/area-texts';
import { SkipLink } from '@/components/site/skip-link';

/** /login and /register have neither the public pages' header nor their footer. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="auth">
      <SkipLink />
      {children}
    </AreaTexts>
  );
}
