'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { Note } from '@/components/platform/ui/note';
import { callAsAdmin } from '@/lib/api/client/admin';
import { ACCOUNT_FIELDS, type Account, type AccountDecision } from '@/lib/settings/schema';

type AccountChangeNoteProps = { version: string; account: Account; by: string | null; mayConfirm: boolean };

/** The change of the account that waits for a second owner, and what an owner can do about it. */
export function AccountChangeNote({ version, account, by, mayConfirm }: AccountChangeNoteProps) {
  const t = useTranslations('settings');
  const person = by ?? '–';
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('accountChange.title')}</p>
      <p>{t('accountChange.entered', { by: person })}</p>
      <dl className="my-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {ACCOUNT_FIELDS.map((name) => (
          <div key={name} className="contents">
            <dt>{t(`field.${name}`)}</dt>
            <dd className="font-semibold wrap-anywhere">{account[name] || t('accountChange.empty')}</dd>
          </div>
        ))}
      </dl>
      {mayConfirm && <p>{t('accountChange.check', { by: person })}</p>}
      <div className="mt-2 flex gap-3">
        {mayConfirm && <DecideButton decision="confirm" version={version} />}
        <DecideButton decision="discard" version={version} />
      </div>
    </Note>
  );
}

function DecideButton({ decision, version }: AccountDecision) {
  const t = useTranslations('settings.accountChange');
  return (
    <ActionButton
      size="small"
      variant={decision === 'confirm' ? undefined : 'line'}
      send={() => callAsAdmin('POST /admin/account-change', { body: { decision, version } })}
      toast="settings"
      done={t(decision === 'confirm' ? 'confirmed' : 'discarded')}
      failed={t('failed')}
    >
      {t(decision)}
    </ActionButton>
  );
}
