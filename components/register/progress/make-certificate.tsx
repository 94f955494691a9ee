'use client';

import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { ActionButton } from '@/components/platform/form/action-button';

/** Makes the certificate of an adoption in a session, which then stands among the papers. */
export function MakeCertificate({
  billingId,
  session,
  bearer,
}: {
  billingId: string;
  session: string;
  bearer: Bearer;
}) {
  const t = useTranslations('adoptionPage.progress.certificate');
  return (
    <ActionButton
      variant="line"
      size="small"
      className="min-h-tap print:hidden"
      send={() =>
        callerOf(bearer)('POST /billing/{billingId}/certificates', {
          params: { billingId },
          body: { session },
        })
      }
      toast="certificate"
      done={t('made')}
      failed={{ code: 'certificate.not_yet' }}
    >
      {t('make', { session })}
    </ActionButton>
  );
}
