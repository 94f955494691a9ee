import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ModalButton } from '@/components/platform/form/form-dialog';
import type { ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { ReceiptForm, type Recorded, type ReceiptValues } from './receipt-form';

type RecordReceiptProps = {
  values: ReceiptValues;
  proposed: readonly ReceiptAdoption[];
  onDone?: (recorded: Recorded) => void;
  /** The button that opens the dialog. */
  children: ReactElement;
};

/** A button and its dialog, which records money received. */
export function RecordReceipt({ values, proposed, onDone, children }: RecordReceiptProps) {
  const t = useTranslations('attention.receipt');
  return (
    <ModalButton trigger={children} title={t('title')} className="max-w-160">
      {(close) => (
        <ReceiptForm
          values={values}
          proposed={proposed}
          onDone={(recorded) => {
            close();
            onDone?.(recorded);
          }}
        />
      )}
    </ModalButton>
  );
}
