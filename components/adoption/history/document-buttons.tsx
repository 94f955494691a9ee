'use client';

import { FileText, ReceiptIndianRupee } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { DownloadButton } from '@/components/platform/form/download-button';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { receiptFileName, summaryFileName } from '@/lib/documents/rules';

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
  const { Icon, name, nameOn } = DOCUMENTS[kind];
  const request = { params: { billingId }, timeoutMs: DOCUMENT_MS, read: asFile() };
  return (
    <DownloadButton
      className="min-h-tap"
      Icon={Icon}
      document={{
        id: kind,
        texts: { preparing: t(`${kind}.preparing`), downloaded: t(`${kind}.downloaded`) },
        fetch: () => callerOf(bearer)(name, request),
        nameOn,
      }}
    >
      {t(`${kind}.button`)}
    </DownloadButton>
  );
}
