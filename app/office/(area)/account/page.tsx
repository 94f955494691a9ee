import type { Metadata } from 'next';
import { SecondFactor } from '@/components/admin/account/second-factor';
import { EndSessions } from '@/components/admin/administrators/end-sessions';
import { SessionList } from '@/components/admin/administrators/session-list';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { officePage } from '@/components/office/office-page';
import { Note } from '@/components/platform/ui/note';
import { listOwnSessions } from '@/lib/accounts/administrators/queries';
import { countRecoveryCodes } from '@/lib/accounts/administrators/second-factor';
import { lacksFactor } from '@/lib/accounts/administrators/session';
import { newFactor } from '@/lib/accounts/administrators/totp';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staff'))('account.title') };
}

/** /office/account: second factor and sessions of the own account. */
export default officePage(
  async (scope) => {
    const [t, office] = [await getTranslations('staff'), await getTranslations('office')];
    const { username, role, hasFactor, sessionId } = scope;
    const sessions = await listOwnSessions(scope);
    return (
      <>
        <PageHead title={t('account.title')} />
        <p className="max-w-prose text-small text-ink-2">
          {office('account.lead', { username, role: office(`role.${role}`) })}
        </p>
        {lacksFactor(scope) && <Note kind="warn">{t('account.required')}</Note>}
        <AdminSection id="factor" title={t('account.factor')}>
          <SecondFactor
            codesLeft={hasFactor ? await countRecoveryCodes(scope) : null}
            fresh={hasFactor ? null : newFactor(username)}
          />
        </AdminSection>
        <AdminSection id="sessions" title={t('session.title')}>
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
  },
  { isOwnAccount: true },
);
