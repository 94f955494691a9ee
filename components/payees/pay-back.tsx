'use client';

import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import type { AccountSummary } from '@/lib/payees/schema';
import { AccountDialog } from './account-dialog';

/** The account to which money of an adoption is paid back, and the dialog in which its sponsor enters it. */
export function PayBack({
  billingId,
  account,
  mayState,
  bearer,
}: {
  billingId: string;
  account: AccountSummary | null;
  mayState: boolean;
  bearer: Bearer;
}) {
  const t = useTranslations('adoptionPage.payBack');
  return (
    <section aria-label={t('title')} className="grid justify-items-start gap-2">
      <h2 className="text-lead">{t('title')}</h2>
      <p className="text-small">
        {account ? t(account.isConfirmed ? 'confirmed' : 'stated', { ending: account.ending }) : t('ask')}
      </p>
      {mayState && (
        <AccountDialog
          open={t(account ? 'change' : 'open')}
          variant="line"
          title={t('title')}
          note={t('ask')}
          save={t('save')}
          done={t('saved')}
          send={(body) => callerOf(bearer)('PUT /billing/{billingId}/account', { params: { billingId }, body })}
        />
      )}
    </section>
  );
}
