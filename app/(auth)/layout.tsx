import type { ReactNode } from 'react';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { SkipLink } from '@/components/platform/site/skip-link';

/** /login, /register and /reset-password use neither the header nor the footer of the public pages. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts area="auth">
      <SkipLink />
      {children}
    </AreaTexts>
  );
}
