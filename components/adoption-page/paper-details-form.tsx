'use client';

import { ChevronDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { notify } from '@/components/ui/toaster';
import type { PaperDetails } from '@/lib/document/paper-rules';
import { errorText } from '@/lib/i18n/errors';
import { holderPost, type Bearer } from './api';

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
  const router = useRouter();
  const [pending, setPending] = useState(false);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    const given = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    setPending(true);
    const [path, body] = isProforma ? ['papers', { kind: 'proforma', details: given }] : ['paper-details', given];
    const result = await holderPost(bearer, `/billing/${billingId}/${path}`, body, z.looseObject({}));
    setPending(false);
    if (!result.ok) return void notify.error(result.message ?? errorText('document.failed'), { id: 'paper' });
    notify.success(t('issued'), { id: 'paper' });
    router.refresh();
  };

  return (
    <details className="group">
      <summary className="inline-flex min-h-tap cursor-pointer list-none items-center gap-1.5 font-semibold text-link hover:underline [&::-webkit-details-marker]:hidden">
        {t('open')}
        <ChevronDown aria-hidden className="size-5 transition-transform duration-(--calm) group-open:rotate-180" />
      </summary>
      <form onSubmit={save} className="grid gap-4 pt-2">
        <p className="text-small text-ink-2">{t('about')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(([name, key, attributes]) => (
            <Field key={name} name={name} label={label(key)} defaultValue={details[name]} {...attributes} />
          ))}
        </div>
        <PrivacyNotice />
        <Button type="submit" pending={pending} className="justify-self-start">
          {t('issue')}
        </Button>
      </form>
    </details>
  );
}
