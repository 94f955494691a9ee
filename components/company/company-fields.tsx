'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { COMPANY_KINDS } from '@/db/schema/enums';
import type { FormState } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { cinWarning, COMPANY_FIELDS, companyText, gstinWarning } from '@/lib/company/rules';
import type { Company } from '@/lib/company/schema';

const ATTRIBUTES = {
  legal_name: { maxLength: 200, autoComplete: 'organization' },
  cin: { maxLength: 25, autoCapitalize: 'characters' },
  pan: { maxLength: 10, autoCapitalize: 'characters' },
  gstin: { maxLength: 20, autoCapitalize: 'characters' },
  address: { maxLength: 500, autoComplete: 'street-address' },
  csr_contact: { maxLength: 200 },
  papers_email: { maxLength: 254, type: 'email', inputMode: 'email', autoComplete: 'email' },
  plants: { maxLength: 2000 },
} as const;

const THIS_YEAR = new Date().getFullYear();

type CompanyFieldsProps = {
  /** What the fields start with. */
  company: Company;
  field: FormState['field'];
  /** Stands before the names of the fields. */
  prefix?: string;
};

/** The fields of a company, all optional, with what is unusual about its numbers below them. */
export function CompanyFields({ company, field, prefix = '' }: CompanyFieldsProps) {
  const t = useTranslations('company');
  const [typed, setTyped] = useState(company);
  const change = (changed: Partial<Company>) => setTyped((before) => ({ ...before, ...changed }));
  const unusual = {
    cin: cinWarning(typed.cin, typed, THIS_YEAR),
    gstin: gstinWarning(typed.gstin, typed.pan),
  };
  const hintOf = (name: keyof Company): string | undefined => {
    if (name === 'cin') return unusual.cin ? t(`cinWarning.${unusual.cin}`) : undefined;
    if (name === 'gstin') return unusual.gstin ? t(`gstinWarning.${unusual.gstin}`) : undefined;
    return name === 'csr_contact' || name === 'papers_email' || name === 'plants' ? t(`hint.${name}`) : undefined;
  };
  return COMPANY_FIELDS.map((name) =>
    name === 'kind' ? (
      <SelectField
        key={name}
        label={t('field.kind')}
        defaultValue={company.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as Company['kind'] })}
        {...field(`${prefix}${name}`)}
      >
        <option value="">{t('kind.unknown')}</option>
        {COMPANY_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </SelectField>
    ) : (
      <Field
        key={name}
        label={t(name === 'cin' && typed.kind === 'llp' ? 'field.llpin' : `field.${name}`)}
        hint={hintOf(name)}
        defaultValue={companyText(company, name)}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
        {...ATTRIBUTES[name]}
        {...field(`${prefix}${name}`)}
      />
    ),
  );
}

/** The fields of a form that errors of the server belong to. */
export const COMPANY_ERRORS = {
  'paper.cin_invalid': 'cin',
  'paper.pan_invalid': 'pan',
  'paper.gstin_invalid': 'gstin',
  'sponsor.email_invalid': 'papers_email',
  'sponsor.too_long': 'papers_email',
} as const;
