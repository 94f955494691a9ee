import { StatusTag } from '@/components/ui/status-tag';
import type { AdminAdoption, AdoptionMessage } from '@/lib/admin/adoptions/queries';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { EntriesSection } from './entries-section';
import { nameOf, timeOf } from './texts';

type MessagesProps = { adoption: AdminAdoption; canAct: boolean };

/** The messages to the sponsor and what became of them. */
export function MessagesSection({ adoption: { messages }, canAct }: MessagesProps) {
  const t = getTranslator('en', 'adminAdoption.messages');
  return (
    <EntriesSection
      id="messages"
      title={t('title')}
      actions={canAct && <ActButton act={{ form: 'send_papers' }} />}
      none={t('none')}
      columns={[t('created'), t('kind'), t('state')]}
    >
      {messages.toReversed().map((message) => (
        <tr key={message.id}>
          <th scope="row" className="font-normal tabular-nums">
            {timeOf(message.createdMs)}
          </th>
          <td>{nameOf('messages.kinds', message.kind)}</td>
          <td>
            <State message={message} />
          </td>
        </tr>
      ))}
    </EntriesSection>
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
