'use client';

import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { BANK_MODES, type BankMode, type ReleaseKind } from '@/db/schema/enums';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { LoadingNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { invalid, type FieldErrors, type FormState } from '@/components/platform/form/use-form';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field, FieldProblem, Input } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { FundsLine } from '@/lib/funds/schema';
import { indianIsoDay } from '@/lib/platform/dates';
import { formatINR, requirePaise, toRupeeString } from '@/lib/platform/money';
import { plainAmount, readRupees } from '@/lib/platform/read-amount';

/** What is known of a transfer before somebody enters it, as of a line of a bank statement. */
type TransferValues = { mode: BankMode; paidOn: string; bankReference: string };

type TransferProps = {
  kind: ReleaseKind;
  /** `name` as in 'Government ITI, Rewa'. */
  institute: { id: string; name: string };
  values?: TransferValues;
  onDone?: () => void;
};

/** A button and the dialog in which a transfer to an institute, or one back, is recorded. */
export function RecordTransfer({ children, ...props }: TransferProps & { children: ReactElement }) {
  const t = useTranslations(props.kind === 'passed_on' ? 'funds.passOn' : 'funds.giveBack');
  return (
    <ModalButton trigger={children} title={t('title')} about={props.institute.name} className="max-w-180">
      {(close) => <Transfer {...props} close={close} />}
    </ModalButton>
  );
}

/** Reads what can be transferred now. */
function Transfer(props: TransferProps & { close: () => void }) {
  const t = useTranslations('funds');
  const loaded = useLoaded(
    () => callAsAdmin('GET /admin/institutes/{instituteId}/funds', { params: { instituteId: props.institute.id } }),
    t('form.loadFailed'),
  );
  const lines = loaded.data?.lines
    .map((line) => ({ ...line, mostPaise: requirePaise(props.kind === 'passed_on' ? line.to_pass_on : line.unspent) }))
    .filter(({ mostPaise }) => mostPaise > 0);
  const own = useTranslations(props.kind === 'passed_on' ? 'funds.passOn' : 'funds.giveBack');
  if (!lines) return <LoadingNote loaded={loaded} text={t('form.loading')} />;
  return lines.length === 0 ? <p>{own('none')}</p> : <TransferForm {...props} lines={lines} />;
}

type Line = FundsLine & { mostPaise: number };

/** A line as somebody has chosen it. */
type Choice = { isChosen: boolean; amount: string };

const FIELD_OF = {
  'adoption.date_invalid': 'paid_on',
  'adoption.date_in_future': 'paid_on',
  'adoption.reference_invalid': 'bank_reference',
  'adoption.reference_used': 'bank_reference',
};

const paiseOf = ({ isChosen, amount }: Choice) => (isChosen ? (readRupees(amount) ?? 0) : 0);

function TransferForm({
  kind,
  institute,
  values,
  lines,
  onDone,
  close,
}: TransferProps & { lines: Line[]; close: () => void }) {
  const t = useTranslations('funds.form');
  const own = useTranslations(kind === 'passed_on' ? 'funds.passOn' : 'funds.giveBack');
  const modes = useTranslations('attention.mode');
  const [choices, setChoices] = useState(() =>
    lines.map(({ mostPaise }): Choice => ({ isChosen: kind === 'passed_on', amount: toRupeeString(mostPaise) })),
  );
  const change = (at: number, update: Partial<Choice>) =>
    setChoices(choices.map((choice, index) => (index === at ? { ...choice, ...update } : choice)));
  const chosen = choices.filter(({ isChosen }) => isChosen).length;

  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name));
    const wrong = lines.flatMap(({ mostPaise }, index): [string, string][] => {
      const choice = choices[index]!;
      const paise = paiseOf(choice);
      return choice.isChosen && (paise === 0 || paise > mostPaise)
        ? [[amountName(index), t('amountRange', { amount: formatINR(mostPaise) })]]
        : [];
    });
    if (wrong.length > 0) return invalid(Object.fromEntries(wrong) as FieldErrors);
    return callAsAdmin('POST /admin/releases', {
      body: {
        kind,
        institute_id: institute.id,
        mode: text('mode') as BankMode,
        paid_on: text('paid_on'),
        bank_reference: text('bank_reference'),
        remark: text('remark'),
        lines: lines.flatMap(({ reference, course_id }, index) => {
          const { isChosen, amount } = choices[index]!;
          return isChosen ? [{ reference, course_id, amount: plainAmount(amount) }] : [];
        }),
      },
    });
  };

  return (
    <Form
      cancel
      noValidate
      autoComplete="off"
      submit={own('save')}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      toast="transfer"
      done={own('done')}
      send={send}
      onDone={() => {
        close();
        onDone?.();
      }}
    >
      {({ field }) => (
        <>
          <p className="text-small">{own('text')}</p>
          <fieldset className="grid grid-cols-[minmax(0,1fr)]">
            <legend className="mb-1 text-small font-semibold">{t('lines')}</legend>
            <ul className="max-h-100 overflow-y-auto border-y border-line px-1">
              {lines.map((line, index) => (
                <LineRow
                  key={`${line.reference} ${line.course_id}`}
                  kind={kind}
                  line={line}
                  choice={choices[index]!}
                  field={field(amountName(index))}
                  onChange={(update) => change(index, update)}
                />
              ))}
            </ul>
            <p role="status" className="mt-2 text-end font-semibold tabular-nums">
              {t('sum', {
                amount: formatINR(choices.reduce((sum, choice) => sum + paiseOf(choice), 0)),
                chosen,
                count: lines.length,
              })}
            </p>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label={t('mode')} name="mode" defaultValue={values?.mode}>
              {BANK_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {modes(mode)}
                </option>
              ))}
            </SelectField>
            <Field
              label={t('day')}
              type="date"
              defaultValue={values?.paidOn ?? indianIsoDay(new Date())}
              {...field('paid_on')}
            />
            <Field
              label={t('bankReference')}
              maxLength={100}
              defaultValue={values?.bankReference}
              {...field('bank_reference')}
            />
            <Field label={t('remark')} maxLength={500} {...field('remark')} />
          </div>
        </>
      )}
    </Form>
  );
}

const amountName = (index: number) => `amount_${index}`;

type LineRowProps = {
  kind: ReleaseKind;
  line: Line;
  choice: Choice;
  field: ReturnType<FormState['field']>;
  onChange: (update: Partial<Choice>) => void;
};

/** An adopted line: whether it has a part of the transfer, and which. */
function LineRow({ kind, line, choice: { isChosen, amount }, field: { name, error }, onChange }: LineRowProps) {
  const t = useTranslations('funds.form');
  const { reference, company_name, course_name, branch, session, students, seats, received, unspent } = line;
  const course = [course_name, branch, session].join(' · ');
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border-b border-line py-2 text-small last:border-b-0 sm:grid-cols-[auto_minmax(0,1fr)_9rem]">
      <label className="grid size-tap place-items-center">
        <Checkbox
          checked={isChosen}
          aria-label={t('choose', { reference, course })}
          onChange={({ target }) => onChange({ isChosen: target.checked })}
        />
      </label>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold tabular-nums">{reference}</span> {company_name}
        </p>
        <p className="text-ink-2">{course}</p>
        <p className="text-ink-2 tabular-nums">
          {t('students', { students, seats })} ·{' '}
          {kind === 'passed_on'
            ? t('received', { amount: formatINR(requirePaise(received)) })
            : t('unspent', { amount: formatINR(requirePaise(unspent)) })}
        </p>
      </div>
      <div className="max-sm:col-start-2">
        <Input
          name={name}
          className="text-end tabular-nums"
          inputMode="decimal"
          aria-label={t('amountOf', { reference, course })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
          disabled={!isChosen}
          value={amount}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
        {error && <FieldProblem id={`${name}-error`}>{error}</FieldProblem>}
      </div>
    </li>
  );
}
