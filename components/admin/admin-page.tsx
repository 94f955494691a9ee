import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { mayCall, type AccountRole } from '@/lib/accounts/administrators/roles';
import { adminOfPage, lacksFactor, type AdminScope, type AreaScope } from '@/lib/accounts/administrators/session';
import { fixLocale } from '@/lib/platform/i18n/server';
import { NoSession } from './no-session';
import { NotAllowed } from './not-allowed';

/** Of a page that is also for administrators who are limited to an area, and shows them what lies in it. */
export const IN_AREA = { inArea: true } as const;

type PageEndpoint = { roles: readonly AccountRole[]; withoutFactor?: true };

/**
 * Creates a page of the administrator's area. It checks the session itself, since layouts do not run again on client
 * navigation, and renders no data without one.
 * @param endpoint the endpoint that the page is for: other roles are told that they may not use it, and administrators
 * without a second factor, where it is a duty, are led to set it up unless the endpoint is open to them. Only with `inArea` do
 * administrators who are limited to an area see the page; `render` then has to keep to it
 */
export function adminPage<Props>(
  render: (scope: AreaScope, props: Props) => Promise<ReactNode>,
  endpoint: Partial<PageEndpoint> & { inArea: true },
): (props: Props) => Promise<ReactNode>;
export function adminPage<Props>(
  render: (scope: AdminScope, props: Props) => Promise<ReactNode>,
  endpoint?: PageEndpoint & { inArea?: undefined },
): (props: Props) => Promise<ReactNode>;
export function adminPage<Props>(
  render: (scope: AdminScope, props: Props) => Promise<ReactNode>,
  { roles = ADMIN_ROLES, withoutFactor, inArea }: Partial<PageEndpoint> & { inArea?: true } = {},
) {
  return async function AdminPage(props: Props) {
    fixLocale('en');
    const scope = await adminOfPage();
    if (!scope) return <NoSession />;
    if (lacksFactor(scope) && !withoutFactor) redirect('/admin/account');
    if (!mayCall(scope, { roles, inArea: true }))
      return <NotAllowed roles={ADMIN_ROLES.filter((role) => roles.includes(role))} />;
    return mayCall(scope, { roles, inArea }) ? render(scope as AdminScope, props) : <NotAllowed roles={[]} />;
  };
}
