'use client';

import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { RadioGroup } from '@/components/platform/ui/radio-group';
import { TextArea } from '@/components/platform/ui/text-area';
import { call } from '@/lib/api/client/client';
import type { Decision } from '@/lib/selection/shared-cart/schema';

/** Approves or declines a shared cart. */
export function DecideForm({ token }: { token: string }) {
  const t = useTranslations('sharedCart');
  const send = (form: FormData) =>
    call('POST /cart/share/{token}/decisions', {
      params: { token },
      // The browser demands a decision.
      body: { decision: form.get('decision') as Decision['decision'], name: form.get('name'), note: form.get('note') },
    });
  return (
    <section aria-labelledby="decide" className="grid gap-3 print:hidden">
      <h2 id="decide" className="text-h3">
        {t('decide.title')}
      </h2>
      <p className="text-small text-ink-2">{t('decisions.binding')}</p>
      <Form send={send} toast="decide" done={t('decide.sent')} submit={t('decide.send')}>
        {({ field }) => (
          <>
            <RadioGroup
              legend={t('decide.decision')}
              name="decision"
              options={[
                { value: 'approved', label: t('decide.approve') },
                { value: 'declined', label: t('decide.decline') },
              ]}
              required
            />
            <Field {...field('name')} label={t('decide.name')} required maxLength={120} autoComplete="name" />
            <TextArea {...field('note')} label={t('decide.note')} maxLength={500} />
          </>
        )}
      </Form>
    </section>
  );
}
