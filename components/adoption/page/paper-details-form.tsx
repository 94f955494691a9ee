'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';
import type { IssuedPaper } from '@/lib/adoption/read/detail-rules';
import type { PaperDetails } from '@/lib/adoption/core/schema';
import { gstinWarning, PAPER_DETAILS_FIELDS } from '@/lib/documents/papers/rules';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { PaperButton } from './paper-list';

const ATTRIBUTES = {
  legal_name: { maxLength: 200, autoComplete: 'organization' },
  address: { maxLength: 500, autoComplete: 'street-address' },
  pan: { maxLength: 10, autoCapitalize: 'characters' },
  gstin: { maxLength: 20, autoCapitalize: 'characters' },
  purchase_order: { maxLength: 100 },
} as const;

type NewPaper = Pick<IssuedPaper, 'id' | 'kind' | 'serial'>;

type PaperDetailsFormProps = {
  billingId: string;
  /** What the fields start with. */
  details: PaperDetails;
  /** Whether the next adoption starts with the same. */
  keptFor: 'account' | 'adoption';
  /** Whether the form makes the proforma invoice as well. */
  isProforma: boolean;
  bearer: Bearer;
};

/**
 * Stores what the papers of an adoption show of the company; papers that show something else are issued again. The papers
 * that show it now stand below the button.
 */
export function PaperDetailsForm({ billingId, details, keptFor, isProforma, bearer }: PaperDetailsFormProps) {
  const t = useTranslations('adoptionPage.paperDetails');
  const papers = useTranslations('adoptionPage.papers');
  const router = useRouter();
  const heading = useId();
  const [pan, setPan] = useState(details.pan ?? '');
  const [gstin, setGstin] = useState(details.gstin ?? '');
  const [made, setMade] = useState<NewPaper[] | null>(null);

  const send = async (fields: FormData): Promise<ApiResult<NewPaper[]>> => {
    const entries = [...fields].map(([name, value]) => [name, String(value).trim()]);
    const entered = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    const params = { billingId };
    const callHere = callerOf(bearer);
    if (!isProforma) {
      const saved = await callHere('POST /billing/{billingId}/paper-details', { params, body: entered });
      return saved.ok ? { ok: true, data: saved.data.papers } : saved;
    }
    const body = { kind: 'proforma', details: entered } as const;
    const issued = await callHere('POST /billing/{billingId}/papers', { params, body });
    return issued.ok ? { ok: true, data: [issued.data] } : issued;
  };

  const warning = gstinWarning(gstin, pan);
  const watch: Partial<Record<(typeof PAPER_DETAILS_FIELDS)[number], (value: string) => void>> = {
    pan: setPan,
    gstin: setGstin,
  };
  return (
    <Disclosure summary={<span id={heading}>{t(isProforma ? 'proforma_open' : 'open')}</span>}>
      <Form
        className="pt-2"
        submit={t(isProforma ? 'proforma_issue' : 'issue')}
        send={send}
        fieldOf={{ 'paper.pan_invalid': 'pan', 'paper.gstin_invalid': 'gstin' }}
        failed={{ code: 'document.failed' }}
        toast="paper"
        onDone={(shown) => {
          setMade(shown);
          router.refresh();
        }}
        onRefused={() => setMade(null)}
      >
        {({ field }) => (
          <>
            <p className="text-small text-ink-2">
              {t(isProforma ? 'proforma_about' : 'about')} {keptFor === 'account' && <span>{t('kept')}</span>}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {PAPER_DETAILS_FIELDS.map((name) => (
                <Field
                  key={name}
                  label={t(`field.${name}`)}
                  hint={name === 'gstin' && warning ? t(`gstinWarning.${warning}`) : undefined}
                  defaultValue={details[name]}
                  onInput={({ currentTarget }) => watch[name]?.(currentTarget.value)}
                  {...ATTRIBUTES[name]}
                  {...field(name)}
                />
              ))}
            </div>
            <PrivacyNotice />
          </>
        )}
      </Form>
      <div role="status" className="grid justify-items-start gap-2 empty:hidden [&:not(:empty)]:pt-3">
        {made && (
          <>
            <p>{made.length === 0 ? t('saved') : t('shown', { count: made.length })}</p>
            {made.map((paper) => (
              <PaperButton key={paper.id} billingId={billingId} paper={paper} bearer={bearer}>
                {`${papers(paper.kind)} ${paper.serial}`}
              </PaperButton>
            ))}
          </>
        )}
      </div>
    </Disclosure>
  );
}
