'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { deleteJson } from '@/lib/api-client/client';

/** Ends the access of a guest in this browser. */
export function CloseAccess({ reference }: { reference: string }) {
  const t = useTranslations('adoptionPage.access');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const close = async () => {
    setPending(true);
    const result = await deleteJson(`/adoptions/${encodeURIComponent(reference)}/access`, z.looseObject({}));
    setPending(false);
    if (result.ok) notify.success(t('closed'), { id: 'otp' });
    router.refresh();
  };
  return (
    <Button variant="bare" size="inline" pending={pending} onClick={close}>
      {t('close')}
    </Button>
  );
}
