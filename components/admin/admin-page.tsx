import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { mayCall, type AccountRole } from '@/lib/accounts/administrators/roles';
import { adminOfPage, lacksFactor, type AdminScope } from '@/lib/accounts/administrators/session';
import { fixLocale } from '@/lib/platform/i18n/server';
import { NoSession } from './no-session';
import { NotAllowed } from './not-allowed';

/**
 * Creates a page of the administrator's area. It checks the session itself, since layouts do not run again on client
 * navigation, and renders no data without one.
 * @param endpoint the endpoint that the page is for: other roles are told that they may not use it, and administrators
 * without a second factor, where it is a duty, are led to set it up unless the endpoint is open to them
 */
export function adminPage<Props>(
  render: (scope: AdminScope, props: Props) => Promise<ReactNode>,
  endpoint?: { roles: readonly AccountRole[]; withoutFactor?: true },
) {
  return async function AdminPage(props: Props) {
    fixLocale('en');
    const scope = await adminOfPage();
    if (!scope) return <NoSession />;
    if (lacksFactor(scope) && !endpoint?.withoutFactor) redirect('/admin/account');
    return !endpoint || mayCall(scope, endpoint) ? (
      render(scope, props)
    ) : (
      <NotAllowed roles={ADMIN_ROLES.filter((role) => endpoint.roles.includes(role))} />
    );
  };
}
