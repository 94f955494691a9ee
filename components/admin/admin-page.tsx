import type { ReactNode } from 'react';
import { adminOfPage, type AdminScope } from '@/lib/admin/accounts/session';
import { fixLocale } from '@/lib/i18n/server';
import { NoSession } from './no-session';

/**
 * Makes a page of the administrator's area: it asks for the session itself, since a layout is not asked again when only the page
 * changes, and renders no data without one.
 */
export function adminPage<Props>(render: (scope: AdminScope, props: Props) => Promise<ReactNode>) {
  return async function AdminPage(props: Props) {
    fixLocale('en');
    const scope = await adminOfPage();
    return scope ? render(scope, props) : <NoSession />;
  };
}
