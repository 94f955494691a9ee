'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { actionDoneSchema } from '@/lib/admin/adoptions/schema';
import { adminPost } from '@/lib/api-client/admin';
import { AdoptionField } from './adoption-field';
import { useAdoption } from './use-adoption';

type AssignReceiptProps = {
  id: string;
  /** Amount, payer and reference as a sentence. */
  receipt: string;
};

/** Assigns a receipt without an adoption to one. */
export function AssignReceipt({ id, receipt }: AssignReceiptProps) {
  const t = useTranslations('attention.assign');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const close = (reference: string) => {
    notify.success(t('done', { reference }), { id: 'receipt' });
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
        <p className="-mt-2 text-small wrap-anywhere text-ink-2">{receipt}</p>
        <AssignForm id={id} onDone={close} />
      </ModalContent>
    </Modal>
  );
}

type Problems = { adoption?: string; reason?: string; form?: string };

function AssignForm({ id, onDone }: { id: string; onDone: (reference: string) => void }) {
  const t = useTranslations('attention.assign');
  const receipt = useTranslations('attention.receipt');
  const form = useRef<HTMLFormElement>(null);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const { found, find } = useAdoption(null);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const send = async (): Promise<string | Problems> => {
    const adoption = await find(reference);
    if (!adoption.ok) return { adoption: adoption.message ?? t('failed') };
    if (!adoption.data) return { adoption: t('referenceRequired') };
    const { reference: named, version } = adoption.data;
    const body = { action: 'match_receipt', version, id, reason };
    const result = await adminPost(`/admin/billings/${named}`, body, actionDoneSchema);
    if (result.ok) return named;
    if (result.code === 'adoption.changed') await find(reference, true);
    return { [result.code === 'adoption.reason_required' ? 'reason' : 'form']: result.message ?? t('failed') };
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const sent = await send();
    setPending(false);
    if (typeof sent === 'string') return onDone(sent);
    setProblems(sent);
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
      {problems.form && <Note>{problems.form}</Note>}
      <AdoptionField
        error={problems.adoption}
        value={reference}
        found={found}
        onChange={setReference}
        onLeave={() => void find(reference)}
      />
      <Field
        label={receipt('reason')}
        error={problems.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className="text-cap text-ink-2">{t('note')}</p>
      <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={receipt('cancel')} />
    </form>
  );
}
