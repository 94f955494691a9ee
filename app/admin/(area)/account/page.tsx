import type { Metadata } from 'next';
import { NoticesForm } from '@/components/admin/account/notices';
import { OwnAccount } from '@/components/admin/account/own-account';
import { adminPage } from '@/components/admin/admin-page';
import { AdminSection } from '@/components/admin/section';
import { readNotices } from '@/lib/admin/attention/notices';
import * as endpoints from '@/lib/api/administrators';
import { getTranslator } from '@/lib/platform/i18n/server';

const area = getTranslator('en', 'admin');
const t = getTranslator('en', 'staff');
const notices = getTranslator('en', 'administrators.notices');
export const metadata: Metadata = { title: t('account.title') };

/** /admin/account: second factor, sessions and notices of the administrator's own account. */
export default adminPage(async (scope) => {
  const { username, role } = scope;
  return (
    <>
      <OwnAccount scope={scope} lead={area('account.lead', { username, role: area(`role.${role}`) })} t={t} />
      <AdminSection id="notices" title={notices('title')}>
        <NoticesForm notices={await readNotices(scope)} />
      </AdminSection>
    </>
  );
}, endpoints.addSecondFactor);
