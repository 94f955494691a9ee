'use client';

import { FileText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { DOCUMENT_TIMEOUT_MS, useDownload } from '@/components/checkout/use-download';
import { Button } from '@/components/ui/button';
import { getBlob } from '@/lib/api-client/client';
import { proposalFileName } from '@/lib/document/rules';

/**
 * Downloads the proposal. A plain link, which works without JavaScript; with it, the result is shown in a toast.
 * @param href the path below /api
 */
export function ProposalLink({ href }: { href: string }) {
  const t = useTranslations('sharedCart.proposal');
  const { pending, download } = useDownload();
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (pending) return;
    void download({
      id: 'proposal',
      words: { preparing: t('preparing'), downloaded: t('downloaded') },
      fetch: () => getBlob(href, { timeoutMs: DOCUMENT_TIMEOUT_MS }),
      nameOn: proposalFileName,
    });
  };
  return (
    <Button asChild wide variant="line">
      <a href={`/api${href}`} download aria-busy={pending} onClick={onClick}>
        <FileText aria-hidden />
        {t('button')}
      </a>
    </Button>
  );
}
