'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { DialogButtons, Modal, ModalClose, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { adminPost } from '@/lib/api-client/admin';

type RejectReceiptProps = {
  id: string;
  /** Amount, payer and reference as a sentence. */
  receipt: string;
};

/** Rejects a receipt without an adoption that was entered by mistake. */
export function RejectReceipt({ id, receipt }: RejectReceiptProps) {
  const t = useTranslations('attention.reject');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const close = () => {
    notify.success(t('done'), { id: 'receipt' });
    setOpen(false);
    router.refresh();
  };
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t('of', { receipt })}>
          {t('open')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('title')}>
        <p className="-mt-2 text-small font-semibold wrap-anywhere">{receipt}</p>
        <RejectForm id={id} onDone={close} />
      </ModalContent>
    </Modal>
  );
}

type Problem = { field: 'reason' | null; message: string };

function RejectForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslations('attention.reject');
  const receipt = useTranslations('attention.receipt');
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const body = { action: 'reject', reason };
    const result = await adminPost(`/admin/receipts/${id}`, body, z.object({ success: z.literal(true) }));
    setPending(false);
    if (result.ok) return onDone();
    setProblem({
      field: result.code === 'adoption.reason_required' ? 'reason' : null,
      message: result.message ?? t('failed'),
    });
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
      <p className="text-small">{t('note')}</p>
      {problem && problem.field === null && <Note>{problem.message}</Note>}
      <Field
        label={t('reason')}
        maxLength={500}
        error={problem?.field === 'reason' ? problem.message : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogButtons>
        {/* Not `disabled` while pending: the dialog would lose the focus. */}
        <Button type="submit" aria-disabled={pending || undefined} aria-busy={pending || undefined}>
          {t(pending ? 'saving' : 'save')}
        </Button>
        <ModalClose asChild>
          <Button variant="line">{receipt('cancel')}</Button>
        </ModalClose>
      </DialogButtons>
    </form>
  );
}
