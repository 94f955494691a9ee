'use client';

import { useRouter } from 'next/navigation';
import { useState, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { CheckedSteps } from '@/components/admin/checked-steps';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { invalid } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { notify } from '@/components/platform/ui/toaster';
import { COMPANY_KINDS } from '@/db/schema/enums';
import { companyPath } from '@/lib/admin/companies/path';
import {
  CORRECTED_FIELDS,
  type CompanyChange,
  type CompanyDryRun,
  type CorrectedField,
} from '@/lib/admin/companies/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatINR, requirePaise } from '@/lib/platform/money';
import { CompanyField, type CompanyOption } from './company-field';

type Unapplied = CompanyChange extends infer Each ? (Each extends CompanyChange ? Omit<Each, 'apply'> : never) : never;

type ChangeProps = {
  id: string;
  name: string;
  kind: 'join' | 'part' | 'correct';
  /** Where the company is afterwards. */
  pathAfter?: () => string;
} & Pick<ComponentProps<typeof CheckedSteps<Unapplied, CompanyDryRun>>, 'fields' | 'ask' | 'fieldOf'>;

/** A button and its dialog in two steps: what would happen, then a reason. */
function ChangeCompany({ name, ...change }: ChangeProps) {
  const { kind } = change;
  const t = useTranslations('companies');
  return (
    <ModalButton
      trigger={
        <Button variant="line" size="small">
          {t(`${kind}.open`)}
        </Button>
      }
      title={t(`${kind}.title`)}
      about={name}
      className="max-w-160"
    >
      {(close) => <Steps {...change} close={close} />}
    </ModalButton>
  );
}

function Steps({ id, kind, pathAfter, close, ...steps }: Omit<ChangeProps, 'name'> & { close: () => void }) {
  const t = useTranslations('companies');
  const router = useRouter();
  return (
    <CheckedSteps<Unapplied, CompanyDryRun>
      {...steps}
      texts={{
        check: t('change.check'),
        checking: t('change.checking'),
        submit: t('change.submit'),
        submitting: t('change.submitting'),
        reason: t('change.reason'),
      }}
      failed={t('change.failed')}
      send={(change, apply) =>
        callAsAdmin('POST /admin/companies/{companyId}', {
          params: { companyId: id },
          body: { ...change, apply } as CompanyChange,
        })
      }
      foreseen={(dryRun) => <Foreseen kind={kind} dryRun={dryRun} />}
      onDone={() => {
        close();
        notify.success(t(`${kind}.done`), { id: 'company' });
        if (pathAfter) router.replace(pathAfter());
        router.refresh();
      }}
    />
  );
}

const TEXT = { join: 'moves', part: 'parts', correct: 'corrects' } as const;

function Foreseen({ kind, dryRun }: { kind: ChangeProps['kind']; dryRun: CompanyDryRun }) {
  const t = useTranslations('companies.change');
  const join = useTranslations('companies.join');
  const company = useTranslations('company');
  const { keys, serials, papers, differs, adoptions, seats, accounts, records } = dryRun;
  const counts = { papers, adoptions, seats, accounts, records, received: formatINR(requirePaise(dryRun.received)) };
  const list = (values: readonly string[]) => values.join(', ') || t('nothing');
  return (
    <div role="status" className="grid gap-2 border-t border-line pt-4 text-small wrap-anywhere">
      {keys.length > 0 && <p>{t('keys', { keys: keys.map((key) => key.name).join(', ') })}</p>}
      <p>{t(TEXT[kind], counts)}</p>
      {serials.length > 0 && (
        <p>
          {[...serials, ...(papers > serials.length ? [t('more', { count: papers - serials.length })] : [])].join(', ')}
        </p>
      )}
      {differs.length > 0 && (
        <>
          <p>{t('differs')}</p>
          <ul className="list-disc ps-5">
            {differs.map(({ field, here, there }) => (
              <li key={field}>
                {t(kind === 'correct' ? 'becomes' : 'differ', {
                  field: field === 'name' ? join('name') : company(`field.${field}`),
                  here: list(here),
                  there: list(there),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type CompanyProps = { id: string; name: string };

/** Joins the company, or one adoption or account of it, with another one. @param similar what may be the same */
export function JoinCompany({ similar, ...company }: CompanyProps & { similar: readonly CompanyOption[] }) {
  const t = useTranslations('companies.join');
  const [into, setInto] = useState<CompanyOption | null>(null);
  return (
    <ChangeCompany
      {...company}
      kind="join"
      ask={(fields) =>
        into === null
          ? invalid({ into: { code: 'company.unknown' } })
          : { action: 'join', into: into.id, only: String(fields.get('only')).trim() }
      }
      fieldOf={{ 'company.only_unknown': 'only', 'company.same': 'into' }}
      pathAfter={() => companyPath(into!.id)}
      fields={({ field }, change) => (
        <>
          <CompanyField
            label={t('into')}
            hint={into ? t('chosen', { name: into.name }) : t('intoHint')}
            error={into ? undefined : field('into').error}
            options={similar}
            onChoose={(company) => {
              change();
              setInto(company);
            }}
          />
          <Field label={t('only')} hint={t('onlyHint')} maxLength={254} {...field('only')} />
        </>
      )}
    />
  );
}

/** Takes joined parts out again. */
export function PartCompany({ joined, ...company }: CompanyProps & { joined: CompanyDryRun['keys'] }) {
  const t = useTranslations('companies.part');
  return (
    <ChangeCompany
      {...company}
      kind="part"
      ask={(fields) => ({ action: 'part', keys: fields.getAll('keys').map(String) })}
      fields={() => (
        <fieldset className="grid gap-2">
          <legend className="text-small font-semibold">{t('keys')}</legend>
          {joined.map(({ key, name }) => (
            <label key={key} className="flex items-center gap-3">
              <Checkbox name="keys" value={key} defaultChecked={joined.length === 1} />
              <span className="wrap-anywhere">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
    />
  );
}

/** Corrects the name, and what papers print, for everything of the company. */
export function CorrectCompany({ newest, ...company }: CompanyProps & { newest: Record<CorrectedField, string> }) {
  const t = useTranslations('companies.correct');
  const own = useTranslations('company');
  return (
    <ChangeCompany
      {...company}
      kind="correct"
      fieldOf={{
        ...{ 'sponsor.company_required': 'name', 'sponsor.too_long': 'name' },
        ...{ 'paper.cin_invalid': 'cin', 'paper.pan_invalid': 'pan', 'paper.gstin_invalid': 'gstin' },
      }}
      ask={(fields) => {
        const text = (name: string) => String(fields.get(name) ?? '').trim();
        const values = Object.fromEntries(CORRECTED_FIELDS.map((field) => [field, text(field)])) as Record<
          CorrectedField,
          string
        >;
        return { action: 'correct', name: text('name'), ...values, kind: values.kind as '' };
      }}
      fields={({ field }) => (
        <>
          <p className="text-small">{t('about')}</p>
          <Field label={t('name')} defaultValue={company.name} maxLength={200} {...field('name')} />
          {CORRECTED_FIELDS.map((each) =>
            each === 'kind' ? (
              <SelectField key={each} label={own('field.kind')} name="kind" defaultValue={newest.kind}>
                <option value="">{own('kind.unknown')}</option>
                {COMPANY_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {own(`kind.${kind}`)}
                  </option>
                ))}
              </SelectField>
            ) : (
              <Field key={each} label={own(`field.${each}`)} defaultValue={newest[each]} {...field(each)} />
            ),
          )}
        </>
      )}
    />
  );
}
