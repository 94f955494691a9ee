'use client';

import { useTranslations } from 'use-intl';
import { COMPANY_ERRORS, CompanyFields } from '@/components/company/company-fields';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Button } from '@/components/platform/ui/button';
import { callAsSponsor } from '@/lib/api/client/session';
import { COMPANY_FIELDS, companyBody, companyText } from '@/lib/company/rules';
import type { CompanyDetails } from '@/lib/company/schema';
import { ProfileValue } from './profile-value';

type CompanyProps = {
  company: CompanyDetails;
  /** Whether the signed-in person may change it. */
  mayChange: boolean;
};

/** What papers and reports say of the company, and the form that changes it for all of its adoptions. */
export function Company({ company, mayChange }: CompanyProps) {
  const t = useTranslations('company');
  const given = COMPANY_FIELDS.filter((name) => companyText(company, name) !== '');
  const { kind, version } = company;
  return (
    <section aria-labelledby="company" className="grid gap-3">
      <h2 id="company" className="text-h3">
        {t('title')}
      </h2>
      <p className="text-ink-2">{t('about')}</p>
      {given.length > 0 && (
        <dl className="grid gap-px overflow-hidden rounded-2 border border-line bg-line md:grid-cols-2">
          {given.map((name) => (
            <div key={name} className="bg-surface p-5 md:last:odd:col-span-2">
              <dt className="text-cap text-ink-2">
                {t(name === 'cin' && kind === 'llp' ? 'field.llpin' : `field.${name}`)}
              </dt>
              <dd className="wrap-anywhere">
                {name === 'kind' ? (
                  kind && t(`kind.${kind}`)
                ) : (
                  <ProfileValue>{companyText(company, name)}</ProfileValue>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {mayChange && (
        <FormDialog
          trigger={<Button className="justify-self-start">{t('edit')}</Button>}
          title={t('title')}
          submit={t('save')}
          fieldOf={COMPANY_ERRORS}
          toast="company"
          done={t('saved')}
          send={(fields) => {
            const body = { ...companyBody((name) => String(fields.get(name) ?? '')), version };
            return callAsSponsor('PUT /company/details', { body });
          }}
        >
          {({ field }) => (
            <>
              <p className="text-small text-ink-2">{t('optional')}</p>
              <CompanyFields company={company} field={field} />
              <PrivacyNotice />
            </>
          )}
        </FormDialog>
      )}
    </section>
  );
}
