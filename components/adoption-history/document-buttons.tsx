'use client';

import { FileText, ReceiptIndianRupee } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DOCUMENT_TIMEOUT_MS, useDownload } from '@/components/checkout/use-download';
import { Button } from '@/components/ui/button';
import { userBlob } from '@/lib/api-client/session';
import { receiptFileName, summaryFileName } from '@/lib/document/rules';

const DOCUMENTS = {
  summary: { Icon: FileText, nameOn: summaryFileName },
  receipt: { Icon: ReceiptIndianRupee, nameOn: receiptFileName },
};

type DocumentButtonsProps = { billingId: string; reference: string; receipt: boolean };

/** The buttons that download an adoption's documents. */
export function DocumentButtons({ billingId, reference, receipt }: DocumentButtonsProps) {
  const t = useTranslations('adoptionHistory');
  return (
    <div role="group" aria-label={t('papers', { reference })} className="flex flex-wrap gap-3">
      <DocumentButton kind="summary" billingId={billingId} />
      {receipt && <DocumentButton kind="receipt" billingId={billingId} />}
    </div>
  );
}

function DocumentButton({ kind, billingId }: { kind: keyof typeof DOCUMENTS; billingId: string }) {
  const t = useTranslations('adoptionHistory');
  const { pending, download } = useDownload();
  const { Icon, nameOn } = DOCUMENTS[kind];
  const onClick = () =>
    download({
      id: kind,
      words: { preparing: t(`${kind}.preparing`), downloaded: t(`${kind}.downloaded`) },
      fetch: () => userBlob(`/billing/${billingId}/${kind}`, { timeoutMs: DOCUMENT_TIMEOUT_MS }),
      nameOn,
    });
  return (
    <Button variant="line" size="small" className="min-h-tap" pending={pending} onClick={onClick}>
      {!pending && <Icon aria-hidden />}
      {t(`${kind}.button`)}
    </Button>
  );
}
