'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '@/components/checkout/save-file';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminBlob } from '@/lib/api-client/admin';
import { DOCUMENT_MS } from '@/lib/core/limits';

/** Downloads a paper: the API reads a bearer token, which a link does not send. */
export function PaperButton({ id, serial }: { id: string; serial: string }) {
  const t = useTranslations('adminAdoption.papers');
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    const file = await adminBlob(`/admin/papers/${id}`, { timeoutMs: DOCUMENT_MS });
    setPending(false);
    if (file.ok) saveFile(file.data, `${serial.replaceAll('/', '-')}.pdf`);
    else notify.error(file.message ?? t('failed'), { id: 'paper' });
  };
  return (
    <Button
      variant="bare"
      size="small"
      className="-mx-3 whitespace-nowrap"
      pending={pending}
      aria-label={t('download', { serial })}
      onClick={() => void download()}
    >
      {serial}
    </Button>
  );
}
