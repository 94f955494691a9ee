import type { ReactNode } from 'react';
import type { PageChange } from '@/lib/proposals/institute-pages/queries';
import { formatDateTime, formatMinute } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

type PageHistoryProps = {
  history: readonly PageChange[];
  /** Whether administrators read it, who see each other's names. */
  isNamed?: boolean;
  /** What stands at the end of a change. */
  action?: (change: PageChange) => ReactNode;
};

/** The changes of what an office says on the page of its institute: who, when, and what was there before. */
export async function PageHistory({ history, isNamed = false, action }: PageHistoryProps) {
  const [t, locale] = [await getTranslations('office.page'), await getLocale()];
  if (history.length === 0) return <p className="text-small text-ink-2">{t('noHistory')}</p>;
  return (
    <ul className="grid max-w-[60rem]">
      {history.map((change) => (
        <li key={change.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 text-small">
          <div className="me-auto grid min-w-0 gap-1">
            <p className="font-semibold wrap-anywhere">
              {isNamed
                ? [formatDateTime(change.at), change.actor].join(', ')
                : [formatMinute(change.at, locale), change.office ?? t('administrators')].join(', ')}
            </p>
            {change.fields.map(({ name, old, now }) => (
              <p key={name} className="wrap-anywhere whitespace-pre-line">
                {`${t(`field.${name}`)}: ${old ?? t('empty')} → ${now ?? t('empty')}`}
              </p>
            ))}
          </div>
          {action && <div>{action(change)}</div>}
        </li>
      ))}
    </ul>
  );
}
