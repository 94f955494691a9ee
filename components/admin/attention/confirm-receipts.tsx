'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRouter } from 'next/navigation';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectionBar, useRowSelection } from '@/components/platform/ui/row-selection';
import { callAsAdmin } from '@/lib/api/client/admin';

const CONFIRM_MS = 90_000;

type ConfirmReceiptsProps = {
  /** Of the adoptions, as the page shows them, in the order of the receipts of the RowSelection. */
  versions: readonly number[];
  /** When the page was read: ISO 8601. */
  seenUntil: string;
};

/** Confirms the chosen receipts with one reason. */
export function ConfirmReceipts({ versions, seenUntil }: ConfirmReceiptsProps) {
  const t = useTranslations('attention.act.confirmMany');
  const errorText = useErrorText();
  const router = useRouter();
  const { choice, count, clear, values } = useRowSelection();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const send = (fields: FormData) => {
    const reason = String(fields.get('reason'));
    const body =
      choice?.by === 'ids'
        ? {
            of: 'page' as const,
            receipts: choice.ids.map((id) => ({ id, version: versions[values.indexOf(id)]! })),
            reason,
          }
        : { of: 'all' as const, seen_until: seenUntil, reason };
    return callAsAdmin('POST /admin/receipts/confirmations', { body, timeoutMs: CONFIRM_MS });
  };
  return (
    <>
      <SelectionBar>
        {choice && (
          <FormDialog
            trigger={<Button size="small">{t('open', { count })}</Button>}
            title={t('title', { count })}
            noValidate
            autoComplete="off"
            submit={t('save', { count })}
            submitting={t('saving')}
            send={send}
            fieldOf={{ 'adoption.reason_required': 'reason' }}
            failed={t('failed')}
            toast="confirm"
            done={({ results }) => t('done', { count: results.filter(({ code }) => code === null).length })}
            onDone={({ results }) => {
              setRefused(
                results.flatMap(({ reference, code }) => (code === null ? [] : [`${reference}: ${errorText(code)}`])),
              );
              clear();
              router.refresh();
            }}
          >
            {({ field }) => (
              <>
                <p className="text-small">{t('note')}</p>
                <Field label={t('reason')} maxLength={500} {...field('reason')} />
              </>
            )}
          </FormDialog>
        )}
      </SelectionBar>
      {refused.length > 0 && (
        <Note kind="warn">
          <p className="font-semibold">{t('refused', { count: refused.length })}</p>
          <ul>
            {refused.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}
