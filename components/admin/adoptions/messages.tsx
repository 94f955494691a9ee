import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { StatusTag } from '@/components/ui/status-tag';
import type { AdminAdoption, AdoptionMessage } from '@/lib/admin/adoptions/queries';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { nameOf, timeOf } from './texts';

type MessagesProps = { adoption: AdminAdoption; canAct: boolean };

/** The messages to the sponsor and what became of them. */
export function MessagesSection({ adoption: { messages }, canAct }: MessagesProps) {
  const t = getTranslator('en', 'adminAdoption.messages');
  return (
    <AdminSection id="messages" title={t('title')} actions={canAct && <ActButton act={{ form: 'send_papers' }} />}>
      {messages.length === 0 ? (
        <p className="text-small text-ink-2">{t('none')}</p>
      ) : (
        <TableRegion labelledBy="messages">
          <thead>
            <tr>
              {(['created', 'kind', 'state'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </TableRegion>
      )}
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
