import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { NoSession } from '@/components/admin/no-session';
import { PageHead } from '@/components/admin/page-head';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { lacksFactor } from '@/lib/accounts/administrators/session';
import { officeOfPage, type InstituteScope } from '@/lib/accounts/offices/session';
import { getTranslations } from '@/lib/platform/i18n/server';

/**
 * Creates a page of the office. It checks the session itself, since layouts do not run again on client navigation, and
 * renders no data without one. Without a second factor, where it is a duty, it leads to the own account.
 * @param isOwnAccount whether it is the page of the own account, which needs neither a second factor nor an institute
 */
export function officePage<Props>(
  render: (scope: InstituteScope, props: Props) => Promise<ReactNode>,
  { isOwnAccount = false }: { isOwnAccount?: boolean } = {},
) {
  return async function OfficePage(props: Props) {
    const scope = await officeOfPage();
    if (!scope) return <NoSession />;
    if (isOwnAccount) return render(scope, props);
    if (lacksFactor(scope)) redirect('/office/account');
    return scope.institutes.length > 0 ? render(scope, props) : <NoInstitute />;
  };
}

async function NoInstitute() {
  const t = await getTranslations('office');
  return (
    <>
      <PageHead title={t('area')} />
      <EmptyState title={t('none.title')} text={t('none.text')} />
    </>
  );
}
