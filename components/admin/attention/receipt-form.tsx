import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Field, FieldProblem } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { SelectField } from '@/components/ui/select-field';
import { plainAmount } from '@/lib/admin/adoptions/action-form';
import { BANK_MODES, MAX_PARTS } from '@/lib/admin/adoptions/schema';
import { creditRecordedSchema, type ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { adminPost } from '@/lib/api-client/admin';
import { formatINR } from '@/lib/core/money';
import { lookUp, updateBy } from './adoption-choice';
import { AdoptionField, useLookUpTexts } from './adoption-field';
import { newPart, paiseOf, partsOf, restOf, type Part } from './credit-parts';
import { PartFields } from './part-fields';

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

/** What was recorded: the adoptions as they are now. */
export type Recorded = { adoptions: ReceiptAdoption[] };

/** The field that a server error code belongs to. */
const FIELD: Record<string, keyof ReceiptValues> = {
  'adoption.amount_invalid': 'amount',
  'adoption.tds_range': 'tds_withheld',
  'adoption.date_invalid': 'credited_on',
  'adoption.date_in_future': 'credited_on',
  'adoption.reference_invalid': 'bank_reference',
  'adoption.reference_used': 'bank_reference',
  'adoption.payer_required': 'payer',
  'adoption.bank_required': 'payer_bank',
  'adoption.reason_required': 'reason',
};
type Problems = Partial<Record<keyof ReceiptValues | 'form', string>>;

type ReceiptFormProps = {
  values: ReceiptValues;
  /** The adoptions that are proposed for it. */
  proposed: readonly ReceiptAdoption[];
  onDone: (recorded: Recorded) => void;
};

/**
 * Records a credit of the bank account, divided over adoptions if it is for several; what is left, or all of it if none is
 * named, belongs to no adoption yet. It counts once a second administrator confirms it. Input remains after every error.
 */
export function ReceiptForm({ values, proposed, onDone }: ReceiptFormProps) {
  const t = useTranslations('attention.receipt');
  const modes = useTranslations('attention.mode');
  const texts = useLookUpTexts();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(values);
  const [parts, setParts] = useState(() => partsOf(proposed, values.amount));
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);
  const [only] = parts.length === 1 ? parts : [];

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const changePart = (key: number, update: (now: Part) => Part) =>
    setParts((all) => all.map((part) => (part.key === key ? update(part) : part)));

  /** Looks up the adoptions of all parts. @returns null if one is not known; its field says so then */
  const lookUpAll = async (given: readonly Part[], again = false): Promise<readonly Part[] | null> => {
    const looked = await Promise.all(
      given.map(async (part) => ({ ...part, choice: await lookUp(part.choice, texts, again) })),
    );
    const isOpen = ({ choice }: Part) => !choice.found && (choice.typed.trim() !== '' || looked.length > 1);
    looked.forEach((part, index) => {
      const choice = isOpen(part) ? { ...part.choice, problem: part.choice.problem ?? texts.unknown } : part.choice;
      changePart(part.key, (now) => ({ ...now, choice: updateBy(given[index]!.choice, choice)(now.choice) }));
    });
    return looked.some(isOpen) ? null : looked;
  };

  const send = async (): Promise<Recorded | Problems> => {
    const looked = await lookUpAll(parts);
    if (!looked) return {};
    const { tds_withheld: tds, ...others } = typed;
    // A single part is all of the credit.
    const whole = looked.length === 1 ? { amount: typed.amount, tds } : {};
    const named = looked.flatMap((part) =>
      part.choice.found ? { ...part, ...whole, adoption: part.choice.found } : [],
    );
    const body = {
      ...others,
      amount: plainAmount(typed.amount),
      tds_withheld: named.length === 0 ? plainAmount(tds) || '0' : '0',
      parts: named.map(({ adoption: { reference, version }, ...part }) => ({
        ...{ reference, version, amount: plainAmount(part.amount), tds_withheld: plainAmount(part.tds) || '0' },
      })),
    };
    const result = await adminPost('/admin/receipts', body, creditRecordedSchema);
    if (result.ok) {
      const versions = new Map(result.data.parts.map(({ reference, version }) => [reference, version]));
      const adoptions = named.map(({ adoption, amount, tds: ofPart }) => ({
        ...adoption,
        version: versions.get(adoption.reference) ?? adoption.version,
        waitingPaise: adoption.waitingPaise + paiseOf(amount) + paiseOf(ofPart),
      }));
      return { adoptions };
    }
    // The next attempt is based on what the adoptions are now.
    if (result.code === 'adoption.changed') await lookUpAll(looked, true);
    const isOfPart = looked.length > 1 && String(result.details.field).startsWith('parts');
    return { [(isOfPart ? undefined : FIELD[result.code ?? '']) ?? 'form']: result.message ?? t('failed') };
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    if (!typed.mode) return setProblems({ mode: t('modeRequired') });
    setPending(true);
    const sent = await send();
    setPending(false);
    if ('adoptions' in sent) return onDone(sent as Recorded);
    setProblems(sent);
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
      {only && (
        <AdoptionField
          label={t('adoption')}
          hint={t('adoptionHint')}
          choice={only.choice}
          onChange={(update) => changePart(only.key, (now) => ({ ...now, choice: update(now.choice) }))}
        />
      )}
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
        {only && <Field label={t('tds')} inputMode="decimal" {...field('tds_withheld')} />}
      </div>
      {!only &&
        parts.map((part, index) => (
          <PartFields
            key={part.key}
            number={index + 1}
            part={part}
            onChange={(update) => changePart(part.key, update)}
            onRemove={() => setParts(parts.filter(({ key }) => key !== part.key))}
          />
        ))}
      <div className="flex flex-wrap items-center gap-3">
        {parts.length < MAX_PARTS && (
          <Button variant="bare" size="small" onClick={() => setParts([...parts, newPart(null)])}>
            <Plus aria-hidden />
            {t(only ? 'divide' : 'addPart')}
          </Button>
        )}
        {!only && (
          <p role="status" className="text-small">
            <Rest paise={restOf(typed.amount, parts)} />
          </p>
        )}
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

/** What the parts leave. */
function Rest({ paise }: { paise: number }) {
  const t = useTranslations('attention.receipt');
  if (paise === 0) return t('restNone');
  return t(paise > 0 ? 'rest' : 'restOver', { amount: formatINR(Math.abs(paise)) });
}
