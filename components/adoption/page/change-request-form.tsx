'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { refused } from '@/components/platform/form/use-form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { TextArea } from '@/components/platform/ui/text-area';
import { changeRequestSchema } from '@/lib/adoption/core/page-schema';
import { MAX_REQUEST_LENGTH } from '@/lib/platform/limits';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

/** Sends a request to change the adoption to the administrators. */
export function ChangeRequestForm({ billingId, bearer }: { billingId: string; bearer: Bearer }) {
  const t = useTranslations('adoptionPage.changeRequest');
  const router = useRouter();

  const send = async (fields: FormData) => {
    const parsed = changeRequestSchema.safeParse({ message: fields.get('message') });
    if (parsed.success)
      return callerOf(bearer)('POST /billing/{billingId}/requests', { params: { billingId }, body: parsed.data });
    return refused(parsed.error, { max: MAX_REQUEST_LENGTH });
  };

  return (
    <Form
      noValidate
      submit={t('send')}
      variant="line"
      send={send}
      failed={{ code: 'own_adoption.request_failed' }}
      toast="request"
      done={t('sent')}
      // A refusal for an open request: it was sent in another tab. After other failures what was typed stays.
      onRefused={({ status }) => status === 409 && router.refresh()}
    >
      {({ field }) => (
        <>
          <p className="text-small text-ink-2">{t('text')}</p>
          <TextArea label={t('label')} rows={4} aria-required {...field('message')} />
          <PrivacyNotice />
        </>
      )}
    </Form>
  );
}
