import type { Metadata } from 'next';
import { NoticesForm } from '@/components/admin/account/notices';
import { OwnAccount } from '@/components/admin/account/own-account';
import { adminPage } from '@/components/admin/admin-page';
import { ScheduledExports } from '@/components/admin/exports/scheduled-exports';
import { AdminSection } from '@/components/admin/section';
import { isUnlimited } from '@/lib/accounts/administrators/session';
import { areaText } from '@/lib/catalogue/areas/queries';
import { readNotices } from '@/lib/admin/attention/notices';
import { listExports } from '@/lib/admin/exports/queries';
import * as endpoints from '@/lib/api/administrators';
import { getTranslator } from '@/lib/platform/i18n/server';

const area = getTranslator('en', 'admin');
const t = getTranslator('en', 'staff');
const notices = getTranslator('en', 'administrators.notices');
const exportTexts = getTranslator('en', 'spreadsheet.scheduled');
export const metadata: Metadata = { title: t('account.title') };

/** /admin/account: second factor, sessions, notices and tables by e-mail of the administrator's own account. */
export default adminPage(
  async (scope) => {
    const { username, role } = scope;
    if (!isUnlimited(scope)) {
      const lead = area('account.leadArea', { username, role: area(`role.${role}`), area: await areaText(scope) });
      return <OwnAccount scope={scope} lead={lead} t={t} />;
    }
    const [noticesOf, tables] = await Promise.all([readNotices(scope), listExports(scope)]);
    return (
      <>
        <OwnAccount scope={scope} lead={area('account.lead', { username, role: area(`role.${role}`) })} t={t} />
        <AdminSection id="notices" title={notices('title')}>
          <NoticesForm notices={noticesOf} />
        </AdminSection>
        <AdminSection id="exports" title={exportTexts('title')}>
          <ScheduledExports rows={tables} isWaiting={!noticesOf?.isProven} />
        </AdminSection>
      </>
    );
  },
  { ...endpoints.addSecondFactor, inArea: true },
);
