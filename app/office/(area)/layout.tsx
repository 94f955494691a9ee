import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/admin/confirm-dialog';
import { NoSession } from '@/components/admin/no-session';
import { SessionWatch } from '@/components/admin/session-watch';
import { TokenCheck } from '@/components/admin/token-check';
import { OfficeBar } from '@/components/office/office-bar';
import { officeOfPage } from '@/lib/accounts/offices/session';
import { NONCE_HEADER } from '@/lib/platform/csp';

/** Rendered on each request and never cached. */
export const dynamic = 'force-dynamic';

/** The shell of the signed-in office. Layouts do not run again on client navigation, so each page checks the session too. */
export default async function OfficeLayout({ children }: { children: ReactNode }) {
  const scope = await officeOfPage();
  if (!scope) return <NoSession />;
  return (
    <>
      <TokenCheck nonce={(await headers()).get(NONCE_HEADER) ?? undefined} />
      <SessionWatch session={scope.sessionId} />
      <ConfirmDialog hasFactor={scope.hasFactor} />
      <OfficeBar username={scope.username} />
      <main
        id="content"
        tabIndex={-1}
        className="wrap grid max-w-360 grid-cols-[minmax(0,1fr)] content-start gap-6 pt-6 pb-12 outline-none"
      >
        {children}
      </main>
    </>
  );
}
