import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { BANK_MODES } from '@/db/schema/enums';
import { Form } from '@/components/platform/form/form';
import { invalid } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { plainAmount } from '@/lib/platform/read-amount';
import { MAX_PARTS } from '@/lib/admin/adoptions/schema';
import type { ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatINR } from '@/lib/platform/money';
import { lookUp, toldChoice, updateBy } from './adoption-choice';
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

const FIELD_OF = {
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
  const [amount, setAmount] = useState(values.amount);
  const [parts, setParts] = useState(() => partsOf(proposed, values.amount));
  const [only] = parts.length === 1 ? parts : [];

  const changePart = (key: number, update: (now: Part) => Part) =>
    setParts((all) => all.map((part) => (part.key === key ? update(part) : part)));

  /** Proposes the adoption whose sponsor told of a transfer with this reference, unless another one is named. */
  const proposeBy = async (bankReference: string) => {
    if (!only || only.choice.typed.trim() !== '') return;
    const noticed = await toldChoice(bankReference);
    if (noticed) changePart(only.key, (now) => (now.choice.typed.trim() === '' ? { ...now, choice: noticed } : now));
  };

  /** Looks up the adoptions of all parts. @returns null if one is not known; its field says so then */
  const lookUpAll = async (partsToFind: readonly Part[], again = false): Promise<readonly Part[] | null> => {
    const looked = await Promise.all(
      partsToFind.map(async (part) => ({ ...part, choice: await lookUp(part.choice, texts, again) })),
    );
    const isOpen = ({ choice }: Part) => !choice.found && (choice.typed.trim() !== '' || looked.length > 1);
    looked.forEach((part, index) => {
      const choice = isOpen(part) ? { ...part.choice, problem: part.choice.problem ?? texts.unknown } : part.choice;
      changePart(part.key, (now) => ({ ...now, choice: updateBy(partsToFind[index]!.choice, choice)(now.choice) }));
    });
    return looked.some(isOpen) ? null : looked;
  };

  const send = async (fields: FormData) => {
    if (!fields.get('mode')) return invalid({ mode: t('modeRequired') });
    const looked = await lookUpAll(parts);
    if (!looked) return invalid({});
    const { tds_withheld: tds = '', ...others } = Object.fromEntries(
      [...fields].map(([name, value]) => [name, String(value)]),
    ) as ReceiptValues;
    // A single part is all of the credit.
    const whole = looked.length === 1 ? { amount, tds } : {};
    const named = looked.flatMap((part) =>
      part.choice.found ? { ...part, ...whole, adoption: part.choice.found } : [],
    );
    const body = {
      ...others,
      mode: others.mode as (typeof BANK_MODES)[number],
      amount: plainAmount(amount),
      tds_withheld: named.length === 0 ? plainAmount(tds) || '0' : '0',
      parts: named.map(({ adoption: { reference, version }, ...part }) => ({
        reference,
        version,
        amount: plainAmount(part.amount),
        tds_withheld: plainAmount(part.tds) || '0',
      })),
    };
    const result = await callAsAdmin('POST /admin/receipts', { body });
    if (!result.ok) {
      // The next attempt is based on what the adoptions are now.
      if (result.code === 'adoption.changed') await lookUpAll(looked, true);
      const isOfPart = looked.length > 1 && String(result.details.field).startsWith('parts');
      return isOfPart ? { ...result, code: undefined } : result;
    }
    const versions = new Map(result.data.parts.map(({ reference, version }) => [reference, version]));
    const adoptions = named.map((part) => ({
      ...part.adoption,
      version: versions.get(part.adoption.reference) ?? part.adoption.version,
      waitingPaise: part.adoption.waitingPaise + paiseOf(part.amount) + paiseOf(part.tds),
    }));
    return { ok: true as const, data: { adoptions } };
  };

  return (
    <Form
      noValidate
      autoComplete="off"
      cancel
      submit={t('save')}
      submitting={t('saving')}
      send={send}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      toast="receipt"
      done={({ adoptions }) => {
        const reference = adoptions.map((adoption) => adoption.reference).join(', ');
        return reference ? t('saved', { reference }) : t('savedUnmatched');
      }}
      onDone={onDone}
    >
      {({ field }) => (
        <>
          {only && (
            <AdoptionField
              label={t('adoption')}
              hint={t('adoptionHint')}
              choice={only.choice}
              onChange={(update) => changePart(only.key, (now) => ({ ...now, choice: update(now.choice) }))}
            />
          )}
          <div className="grid content-start gap-4 sm:grid-cols-2">
            <SelectField label={t('mode')} defaultValue={values.mode} {...field('mode')}>
              <option value="">{t('choose')}</option>
              {BANK_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {modes(mode)}
                </option>
              ))}
            </SelectField>
            <Field label={t('creditedOn')} type="date" defaultValue={values.credited_on} {...field('credited_on')} />
            <Field
              label={t('amount')}
              inputMode="decimal"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              {...field('amount')}
            />
            {only && (
              <Field
                label={t('tds')}
                inputMode="decimal"
                defaultValue={values.tds_withheld}
                {...field('tds_withheld')}
              />
            )}
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
                <Rest paise={restOf(amount, parts)} />
              </p>
            )}
          </div>
          <Field
            label={t('bankReference')}
            defaultValue={values.bank_reference}
            onBlur={({ target }) => void proposeBy(target.value)}
            {...field('bank_reference')}
          />
          <div className="grid content-start gap-4 sm:grid-cols-2">
            <Field label={t('payer')} defaultValue={values.payer} {...field('payer')} />
            <Field label={t('payerBank')} defaultValue={values.payer_bank} {...field('payer_bank')} />
          </div>
          <Field label={t('remark')} defaultValue={values.remark} {...field('remark')} />
          <Field label={t('reason')} defaultValue={values.reason} {...field('reason')} />
        </>
      )}
    </Form>
  );
}

/** What the parts leave. */
function Rest({ paise }: { paise: number }) {
  const t = useTranslations('attention.receipt');
  if (paise === 0) return t('restNone');
  return t(paise > 0 ? 'rest' : 'restOver', { amount: formatINR(Math.abs(paise)) });
}
