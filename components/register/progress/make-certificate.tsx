'use client';

import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { ActionButton } from '@/components/platform/form/action-button';

/** Makes the certificate of the seats of a course, which then stands among the papers. */
export function MakeCertificate({
  billingId,
  courseId,
  bearer,
}: {
  billingId: string;
  courseId: string;
  bearer: Bearer;
}) {
  const t = useTranslations('adoptionPage.progress.certificate');
  return (
    <ActionButton
      variant="line"
      size="small"
      className="min-h-tap justify-self-start print:hidden"
      send={() =>
        callerOf(bearer)('POST /billing/{billingId}/certificates', {
          params: { billingId },
          body: { course_id: courseId },
        })
      }
      toast="certificate"
      done={t('made')}
      failed={{ code: 'certificate.not_yet' }}
    >
      {t('make')}
    </ActionButton>
  );
}
