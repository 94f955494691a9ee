'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

type CommitmentProps = { billingId: string; isCommitted: boolean; bearer: Bearer };

/** Says that the sponsor wants to support the places of this adoption for the whole course, or withdraws that. */
export function Commitment({ billingId, isCommitted, bearer }: CommitmentProps) {
  const t = useTranslations('adoptionPage.commitment');
  return (
    <>
      <p className="text-small text-ink-2">{t(isCommitted ? 'isMade' : 'isOpen')}</p>
      <ActionButton
        variant="line"
        className="h-auto min-h-tap justify-self-start py-2 text-start whitespace-normal"
        send={() =>
          callerOf(bearer)('POST /billing/{billingId}/commitment', {
            params: { billingId },
            body: { committed: !isCommitted },
          })
        }
        toast="commitment"
        done={t(isCommitted ? 'withdrawn' : 'made')}
        failed={{ code: 'own_adoption.choice_failed' }}
      >
        {t(isCommitted ? 'withdraw' : 'make')}
      </ActionButton>
    </>
  );
}
