'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { transferSchema } from '@/lib/adoption/page-schema';
import { errorText } from '@/lib/i18n/errors';
import { holderPost } from './api';

/** Pays for the held seats of the company by bank transfer, on the page of the adoption. */
export function HoldTransfer({ billingId }: { billingId: string }) {
  const t = useTranslations('adoptionPage.transfer');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const choose = async () => {
    setPending(true);
    const result = await holderPost(null, `/billing/${billingId}/transfer`, undefined, transferSchema);
    setPending(false);
    if (result.ok) notify.success(t('chosen'), { id: 'payment' });
    else notify.error(result.message ?? errorText('own_adoption.transfer_failed'), { id: 'payment' });
    router.refresh();
  };
  return (
    <Button variant="line" pending={pending} onClick={choose} className="justify-self-start">
      {t('choose')}
    </Button>
  );
}
