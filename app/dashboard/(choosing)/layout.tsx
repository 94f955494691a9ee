import type { ReactNode } from 'react';
import { ViewOnly } from '@/components/adoption/dashboard/view-only';
import { DashboardPage } from '@/components/platform/shell/page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage } from '@/lib/accounts/session';

/** The pages where seats are chosen and paid. Who may only look is told who adopts; the API refuses in any case. */
export default async function ChoosingLayout({ children }: { children: ReactNode }) {
  const scope = await requireSponsorPage();
  if (includesRole(scope.role, 'adopt')) return children;
  return (
    <DashboardPage narrow>
      <h1>{(await getTranslations('dashboard'))('viewOnly.title')}</h1>
      <ViewOnly scope={scope} />
    </DashboardPage>
  );
}
