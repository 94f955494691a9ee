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
import { errorText } from '@/lib/i18n/errors';
import { holderPost, type Bearer } from './api';

const FIELDS = [
  ['legal_name', 'legalName', { maxLength: 200, autoComplete: 'organization' }],
  ['address', 'address', { maxLength: 500, autoComplete: 'street-address' }],
  ['pan', 'pan', { maxLength: 10, autoCapitalize: 'characters' }],
  ['purchase_order', 'purchaseOrder', { maxLength: 100 }],
] as const;

/** Makes the proforma invoice of an adoption, with details that companies may want on it. */
export function ProformaForm({ billingId, bearer }: { billingId: string; bearer: Bearer }) {
  const t = useTranslations('adoptionPage.pay');
  const router = useRouter();
  const [pending, setPending] = useState(false);

  const issue = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    const details = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    setPending(true);
    const path = `/billing/${billingId}/papers`;
    const result = await holderPost(bearer, path, { kind: 'proforma', details }, z.looseObject({}));
    setPending(false);
    if (!result.ok) return void notify.error(result.message ?? errorText('document.failed'), { id: 'paper' });
    notify.success(t('issued'), { id: 'paper' });
    router.refresh();
  };

  return (
    <details className="group">
      <summary className="inline-flex min-h-tap cursor-pointer list-none items-center gap-1.5 font-semibold text-link hover:underline [&::-webkit-details-marker]:hidden">
        {t('proforma')}
        <ChevronDown aria-hidden className="size-5 transition-transform duration-(--calm) group-open:rotate-180" />
      </summary>
      <form onSubmit={issue} className="grid gap-4 pt-2">
        <p className="text-small text-ink-2">{t('proformaText')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(([name, label, attributes]) => (
            <Field key={name} name={name} label={t(label)} {...attributes} />
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
