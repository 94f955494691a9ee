'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { COMPANY_ERRORS, CompanyFields } from '@/components/company/company-fields';
import { Form } from '@/components/platform/form/form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';
import type { IssuedPaper } from '@/lib/adoption/read/detail-rules';
import { companyBody } from '@/lib/company/rules';
import type { CompanyDetails } from '@/lib/company/schema';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { PaperButton } from './paper-list';

type NewPaper = Pick<IssuedPaper, 'id' | 'kind' | 'serial'>;

type PaperDetailsFormProps = {
  billingId: string;
  /** What the fields start with. */
  company: CompanyDetails;
  orderNumber: string;
  /** Whether the company is that of an account, with other adoptions. */
  keptFor: 'account' | 'adoption';
  /** Whether the form makes the proforma invoice as well. */
  isProforma: boolean;
  bearer: Bearer;
};

/**
 * Stores what papers show of the company and its order number; papers that show something else are issued again. The papers
 * that show it now stand below the button.
 */
export function PaperDetailsForm(props: PaperDetailsFormProps) {
  const { billingId, company, orderNumber, keptFor, isProforma, bearer } = props;
  const t = useTranslations('adoptionPage.paperDetails');
  const papers = useTranslations('adoptionPage.papers');
  const router = useRouter();
  const heading = useId();
  const [made, setMade] = useState<NewPaper[] | null>(null);

  const send = async (fields: FormData): Promise<ApiResult<NewPaper[]>> => {
    const typed = (name: string) => String(fields.get(name) ?? '').trim();
    const details = { ...companyBody(typed), purchase_order: typed('purchase_order'), version: company.version };
    const params = { billingId };
    const callHere = callerOf(bearer);
    if (!isProforma) {
      const saved = await callHere('POST /billing/{billingId}/paper-details', { params, body: details });
      return saved.ok ? { ok: true, data: saved.data.papers } : saved;
    }
    const issued = await callHere('POST /billing/{billingId}/papers', { params, body: { kind: 'proforma', details } });
    return issued.ok ? { ok: true, data: [issued.data] } : issued;
  };

  return (
    <Disclosure summary={<span id={heading}>{t(isProforma ? 'proforma_open' : 'open')}</span>}>
      <Form
        className="pt-2"
        submit={t(isProforma ? 'proforma_issue' : 'issue')}
        send={send}
        fieldOf={COMPANY_ERRORS}
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
              <Field
                label={t('purchase_order')}
                maxLength={100}
                defaultValue={orderNumber}
                {...field('purchase_order')}
              />
              <CompanyFields company={company} field={field} />
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
