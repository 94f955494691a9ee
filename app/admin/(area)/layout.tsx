import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/admin/confirm-dialog';
import { NoSession } from '@/components/admin/no-session';
import { ViewerProvider } from '@/components/admin/viewer';
import { SessionWatch } from '@/components/admin/session-watch';
import { AdminShell } from '@/components/admin/shell';
import { TokenCheck } from '@/components/admin/token-check';
import { adminOfPage, isUnlimited } from '@/lib/accounts/administrators/session';
import { countAttention } from '@/lib/admin/attention/queries';
import { totalOf } from '@/lib/admin/attention/rules';
import { NONCE_HEADER } from '@/lib/platform/csp';

/** Rendered on each request and never cached. */
export const dynamic = 'force-dynamic';

/**
 * The shell of the signed-in administrator. Layouts do not run again on client navigation, so each page checks the
 * session too.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const scope = await adminOfPage();
  if (!scope) return <NoSession />;
  // If it cannot be counted, the page reports the failure within this shell.
  const attention = await countAttention(scope).then(totalOf, () => null);
  return (
    <>
      <TokenCheck nonce={(await headers()).get(NONCE_HEADER) ?? undefined} />
      <SessionWatch session={scope.sessionId} />
      <ConfirmDialog hasFactor={scope.hasFactor} />
      <AdminShell viewer={scope} attention={attention}>
        <ViewerProvider role={scope.role} isLimited={!isUnlimited(scope)}>
          {children}
        </ViewerProvider>
      </AdminShell>
    </>
  );
}
