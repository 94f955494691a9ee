'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { errorText } from '@/lib/i18n/errors';
import { langOf } from '@/lib/i18n/script';
import { holderPost, type Bearer } from './api';

type ShowCompanyProps = { billingId: string; company: string; isShown: boolean; bearer: Bearer };

/** Allows the public pages of the institutes to name the company of this adoption, or withdraws that. */
export function ShowCompany({ billingId, company, isShown, bearer }: ShowCompanyProps) {
  const t = useTranslations('adoptionPage.company');
  const router = useRouter();
  const [pending, setPending] = useState(false);

  const change = async () => {
    setPending(true);
    const result = await holderPost(bearer, `/billing/${billingId}/company`, { show: !isShown }, z.looseObject({}));
    setPending(false);
    if (result.ok) notify.success(t(isShown ? 'hidden' : 'shown'), { id: 'company' });
    else notify.error(result.message ?? errorText('own_adoption.company_failed'), { id: 'company' });
    router.refresh();
  };

  const name = (chunks: React.ReactNode) => (
    <b lang={langOf(company) ?? 'en'} className="wrap-anywhere">
      {chunks}
    </b>
  );
  return (
    <>
      <p className="text-small text-ink-2">{t.rich(isShown ? 'isShown' : 'isHidden', { company, b: name })}</p>
      <Button variant="line" pending={pending} onClick={change} className="justify-self-start">
        {t(isShown ? 'hide' : 'show')}
      </Button>
    </>
  );
}
