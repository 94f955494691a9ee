'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import type { ReceiptValues } from './receipt-form';
import { RecordReceipt } from './record-receipt';

const EMPTY: ReceiptValues = {
  mode: '',
  credited_on: '',
  amount: '',
  tds_withheld: '',
  bank_reference: '',
  payer: '',
  payer_bank: '',
  remark: '',
  reason: '',
};

/** Records money received, with or without an adoption. */
export function RecordMoney() {
  const t = useTranslations('attention.receipt');
  return (
    <RecordReceipt values={EMPTY} proposed={[]}>
      <Button size="small">
        <Plus aria-hidden />
        {t('open')}
      </Button>
    </RecordReceipt>
  );
}
