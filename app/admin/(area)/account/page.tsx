import type { Metadata } from 'next';
import { OwnAccount } from '@/components/admin/account/own-account';
import { adminPage } from '@/components/admin/admin-page';
import * as endpoints from '@/lib/api/administrators';
import { getTranslator } from '@/lib/platform/i18n/server';

const area = getTranslator('en', 'admin');
const t = getTranslator('en', 'staff');
export const metadata: Metadata = { title: t('account.title') };

/** /admin/account: second factor and sessions of the administrator's own account. */
export default adminPage(async (scope) => {
  const { username, role } = scope;
  return <OwnAccount scope={scope} lead={area('account.lead', { username, role: area(`role.${role}`) })} t={t} />;
}, endpoints.addSecondFactor);
