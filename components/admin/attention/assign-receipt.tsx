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
import { plainAmount } from '@/lib/admin/adoptions/action-form';
import { actionDoneSchema } from '@/lib/admin/adoptions/schema';
import { adminPost } from '@/lib/api-client/admin';
import { toRupeeString } from '@/lib/core/money';
import { choiceOf, lookUp, updateBy } from './adoption-choice';
import { AdoptionField, useLookUpTexts } from './adoption-field';

type AssignReceiptProps = {
  id: string;
  amountPaise: number;
  /** Amount, payer and reference as a sentence. */
  receipt: string;
};

/** Assigns a receipt without an adoption, or a part of it, to one. */
export function AssignReceipt({ id, amountPaise, receipt }: AssignReceiptProps) {
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
        <AssignForm id={id} amountPaise={amountPaise} onDone={close} />
      </ModalContent>
    </Modal>
  );
}

type Problems = { amount?: string; reason?: string; form?: string };

/** The field that a server error code belongs to. */
const FIELD: Record<string, keyof Problems> = {
  'adoption.reason_required': 'reason',
  'adoption.amount_invalid': 'amount',
  'adoption.part_range': 'amount',
};

type AssignFormProps = { id: string; amountPaise: number; onDone: (reference: string) => void };

function AssignForm({ id, amountPaise, onDone }: AssignFormProps) {
  const t = useTranslations('attention.assign');
  const receipt = useTranslations('attention.receipt');
  const texts = useLookUpTexts();
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(choiceOf(null));
  const [amount, setAmount] = useState(toRupeeString(amountPaise));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const send = async (): Promise<string | Problems> => {
    const looked = await lookUp(choice, texts);
    const adoption = looked.found;
    const isClear = adoption !== null || looked.problem !== undefined;
    setChoice(updateBy(choice, isClear ? looked : { ...looked, problem: t('referenceRequired') }));
    if (!adoption) return {};
    const { reference, version } = adoption;
    const body = { action: 'match_receipt', version, id, amount: plainAmount(amount), reason };
    const result = await adminPost(`/admin/billings/${reference}`, body, actionDoneSchema);
    if (result.ok) return reference;
    if (result.code === 'adoption.changed') setChoice(updateBy(looked, await lookUp(looked, texts, true)));
    return { [FIELD[result.code ?? ''] ?? 'form']: result.message ?? t('failed') };
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
      <AdoptionField label={receipt('adoption')} choice={choice} onChange={setChoice} />
      <Field
        label={receipt('amount')}
        hint={t('amountHint')}
        inputMode="decimal"
        error={problems.amount}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
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
