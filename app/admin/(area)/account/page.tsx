import type { Metadata } from 'next';
import { SecondFactor } from '@/components/admin/account/second-factor';
import { adminPage } from '@/components/admin/admin-page';
import { EndSessions } from '@/components/admin/administrators/end-sessions';
import { SessionList } from '@/components/admin/administrators/session-list';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { Note } from '@/components/platform/ui/note';
import { listOwnSessions } from '@/lib/accounts/administrators/queries';
import { countRecoveryCodes } from '@/lib/accounts/administrators/second-factor';
import { lacksFactor } from '@/lib/accounts/administrators/session';
import { newFactor } from '@/lib/accounts/administrators/totp';
import * as endpoints from '@/lib/api/admin-accounts';
import { getTranslator } from '@/lib/platform/i18n/server';

const area = getTranslator('en', 'admin');
const t = getTranslator('en', 'staff.account');
const sessionTexts = getTranslator('en', 'staff.session');
export const metadata: Metadata = { title: t('title') };

/** /admin/account: second factor and sessions of the administrator's own account. */
export default adminPage(async (scope) => {
  const { username, role, hasFactor, sessionId } = scope;
  const sessions = await listOwnSessions(scope);
  return (
    <>
      <PageHead title={t('title')} />
      <p className="max-w-prose text-small text-ink-2">
        {area('account.lead', { username, role: area(`role.${role}`) })}
      </p>
      {lacksFactor(scope) && <Note kind="warn">{t('required')}</Note>}
      <AdminSection id="factor" title={t('factor')}>
        <SecondFactor
          codesLeft={hasFactor ? await countRecoveryCodes(scope) : null}
          fresh={hasFactor ? null : newFactor(username)}
        />
      </AdminSection>
      <AdminSection id="sessions" title={sessionTexts('title')}>
        <div className="grid max-w-prose gap-4">
          <SessionList sessions={sessions} own={sessionId} />
          {sessions.length > 1 && (
            <div>
              <EndSessions username={username} />
            </div>
          )}
        </div>
      </AdminSection>
    </>
  );
}, endpoints.addSecondFactor);
