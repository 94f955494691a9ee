'use client';

import { useRouter } from 'next/navigation';
import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import { INSTITUTE_KINDS } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { invalid } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { refusedInstituteSchema, type AdminInstitute } from '@/lib/admin/courses/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { PARSE_DETAIL } from '@/lib/catalogue/institute-details';

const TEXTS = ['number', 'hindi', 'address', 'website', 'contact'] as const;

/** The button of the details that the public page of an institute shows, and their form. */
export function EditInstitute({ institute, name }: { institute: AdminInstitute; name: string }) {
  const t = useTranslations('offices.institute.details');
  const router = useRouter();
  const [base, setBase] = useState(institute);

  const send = async (fields: FormData) => {
    const texts = Object.fromEntries(TEXTS.map((field) => [field, String(fields.get(field))])) as Record<
      (typeof TEXTS)[number],
      string
    >;
    const wrong = TEXTS.filter((field) => !PARSE_DETAIL[field](texts[field]).ok);
    if (wrong.length > 0)
      return invalid(Object.fromEntries(wrong.map((field) => [field, { code: `institute.${field}` } as const])));
    const kind = (fields.get('kind') || null) as AdminInstitute['kind'];
    const body = { ...texts, kind, version: base.version };
    return callAsAdmin('PATCH /admin/institutes/{instituteId}', { params: { instituteId: institute.id }, body });
  };

  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small">
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={name}
      noValidate
      autoComplete="off"
      submit={t('save')}
      submitting={t('saving')}
      send={send}
      fieldOf={{ 'institute.number_taken': 'number' }}
      failed={{ code: 'institute.save_failed' }}
      toast="institute"
      toastErrors
      done={t('saved', { name })}
      onRefused={({ details }) => {
        const now = refusedInstituteSchema.safeParse(details).data?.institute;
        if (!now) return;
        setBase(now);
        router.refresh();
      }}
    >
      {({ field }) => (
        // The key shows the current values after somebody else changed them.
        <Fragment key={base.version}>
          <SelectField label={t('kind')} name="kind" defaultValue={base.kind ?? ''}>
            <option value="">{t('unknown')}</option>
            {INSTITUTE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </SelectField>
          {TEXTS.map((name) => (
            <Field
              key={name}
              label={t(name)}
              hint={t(`${name}Note`)}
              defaultValue={base[name] ?? ''}
              {...field(name)}
            />
          ))}
        </Fragment>
      )}
    </FormDialog>
  );
}
