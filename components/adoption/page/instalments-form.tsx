'use client';

import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { Form } from '@/components/platform/form/form';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { SelectField } from '@/components/platform/ui/select-field';

type InstalmentsFormProps = { billingId: string; chosen: number; max: number; bearer: Bearer };

/** Chooses in how many parts a pledge is paid. */
export function InstalmentsForm({ billingId, chosen, max, bearer }: InstalmentsFormProps) {
  const t = useTranslations('adoptionPage.instalments');
  const send = (fields: FormData) =>
    callerOf(bearer)('POST /billing/{billingId}/instalments', {
      params: { billingId },
      body: { parts: Number(fields.get('parts')) },
    });
  return (
    <Disclosure summary={t(chosen > 1 ? 'change' : 'open')}>
      <Form
        className="pt-2"
        submit={t('save')}
        variant="line"
        send={send}
        failed={{ code: 'own_adoption.instalments_failed' }}
        toast="instalments"
        done={t('saved')}
      >
        {({ field }) => (
          <>
            <p className="text-small text-ink-2">{t('text')}</p>
            <SelectField label={t('number')} defaultValue={chosen} {...field('parts')}>
              {Array.from({ length: max }, (_, at) => (
                <option key={at + 1} value={at + 1}>
                  {t('parts', { count: at + 1 })}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </Form>
    </Disclosure>
  );
}
