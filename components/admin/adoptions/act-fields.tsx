'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { PhoneField } from '@/components/ui/phone-field';
import { SelectField } from '@/components/ui/select-field';
import { CORRECTABLE, type ActionForm } from '@/lib/admin/adoptions/action-form';
import { BANK_MODES, REFUND_MODES, type RefundMode } from '@/lib/admin/adoptions/schema';
import { formatCount } from '@/lib/core/format-count';
import { toRupees } from '@/lib/core/money';
import { PAPER_DETAILS_FIELDS } from '@/lib/paper/rules';
import type { ActingAdoption } from './act-context';

type ActFieldsProps = {
  form: ActionForm;
  adoption: ActingAdoption;
  /** The error of a field by its name. */
  errorOf: (field: string) => string | undefined;
};

/** The fields of a form above its reason, named as in the request. */
export function ActFields({ form, adoption, errorOf }: ActFieldsProps) {
  switch (form) {
    case 'record_receipt':
    case 'record_refund':
      return <MoneyFields form={form} adoption={adoption} errorOf={errorOf} />;
    case 'refund_online':
      return <RefundAmount adoption={adoption} errorOf={errorOf} />;
    case 'settle_online_refund':
      return <ReferenceField errorOf={errorOf} />;
    case 'extend':
      return <TermFields adoption={adoption} errorOf={errorOf} />;
    case 'reduce':
      return <SeatFields adoption={adoption} errorOf={errorOf} />;
    case 'correct':
      return <SponsorFields adoption={adoption} errorOf={errorOf} />;
    default:
      return null;
  }
}

function ReferenceField({ errorOf }: Pick<ActFieldsProps, 'errorOf'>) {
  const t = useTranslations('adminAdoption.form.field');
  return (
    <Field
      className="sm:col-span-full"
      label={t('bank_reference')}
      name="bank_reference"
      maxLength={100}
      error={errorOf('bank_reference')}
    />
  );
}

/** Rupees for an input; '' instead of nothing. */
const typedRupees = (paise: number) => (paise > 0 ? String(toRupees(paise)) : '');

function MoneyFields({ form, adoption, errorOf }: ActFieldsProps) {
  const t = useTranslations('adminAdoption');
  const isReceipt = form === 'record_receipt';
  const modeName = (mode: RefundMode) =>
    mode === 'cheque' || mode === 'demand_draft' || mode === 'gateway' ? t(`mode.${mode}`) : mode;
  const optional = (field: 'tds_withheld' | 'payer_bank' | 'remark') =>
    t('form.optional', { label: t(`form.field.${field}`) });
  const date = isReceipt ? 'credited_on' : 'paid_on';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label={t('form.field.mode')} name="mode">
        {(isReceipt ? BANK_MODES : REFUND_MODES).map((mode) => (
          <option key={mode} value={mode}>
            {modeName(mode)}
          </option>
        ))}
      </SelectField>
      <Field label={t(`form.field.${date}`)} type="date" name={date} error={errorOf(date)} />
      <Field
        label={t('form.field.amount')}
        name="amount"
        inputMode="decimal"
        defaultValue={typedRupees(isReceipt ? adoption.outstandingPaise : adoption.refundablePaise)}
        error={errorOf('amount')}
      />
      {isReceipt && (
        <Field
          label={optional('tds_withheld')}
          name="tds_withheld"
          inputMode="decimal"
          error={errorOf('tds_withheld')}
        />
      )}
      <ReferenceField errorOf={errorOf} />
      {isReceipt && (
        <>
          <Field
            className="sm:col-span-full"
            label={t('form.field.payer')}
            name="payer"
            maxLength={200}
            error={errorOf('payer')}
          />
          <Field label={optional('payer_bank')} name="payer_bank" maxLength={200} error={errorOf('payer_bank')} />
        </>
      )}
      <Field
        className={isReceipt ? undefined : 'sm:col-span-full'}
        label={optional('remark')}
        name="remark"
        maxLength={500}
        error={errorOf('remark')}
      />
    </div>
  );
}

type FieldsProps = Omit<ActFieldsProps, 'form'>;

function RefundAmount({ adoption, errorOf }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return (
    <Field
      label={t('field.amount')}
      name="amount"
      inputMode="decimal"
      defaultValue={typedRupees(adoption.refundablePaise)}
      error={errorOf('amount')}
    />
  );
}

function TermFields({ adoption, errorOf }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  const [isEndless, setEndless] = useState(false);
  return (
    <>
      <Field
        label={t('field.due_on')}
        type="date"
        name="due_on"
        defaultValue={adoption.dueOn ?? ''}
        disabled={isEndless}
        error={errorOf('due_on')}
      />
      <label className="inline-flex min-h-tap items-center gap-2.5 justify-self-start font-semibold">
        <Checkbox name="no_end" checked={isEndless} onChange={({ target }) => setEndless(target.checked)} />
        {t('noEnd')}
      </label>
    </>
  );
}

function SeatFields({ adoption: { lines, courses }, errorOf }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return lines.map(({ courseId, seats }) => (
    <Field
      key={courseId}
      label={t('field.seats', { course: courses[courseId] ?? courseId, seats: formatCount(seats) })}
      name={`lines.${courseId}`}
      inputMode="numeric"
      defaultValue={String(seats)}
      error={errorOf(`lines.${courseId}`)}
    />
  ));
}

function SponsorFields({ adoption: { sponsor, details }, errorOf }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return (
    <>
      {CORRECTABLE.map((field) => {
        const Input = field === 'phone' ? PhoneField : Field;
        return (
          <Input
            key={field}
            label={t(`field.${field}`)}
            name={`sponsor.${field}`}
            defaultValue={sponsor[field]}
            error={errorOf(`sponsor.${field}`)}
          />
        );
      })}
      <fieldset className="grid gap-4 border-t border-line pt-3">
        <legend className="contents text-small font-semibold">{t('details')}</legend>
        <p className="text-small text-ink-2">{t('detailsText')}</p>
        {PAPER_DETAILS_FIELDS.map((field) => (
          <Field
            key={field}
            label={t('optional', { label: t(`field.${field}`) })}
            name={`details.${field}`}
            defaultValue={details[field] ?? ''}
            error={errorOf(`details.${field}`)}
          />
        ))}
      </fieldset>
    </>
  );
}
