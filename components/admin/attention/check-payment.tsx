'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminPost } from '@/lib/api-client/admin';

/** Lets the job ask the gateway about a payment once more. @param props.payment amount and company, as a sentence */
export function CheckPayment({ id, payment }: { id: string; payment: string }) {
  const t = useTranslations('attention.check');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    const done = z.object({ success: z.literal(true) });
    const result = await adminPost(`/admin/payments/${id}`, { action: 'check' }, done);
    setPending(false);
    if (result.ok) notify.success(t('done'), { id: 'payment' });
    else notify.error(result.message ?? t('failed'), { id: 'payment' });
    router.refresh();
  };
  return (
    <Button
      variant="bare"
      size="small"
      pending={pending}
      aria-label={t('of', { payment })}
      onClick={() => void check()}
    >
      {t('open')}
    </Button>
  );
}
