import type { ReactNode } from 'react';
import { EndSessions } from '@/components/admin/administrators/end-sessions';
import { SessionList } from '@/components/admin/administrators/session-list';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { Note } from '@/components/platform/ui/note';
import { listOwnSessions } from '@/lib/accounts/administrators/queries';
import { countRecoveryCodes } from '@/lib/accounts/administrators/second-factor';
import { lacksFactor, type AccountScope } from '@/lib/accounts/administrators/session';
import { newFactor } from '@/lib/accounts/administrators/totp';
import type { getTranslator } from '@/lib/platform/i18n/server';
import { SecondFactor } from './second-factor';

type OwnAccountProps = {
  scope: AccountScope;
  /** Whose account it is. */
  lead: ReactNode;
  /** The texts in the language of the area. */
  t: ReturnType<typeof getTranslator<'staff'>>;
};

/** Second factor and sessions of the own account, of administrators and of offices. */
export async function OwnAccount({ scope, lead, t }: OwnAccountProps) {
  const { username, hasFactor, sessionId } = scope;
  const sessions = await listOwnSessions(scope);
  return (
    <>
      <PageHead title={t('account.title')} />
      <p className="max-w-prose text-small text-ink-2">{lead}</p>
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
}
