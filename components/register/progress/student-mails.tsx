'use client';

import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { ActionButton } from '@/components/platform/form/action-button';

/** Switches the e-mails about students on or off, for all adoptions of the account, or of the guest. */
export function StudentMails({ isOn, bearer }: { isOn: boolean; bearer: Bearer }) {
  const t = useTranslations('adoptionPage.progress.mails');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="text-ink-2">{t(isOn ? 'isOn' : 'isOff')}</p>
      <ActionButton
        variant="line"
        size="small"
        className="min-h-tap"
        send={() => callerOf(bearer)('POST /user/student-mails', { body: { send: !isOn } })}
        toast="student-mails"
        done={t(isOn ? 'switchedOff' : 'switchedOn')}
        failed={{ code: 'own_adoption.choice_failed' }}
      >
        {t(isOn ? 'switchOff' : 'switchOn')}
      </ActionButton>
    </div>
  );
}
