'use client';

import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';
import type { PaperDetails } from '@/lib/adoption/schema';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

const FIELDS = [
  ['legal_name', 'legalName', { maxLength: 200, autoComplete: 'organization' }],
  ['address', 'address', { maxLength: 500, autoComplete: 'street-address' }],
  ['pan', 'pan', { maxLength: 10, autoCapitalize: 'characters' }],
  ['purchase_order', 'purchaseOrder', { maxLength: 100 }],
] as const;

type PaperDetailsFormProps = {
  billingId: string;
  /** What the fields start with. */
  details: PaperDetails;
  bearer: Bearer;
  /** Whether the form makes the proforma invoice as well. */
  isProforma?: boolean;
};

/** Stores what the papers of an adoption show of the company; papers that show something else are issued again. */
export function PaperDetailsForm({ billingId, details, bearer, isProforma = false }: PaperDetailsFormProps) {
  const t = useTranslations(isProforma ? 'adoptionPage.pay' : 'adoptionPage.paperDetails');
  const label = useTranslations('adoptionPage.pay');

  const send = (fields: FormData): Promise<ApiResult<unknown>> => {
    const entries = [...fields].map(([name, value]) => [name, String(value).trim()]);
    const entered = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    const params = { billingId };
    const callHere = callerOf(bearer);
    return isProforma
      ? callHere('POST /billing/{billingId}/papers', { params, body: { kind: 'proforma', details: entered } })
      : callHere('POST /billing/{billingId}/paper-details', { params, body: entered });
  };

  return (
    <Disclosure summary={t('open')}>
      <Form
        className="pt-2"
        submit={t('issue')}
        send={send}
        failed={{ code: 'document.failed' }}
        toast="paper"
        done={t('issued')}
      >
        {({ field }) => (
          <>
            <p className="text-small text-ink-2">{t('about')}</p>
            <div className="grid gap-4 sm:grid-cols-2">
              {FIELDS.map(([name, key, attributes]) => (
                <Field key={name} label={label(key)} defaultValue={details[name]} {...attributes} {...field(name)} />
              ))}
            </div>
            <PrivacyNotice />
          </>
        )}
      </Form>
    </Disclosure>
  );
}
