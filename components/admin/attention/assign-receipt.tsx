'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { invalid } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';
import { plainAmount } from '@/lib/platform/read-amount';
import { callAsAdmin } from '@/lib/api/client/admin';
import { toRupeeString } from '@/lib/platform/money';
import { choiceOf, lookUp, toldChoice, updateBy } from './adoption-choice';
import { AdoptionField, useLookUpTexts } from './adoption-field';

type AssignReceiptProps = {
  id: string;
  amountPaise: number;
  /** Amount, payer and reference as a sentence. */
  receipt: string;
  /** The bank's reference. */
  bankReference: string;
};

/** Assigns a receipt without an adoption, or a part of it, to one. */
export function AssignReceipt({ id, amountPaise, receipt, bankReference }: AssignReceiptProps) {
  const t = useTranslations('attention.assign');
  return (
    <ModalButton
      trigger={
        <button type="button" aria-label={t('of', { receipt })}>
          {t('open')}
        </button>
      }
      title={t('title')}
      about={receipt}
    >
      {(close) => <AssignForm id={id} amountPaise={amountPaise} bankReference={bankReference} onDone={close} />}
    </ModalButton>
  );
}

type AssignFormProps = Omit<AssignReceiptProps, 'receipt'> & { onDone: () => void };

function AssignForm({ id, amountPaise, bankReference, onDone }: AssignFormProps) {
  const t = useTranslations('attention.assign');
  const receipt = useTranslations('attention.receipt');
  const texts = useLookUpTexts();
  const [choice, setChoice] = useState(choiceOf(null));
  useEffect(() => {
    void toldChoice(bankReference).then((noticed) => noticed && setChoice((now) => (now.typed === '' ? noticed : now)));
  }, [bankReference]);

  const send = async (fields: FormData) => {
    const looked = await lookUp(choice, texts);
    const adoption = looked.found;
    const isClear = adoption !== null || looked.problem !== undefined;
    setChoice(updateBy(choice, isClear ? looked : { ...looked, problem: t('referenceRequired') }));
    if (!adoption) return invalid({});
    const { reference, version } = adoption;
    const amount = plainAmount(String(fields.get('amount')));
    const body = { action: 'match_receipt', version, id, amount, reason: fields.get('reason') } as const;
    const result = await callAsAdmin('POST /admin/billings/{reference}', { params: { reference }, body });
    if (!result.ok && result.code === 'adoption.changed')
      setChoice(updateBy(looked, await lookUp(looked, texts, true)));
    return result.ok ? { ok: true as const, data: reference } : result;
  };

  return (
    <Form
      noValidate
      autoComplete="off"
      cancel
      submit={t('save')}
      submitting={t('saving')}
      send={send}
      fieldOf={{ 'adoption.part_range': 'amount' }}
      failed={t('failed')}
      toast="receipt"
      done={(reference) => t('done', { reference })}
      onDone={onDone}
    >
      {({ field }) => (
        <>
          <AdoptionField label={receipt('adoption')} choice={choice} onChange={setChoice} />
          <Field
            label={receipt('amount')}
            hint={t('amountHint')}
            inputMode="decimal"
            defaultValue={toRupeeString(amountPaise)}
            {...field('amount')}
          />
          <Field label={receipt('reason')} {...field('reason')} />
          <p className="text-cap text-ink-2">{t('note')}</p>
        </>
      )}
    </Form>
  );
}
