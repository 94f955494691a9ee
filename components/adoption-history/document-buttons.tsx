'use client';

import { FileText, ReceiptIndianRupee } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/adoption-page/api';
import { DOCUMENT_TIMEOUT_MS, useDownload } from '@/components/checkout/use-download';
import { Button } from '@/components/ui/button';
import { asFile } from '@/lib/api-client/client';
import { receiptFileName, summaryFileName } from '@/lib/document/rules';

const DOCUMENTS = {
  summary: { Icon: FileText, name: 'GET /billing/{billingId}/summary', nameOn: summaryFileName },
  receipt: { Icon: ReceiptIndianRupee, name: 'GET /billing/{billingId}/receipt', nameOn: receiptFileName },
} as const;

type DocumentButtonsProps = { billingId: string; reference: string; receipt: boolean; bearer?: Bearer };

/** The buttons that download an adoption's documents. */
export function DocumentButtons({ billingId, reference, receipt, bearer = null }: DocumentButtonsProps) {
  const t = useTranslations('adoptionHistory');
  return (
    <div role="group" aria-label={t('papers', { reference })} className="flex flex-wrap gap-3">
      <DocumentButton kind="summary" billingId={billingId} bearer={bearer} />
      {receipt && <DocumentButton kind="receipt" billingId={billingId} bearer={bearer} />}
    </div>
  );
}

type DocumentButtonProps = { kind: keyof typeof DOCUMENTS; billingId: string; bearer: Bearer };

function DocumentButton({ kind, billingId, bearer }: DocumentButtonProps) {
  const t = useTranslations('adoptionHistory');
  const { pending, download } = useDownload();
  const { Icon, name, nameOn } = DOCUMENTS[kind];
  const request = { params: { billingId }, timeoutMs: DOCUMENT_TIMEOUT_MS, read: asFile() };
  const onClick = () =>
    download({
      id: kind,
      words: { preparing: t(`${kind}.preparing`), downloaded: t(`${kind}.downloaded`) },
      fetch: () => callerOf(bearer)(name, request),
      nameOn,
    });
  return (
    <Button variant="line" size="small" className="min-h-tap" pending={pending} onClick={onClick}>
      {!pending && <Icon aria-hidden />}
      <span>{t(`${kind}.button`)}</span>
    </Button>
  );
}
