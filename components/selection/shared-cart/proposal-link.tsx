'use client';

import { FileText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useDownload } from '@/components/platform/form/use-download';
import { Button } from '@/components/platform/ui/button';
import { asFile, call } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { proposalFileName } from '@/lib/documents/rules';
import type { Locale } from '@/lib/platform/i18n/locale';

/**
 * Downloads the proposal of a shared cart. A plain link, which works without JavaScript; with it, the result is shown in
 * a toast.
 */
export function ProposalLink({ token }: { token: string }) {
  const locale = useLocale() as Locale;
  const t = useTranslations('sharedCart.proposal');
  const { pending, download } = useDownload();
  const request = { params: { token }, query: { locale }, timeoutMs: DOCUMENT_MS, read: asFile() };
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (pending) return;
    void download({
      id: 'proposal',
      texts: { preparing: t('preparing'), downloaded: t('downloaded') },
      fetch: () => call('GET /cart/share/{token}/pdf', request),
      nameOn: proposalFileName,
    });
  };
  return (
    <Button asChild wide variant="line">
      <a
        href={`/api/cart/share/${encodeURIComponent(token)}/pdf?locale=${locale}`}
        download
        aria-busy={pending}
        onClick={onClick}
      >
        <FileText aria-hidden />
        {t('button')}
      </a>
    </Button>
  );
}
