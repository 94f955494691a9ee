import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { AdminAdoption, AdoptionMessage } from '@/lib/admin/adoptions/queries';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { nameOf, timeOf } from './texts';

type MessagesProps = { adoption: AdminAdoption; canAct: boolean };

/** The messages to the sponsor and what became of them. */
export function MessagesSection({ adoption: { messages }, canAct }: MessagesProps) {
  const t = getTranslator('en', 'adminAdoption.messages');
  return (
    <AdminSection
      id="messages"
      title={t('title')}
      actions={canAct && <ActionFormButton action={{ form: 'send_papers' }} />}
    >
      <DataTable
        labelledBy="messages"
        rows={messages.toReversed()}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('created'), as: 'digits', cell: ({ createdMs }) => timeOf(createdMs) },
          { title: t('kind'), cell: ({ kind }) => nameOf('messages.kinds', kind) },
          { title: t('state'), cell: (message) => <State message={message} /> },
        ]}
      />
    </AdminSection>
  );
}

function State({ message: { sentMs, isDead } }: { message: AdoptionMessage }) {
  const t = getTranslator('en', 'adminAdoption.messages');
  const [icon, tone] =
    sentMs !== null
      ? (['CircleCheck', 'ok'] as const)
      : isDead
        ? (['Ban', 'error'] as const)
        : (['Hourglass', 'warn'] as const);
  return (
    <StatusTag icon={icon} tone={tone} small>
      {sentMs !== null ? t('sent', { at: timeOf(sentMs) }) : t(isDead ? 'dead' : 'waiting')}
    </StatusTag>
  );
}
