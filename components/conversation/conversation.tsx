import type { ReactNode } from 'react';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { cn } from '@/components/platform/ui/cn';
import type { Conversation as Messages, ShownMessage } from '@/lib/conversation/queries';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';

/** Messages that are shown at once. */
const SHOWN = 10;

/** Who reads it, and in which language. */
type Reading = { reader: 'department' | 'sponsor' | 'office'; locale: Locale };

type ConversationProps = Reading & {
  conversation: Messages;
  /** What the line that unfolds the form says. */
  write: string;
  /** The form; false for those who may not write. */
  form: ReactNode;
};

/** A conversation, the newest message last, with the form to answer, which is unfolded if the other side wrote last. */
export function Conversation({ conversation: { messages }, write, form, ...reading }: ConversationProps) {
  const t = getTranslator(reading.locale, 'conversation');
  const earlier = messages.slice(0, -SHOWN);
  const newest = messages.at(-1);
  return (
    <>
      {earlier.length > 0 && (
        <Disclosure small summary={t('earlier', { count: earlier.length })}>
          <MessageList messages={earlier} {...reading} />
        </Disclosure>
      )}
      {newest ? (
        <MessageList messages={messages.slice(-SHOWN)} {...reading} />
      ) : (
        <p className="text-small text-ink-2">{t('none')}</p>
      )}
      {form && (
        <Disclosure small summary={write} open={newest !== undefined && newest.side !== reading.reader}>
          {form}
        </Disclosure>
      )}
    </>
  );
}

function MessageList({ messages, reader, locale }: Reading & { messages: readonly ShownMessage[] }) {
  const t = getTranslator(locale, 'conversation');
  const nameOf = ({ side, who }: ShownMessage) => {
    if (side === 'department') return [t('department'), who].filter(Boolean).join(', ');
    return who ?? t(side === 'office' ? 'office' : reader === 'department' ? 'contact' : 'sponsor');
  };
  return (
    <ol className="grid gap-3">
      {messages.map((message) => (
        <li
          key={message.id}
          className={cn(
            'grid max-w-160 min-w-0 gap-1 rounded-2 border border-line px-4 py-3 text-small',
            message.side === reader ? 'ms-6 bg-paper' : 'bg-surface',
          )}
        >
          <p className="flex flex-wrap gap-x-2 text-ink-2">
            <b className="wrap-anywhere text-ink">{nameOf(message)}</b>
            <time dateTime={message.at.toISOString()}>{formatDateTimeWithZone(message.at, locale)}</time>
            {reader === 'department' && message.isOpen && <span>{t('open')}</span>}
          </p>
          {message.text === '' ? (
            <p className="text-ink-2">{t('erased')}</p>
          ) : (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {message.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
