'use client';

import { useTranslations } from 'use-intl';
import { saveFile } from '@/components/checkout/save-file';
import { usePending } from '@/components/form/use-pending';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { callAsAdmin } from '@/lib/api-client/admin';
import { asFile } from '@/lib/api-client/client';
import { DOCUMENT_MS } from '@/lib/core/limits';
import type { Locale } from '@/lib/i18n/locale';
import { paperFileName } from '@/lib/paper/rules';

type PaperButtonProps = { id: string; serial: string; locale: Locale };

/** Downloads a paper in a language: the API reads a bearer token, which a link does not send. */
export function PaperButton({ id, serial, locale }: PaperButtonProps) {
  const t = useTranslations('adminAdoption.papers');
  const [pending, download] = usePending(async () => {
    const request = { params: { paperId: id }, query: { locale }, timeoutMs: DOCUMENT_MS, read: asFile() };
    const file = await callAsAdmin('GET /admin/papers/{paperId}', request);
    if (file.ok) saveFile(file.data, paperFileName(serial, 'pdf'));
    else notify.error(file.message ?? t('failed'), { id: 'paper' });
  });
  return (
    <Button
      variant="bare"
      size="small"
      pending={pending}
      aria-label={t('download', { serial, language: t(`language.${locale}`) })}
      onClick={() => void download()}
    >
      {t(`language.${locale}`)}
    </Button>
  );
}
