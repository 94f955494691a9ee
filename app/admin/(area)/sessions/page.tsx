import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { PlanSession } from '@/components/sessions/session-form';
import { SessionTable } from '@/components/sessions/session-table';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listSessions } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/sessions';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'sessions');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'sessions';

/** /admin/sessions: all academic sessions; the catalogue role plans, opens and closes them. */
export default adminPage(async (scope) => {
  const rows = await listSessions(scope);
  const canEdit = mayCall(scope, endpoints.planSession);
  return (
    <>
      <PageHead title={t('title')}>{canEdit && <PlanSession />}</PageHead>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <AdminSection id={SECTION} title={t('sessions')}>
        <SessionTable labelledBy={SECTION} rows={rows} canEdit={canEdit} />
      </AdminSection>
    </>
  );
});
