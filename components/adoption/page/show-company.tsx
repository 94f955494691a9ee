'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { langOf } from '@/lib/platform/i18n/script';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

type ShowCompanyProps = { billingId: string; company: string; isShown: boolean; bearer: Bearer };

/** Allows the public pages of the institutes to name the company of this adoption, or withdraws that. */
export function ShowCompany({ billingId, company, isShown, bearer }: ShowCompanyProps) {
  const t = useTranslations('adoptionPage.company');
  const name = (chunks: ReactNode) => (
    <b lang={langOf(company) ?? 'en'} className="wrap-anywhere">
      {chunks}
    </b>
  );
  return (
    <>
      <p className="text-small text-ink-2">{t.rich(isShown ? 'isShown' : 'isHidden', { company, b: name })}</p>
      <ActionButton
        variant="line"
        className="justify-self-start"
        send={() =>
          callerOf(bearer)('POST /billing/{billingId}/company', { params: { billingId }, body: { show: !isShown } })
        }
        toast="company"
        done={t(isShown ? 'hidden' : 'shown')}
        failed={{ code: 'own_adoption.choice_failed' }}
      >
        {t(isShown ? 'hide' : 'show')}
      </ActionButton>
    </>
  );
}
