import type { Metadata } from 'next';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { MailingAct } from '@/components/admin/mailings/mailing-act';
import { Moment } from '@/components/admin/moment';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { DataTable } from '@/components/platform/ui/data-table';
import type { MailingTarget } from '@/db/schema/enums';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listMailings, type Mailing } from '@/lib/admin/mailings/queries';
import * as endpoints from '@/lib/api/mailings';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'mailings');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'mailings';
/** Signs of a text that name it. */
const BEGINNING = 60;

const beginningOf = ({ texts: { en } }: Mailing) => (en.length > BEGINNING ? `${en.slice(0, BEGINNING)}…` : en);

function stateOf({ stoppedAt, endedAt, mayRun }: Mailing) {
  if (endedAt) return 'ended';
  if (stoppedAt) return 'stopped';
  return mayRun ? 'running' : 'resting';
}

/** /admin/mailings: messages to many, how many of their recipients have them, and what stops and continues them. */
export default adminPage(async (scope) => {
  const mailings = await listMailings(scope);
  const mayAct: Record<MailingTarget, boolean> = {
    adoptions: mayCall(scope, endpoints.actOnMailing),
    offices: mayCall(scope, endpoints.actOnOfficeMailing),
  };
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/dashboard#billings">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('lead')}</p>
      <AdminSection id={SECTION} title={t('list')}>
        <DataTable
          labelledBy={SECTION}
          rows={mailings}
          rowKey={({ id }) => id}
          none={t('none')}
          columns={[
            { title: t('column.started'), as: 'digits', cell: ({ startedAt }) => <Moment at={startedAt} /> },
            { title: t('column.target'), cell: ({ target }) => t(`targets.${target}`) },
            { title: t('column.text'), as: 'long', cell: beginningOf },
            {
              title: t('column.progress'),
              cell: ({ written, recipients, waiting }) =>
                t('progress', { written, recipients, left: recipients - waiting - written }),
            },
            { title: t('column.state'), cell: (mailing) => t(`state.${stateOf(mailing)}`) },
            { title: t('column.by'), as: 'name', cell: ({ by }) => by ?? '' },
            mailings.some(({ endedAt, target }) => !endedAt && mayAct[target]) && {
              title: t('column.actions'),
              as: 'actions',
              cell: (mailing) =>
                !mailing.endedAt &&
                mayAct[mailing.target] && (
                  <MailingAct
                    action={stateOf(mailing) === 'running' ? 'stop' : 'continue'}
                    target={mailing.target}
                    id={mailing.id}
                    text={beginningOf(mailing)}
                  />
                ),
            },
          ]}
        />
      </AdminSection>
    </>
  );
}, IN_AREA);
