'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { BANK_MODES, REFUND_MODES, type RefundMode } from '@/db/schema/enums';
import { CompanyFields } from '@/components/company/company-fields';
import type { FormState } from '@/components/platform/form/use-form';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { PhoneField } from '@/components/platform/ui/phone-field';
import { SelectField } from '@/components/platform/ui/select-field';
import { CORRECTABLE, type ActionForm } from '@/lib/admin/adoptions/action-form';
import { formatCount } from '@/lib/platform/format-count';
import { MAX_INSTALMENTS } from '@/lib/platform/limits';
import { toRupees } from '@/lib/platform/money';
import type { ActionAdoption } from './action-context';

type ActionFieldsProps = {
  form: ActionForm;
  adoption: ActionAdoption;
  /** Name and error of a field. */
  field: FormState['field'];
};

/** The fields of a form above its reason, named as in the request. */
export function ActionFields({ form, adoption, field }: ActionFieldsProps) {
  switch (form) {
    case 'record_receipt':
    case 'record_refund':
      return <MoneyFields form={form} adoption={adoption} field={field} />;
    case 'refund_online':
      return <RefundAmount adoption={adoption} field={field} />;
    case 'pay_refund':
      return <PaidFields field={field} />;
    case 'settle_online_refund':
      return <ReferenceField field={field} />;
    case 'extend':
      return <TermFields adoption={adoption} field={field} />;
    case 'reduce':
      return <SeatFields adoption={adoption} field={field} />;
    case 'correct':
      return <SponsorFields adoption={adoption} field={field} />;
    default:
      return null;
  }
}

type ReferenceFieldProps = Pick<ActionFieldsProps, 'field'> & { defaultValue?: string };

function ReferenceField({ field, defaultValue }: ReferenceFieldProps) {
  const t = useTranslations('adminAdoption.form.field');
  return (
    <Field
      className="sm:col-span-full"
      label={t('bank_reference')}
      maxLength={100}
      defaultValue={defaultValue}
      {...field('bank_reference')}
    />
  );
}

/** When the bank paid what was ordered, and its reference. */
function PaidFields({ field }: Pick<ActionFieldsProps, 'field'>) {
  const t = useTranslations('adminAdoption.form.field');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('paid_on')} type="date" {...field('paid_on')} />
      <ReferenceField field={field} />
    </div>
  );
}

/** Rupees for an input; '' instead of nothing. */
const typedRupees = (paise: number) => (paise > 0 ? String(toRupees(paise)) : '');

function MoneyFields({ form, adoption, field }: ActionFieldsProps) {
  const t = useTranslations('adminAdoption');
  const isReceipt = form === 'record_receipt';
  const modeName = (mode: RefundMode) =>
    mode === 'cheque' || mode === 'demand_draft' || mode === 'gateway' ? t(`mode.${mode}`) : mode;
  const optional = (name: 'tds_withheld' | 'payer_bank' | 'remark') =>
    t('form.optional', { label: t(`form.field.${name}`) });
  const date = isReceipt ? 'credited_on' : 'paid_on';
  // What the sponsor told; the administrator compares it with the statement.
  const { outstandingPaise, told, sponsor } = adoption;
  const given = isReceipt && told ? { ...told, payer: told.payer || sponsor.company } : null;
  const arrivedPaise = given ? (given.amountPaise ?? outstandingPaise - given.tdsPaise) : outstandingPaise;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {given && <p className="text-small text-ink-2 sm:col-span-full">{t('form.told')}</p>}
      <SelectField label={t('form.field.mode')} name="mode">
        {(isReceipt ? BANK_MODES : REFUND_MODES).map((mode) => (
          <option key={mode} value={mode}>
            {modeName(mode)}
          </option>
        ))}
      </SelectField>
      <Field label={t(`form.field.${date}`)} type="date" defaultValue={given?.paidOn} {...field(date)} />
      <Field
        label={t('form.field.amount')}
        inputMode="decimal"
        defaultValue={typedRupees(isReceipt ? arrivedPaise : adoption.refundablePaise)}
        {...field('amount')}
      />
      {isReceipt && (
        <Field
          label={optional('tds_withheld')}
          inputMode="decimal"
          defaultValue={typedRupees(given?.tdsPaise ?? 0)}
          {...field('tds_withheld')}
        />
      )}
      <ReferenceField field={field} defaultValue={given?.utr} />
      {isReceipt && (
        <>
          <Field
            className="sm:col-span-full"
            label={t('form.field.payer')}
            maxLength={200}
            defaultValue={given?.payer}
            {...field('payer')}
          />
          <Field label={optional('payer_bank')} maxLength={200} {...field('payer_bank')} />
        </>
      )}
      <Field
        className={isReceipt ? undefined : 'sm:col-span-full'}
        label={optional('remark')}
        maxLength={500}
        {...field('remark')}
      />
    </div>
  );
}

type FieldsProps = Omit<ActionFieldsProps, 'form'>;

function RefundAmount({ adoption, field }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return (
    <Field
      label={t('field.amount')}
      inputMode="decimal"
      defaultValue={typedRupees(adoption.refundablePaise)}
      {...field('amount')}
    />
  );
}

function TermFields({ adoption, field }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  const [isEndless, setEndless] = useState(false);
  return (
    <>
      <Field
        label={t('field.due_on')}
        type="date"
        defaultValue={adoption.dueOn ?? ''}
        disabled={isEndless}
        {...field('due_on')}
      />
      <label className="inline-flex min-h-tap items-center gap-2.5 justify-self-start font-semibold">
        <Checkbox name="no_end" checked={isEndless} onChange={({ target }) => setEndless(target.checked)} />
        {t('noEnd')}
      </label>
      <div className="grid gap-1">
        <SelectField label={t('field.parts')} name="parts" disabled={isEndless}>
          <option value="">{t('partsAsNow')}</option>
          {Array.from({ length: MAX_INSTALMENTS }, (_, at) => (
            <option key={at} value={at + 1}>
              {t('partsOf', { count: at + 1 })}
            </option>
          ))}
        </SelectField>
        <p className="text-small text-ink-2">{t('partsHint')}</p>
      </div>
    </>
  );
}

function SeatFields({ adoption: { lines, courses }, field }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return lines.map(({ courseId, seats }) => (
    <Field
      key={courseId}
      label={t('field.seats', { course: courses[courseId] ?? courseId, seats: formatCount(seats) })}
      inputMode="numeric"
      defaultValue={String(seats)}
      {...field(`lines.${courseId}`)}
    />
  ));
}

function SponsorFields({ adoption: { sponsor, company, orderNumber }, field }: FieldsProps) {
  const t = useTranslations('adminAdoption.form');
  return (
    <>
      {CORRECTABLE.map((name) => {
        const Input = name === 'phone' ? PhoneField : Field;
        return (
          <Input key={name} label={t(`field.${name}`)} defaultValue={sponsor[name]} {...field(`sponsor.${name}`)} />
        );
      })}
      <fieldset className="grid gap-4 border-t border-line pt-3">
        <legend className="contents text-small font-semibold">{t('details')}</legend>
        <p className="text-small text-ink-2">{t('detailsText')}</p>
        <Field
          label={t('field.purchase_order')}
          maxLength={100}
          defaultValue={orderNumber}
          {...field('details.purchase_order')}
        />
        <CompanyFields company={company} field={field} prefix="details." />
      </fieldset>
    </>
  );
}
