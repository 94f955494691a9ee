'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { SelectionBar, useRowSelection } from '@/components/platform/ui/row-selection';
import { callAsAdmin } from '@/lib/api/client/admin';

const TIMEOUT_MS = 70_000;

/** Reminds the offices of the chosen institutes of their late reports. */
export function RemindOffices() {
  const t = useTranslations('attention.remind');
  const { choice, count, clear } = useRowSelection();
  return (
    <SelectionBar>
      {choice && (
        <ActionButton
          size="small"
          send={async () => {
            const answer = await callAsAdmin('POST /admin/reminders', {
              body: { chosen: choice },
              timeoutMs: TIMEOUT_MS,
            });
            if (answer.ok) clear();
            return answer;
          }}
          toast="reminder"
          done={({ results }) => {
            const reminded = results.filter(({ code }) => code === null).length;
            return t('doneMany', { count: reminded, left: results.length - reminded });
          }}
          failed={t('failed')}
        >
          {t('many', { count })}
        </ActionButton>
      )}
    </SelectionBar>
  );
}
