import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { notify } from '@/components/ui/toaster';
import type { ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { ReceiptForm, type Recorded, type ReceiptValues } from './receipt-form';

type RecordReceiptProps = {
  values: ReceiptValues;
  proposed: readonly ReceiptAdoption[];
  onDone: (recorded: Recorded) => void;
  /** The button that opens the dialog. */
  children: ReactNode;
};

/** A button and its dialog, which records money received. */
export function RecordReceipt({ values, proposed, onDone, children }: RecordReceiptProps) {
  const t = useTranslations('attention.receipt');
  const [open, setOpen] = useState(false);
  const close = (recorded: Recorded) => {
    const reference = recorded.adoptions.map((adoption) => adoption.reference).join(', ');
    notify.success(reference ? t('saved', { reference }) : t('savedUnmatched'), { id: 'receipt' });
    setOpen(false);
    onDone(recorded);
  };
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>{children}</ModalTrigger>
      <ModalContent title={t('title')} className="max-w-160">
        <ReceiptForm values={values} proposed={proposed} onDone={close} />
      </ModalContent>
    </Modal>
  );
}
