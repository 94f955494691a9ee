import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Field, FieldProblem } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { SelectField } from '@/components/ui/select-field';
import { plainAmount } from '@/lib/admin/adoptions/action-form';
import { actionDoneSchema, BANK_MODES } from '@/lib/admin/adoptions/schema';
import { receiptRecordedSchema, type ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { adminPost } from '@/lib/api-client/admin';
import { AdoptionField } from './adoption-field';
import { useAdoption } from './use-adoption';

/** The fields of a receipt as they are typed. */
export type ReceiptValues = {
  mode: string;
  credited_on: string;
  amount: string;
  tds_withheld: string;
  bank_reference: string;
  payer: string;
  payer_bank: string;
  remark: string;
  reason: string;
};

/** What was recorded: the adoption with its new version, or null. */
export type Recorded = { adoption: ReceiptAdoption | null; version: number | null };

/** The field that a server error code belongs to. */
const FIELD: Record<string, keyof ReceiptValues | 'adoption'> = {
  'adoption.not_found': 'adoption',
  'adoption.not_verified': 'adoption',
  'adoption.amount_invalid': 'amount',
  'adoption.date_invalid': 'credited_on',
  'adoption.date_in_future': 'credited_on',
  'adoption.reference_invalid': 'bank_reference',
  'adoption.reference_used': 'bank_reference',
  'adoption.payer_required': 'payer',
  'adoption.reason_required': 'reason',
};
type Problems = Partial<Record<keyof ReceiptValues | 'adoption' | 'form', string>>;

type ReceiptFormProps = {
  values: ReceiptValues;
  /** The adoption that is proposed for it. */
  proposed: ReceiptAdoption | null;
  onDone: (recorded: Recorded) => void;
};

/**
 * Records money received: for the adoption whose reference is entered, otherwise without one. It counts once a second
 * administrator confirms it. Input remains after every error.
 */
export function ReceiptForm({ values, proposed, onDone }: ReceiptFormProps) {
  const t = useTranslations('attention.receipt');
  const modes = useTranslations('attention.mode');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(values);
  const [reference, setReference] = useState(proposed?.reference ?? '');
  const { found, find } = useAdoption(proposed);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const send = async (): Promise<Recorded | Problems> => {
    const adoption = await find(reference);
    if (!adoption.ok) return { adoption: adoption.message ?? t('failed') };
    const { tds_withheld, ...others } = typed;
    const body = { ...others, amount: plainAmount(typed.amount), tds_withheld: plainAmount(tds_withheld) || '0' };
    const result = adoption.data
      ? await adminPost(
          `/admin/billings/${adoption.data.reference}`,
          { action: 'record_receipt', version: adoption.data.version, ...body },
          actionDoneSchema,
        )
      : await adminPost('/admin/receipts', body, receiptRecordedSchema);
    if (result.ok) return { adoption: adoption.data, version: 'version' in result.data ? result.data.version : null };
    // The next attempt is based on what the adoption is now.
    if (result.code === 'adoption.changed') await find(reference, true);
    return { [FIELD[result.code ?? ''] ?? 'form']: result.message ?? t('failed') };
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    if (!typed.mode) return setProblems({ mode: t('modeRequired') });
    setPending(true);
    const sent = await send();
    setPending(false);
    if ('version' in sent) return onDone(sent);
    setProblems(sent);
  };

  const leave = async () => {
    const adoption = await find(reference);
    const problem = adoption.ok ? undefined : (adoption.message ?? t('failed'));
    setProblems((before) => (before.adoption === problem ? before : { ...before, adoption: problem }));
  };

  const field = (name: Exclude<keyof ReceiptValues, 'mode'>) => ({
    name,
    error: problems[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
      {problems.form && <Note>{problems.form}</Note>}
      <AdoptionField
        hint={t('adoptionHint')}
        error={problems.adoption}
        value={reference}
        found={found}
        onChange={setReference}
        onLeave={() => void leave()}
      />
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <SelectField
            label={t('mode')}
            value={typed.mode}
            aria-invalid={problems.mode ? true : undefined}
            onChange={({ target }) => setTyped({ ...typed, mode: target.value })}
          >
            <option value="">{t('choose')}</option>
            {BANK_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {modes(mode)}
              </option>
            ))}
          </SelectField>
          {problems.mode && <FieldProblem>{problems.mode}</FieldProblem>}
        </div>
        <Field label={t('creditedOn')} type="date" {...field('credited_on')} />
        <Field label={t('amount')} inputMode="decimal" {...field('amount')} />
        <Field label={t('tds')} inputMode="decimal" {...field('tds_withheld')} />
      </div>
      <Field label={t('bankReference')} {...field('bank_reference')} />
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <Field label={t('payer')} {...field('payer')} />
        <Field label={t('payerBank')} {...field('payer_bank')} />
      </div>
      <Field label={t('remark')} {...field('remark')} />
      <Field label={t('reason')} {...field('reason')} />
      <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={t('cancel')} />
    </form>
  );
}
