'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { TextArea } from '@/components/platform/ui/text-area';
import { callAsAdmin } from '@/lib/api/client/admin';

type ProposeBranchProps = {
  institutes: readonly { id: string; name: string }[];
  sessions: readonly string[];
  /** The names of the course types in the reader's language. */
  types: Readonly<Record<CourseType, string>>;
};

const TEXTS = [
  'branch',
  'branch_hindi',
  'total_seats',
  'price_per_seat',
  'duration_years',
  'study_year',
  'note',
] as const;

/** The button that proposes a new offer of an institute, with what a row of an import has. */
export function ProposeBranch({ institutes, sessions, types }: ProposeBranchProps) {
  const t = useTranslations('office.proposals');
  /** The branch whose name is nearly the same as what was typed. */
  const [similar, setSimilar] = useState<string | null>(null);
  return (
    <FormDialog
      trigger={<Button>{t('new')}</Button>}
      noValidate
      autoComplete="off"
      title={t('new')}
      submit={t('send')}
      submitting={t('sending')}
      fieldOf={{
        'offer_proposal.branch_required': 'branch',
        'offer_proposal.branch_similar': 'branch',
        'offer_proposal.branch_exists': 'branch',
        'offer_proposal.open': 'branch',
        'course.branch_hindi': 'branch_hindi',
        'course.total_range': 'total_seats',
        'course.price_range': 'price_per_seat',
        'course.duration_range': 'duration_years',
        'course.duration_below_year': 'duration_years',
        'adoption.text_too_long': 'note',
      }}
      send={(fields) => {
        const texts = Object.fromEntries(TEXTS.map((name) => [name, String(fields.get(name))]));
        return callAsAdmin('POST /office/institutes/{instituteId}/proposals', {
          params: { instituteId: String(fields.get('institute')) },
          body: {
            ...(texts as Record<(typeof TEXTS)[number], string>),
            course_name: fields.get('course_name') as CourseType,
            session: String(fields.get('session')),
            is_other_name: fields.has('other'),
          },
        });
      }}
      onRefused={({ details }) => setSimilar(typeof details?.similar === 'string' ? details.similar : null)}
      onDone={() => setSimilar(null)}
      toast="proposal"
      done={({ proposals }) => t('sent', { count: proposals })}
    >
      {({ field }) => (
        <>
          <p className="text-small text-ink-2">{t('newText')}</p>
          {institutes.length === 1 ? (
            <input type="hidden" name="institute" value={institutes[0]!.id} />
          ) : (
            <SelectField label={t('institute')} name="institute">
              {institutes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label={t('type')} name="course_name" defaultValue="ITI">
            {COURSE_TYPES.map((type) => (
              <option key={type} value={type}>
                {types[type]}
              </option>
            ))}
          </SelectField>
          <Field label={t('branch')} required maxLength={200} {...field('branch')} />
          {similar !== null && (
            <label className="flex min-h-tap items-center gap-3 text-small">
              <Checkbox name="other" />
              {t('otherName', { branch: similar })}
            </label>
          )}
          <Field label={t('branchHindi')} lang="hi" maxLength={200} {...field('branch_hindi')} />
          <Field label={t('seats')} inputMode="numeric" required {...field('total_seats')} />
          <Field label={t('price')} inputMode="decimal" required {...field('price_per_seat')} />
          <Field label={t('duration')} inputMode="numeric" {...field('duration_years')} />
          <div className="grid grid-cols-2 gap-4">
            <SelectField label={t('session')} name="session">
              {sessions.map((session) => (
                <option key={session}>{session}</option>
              ))}
            </SelectField>
            <SelectField label={t('year')} name="study_year">
              {[1, 2, 3, 4, 5, 6].map((year) => (
                <option key={year}>{year}</option>
              ))}
            </SelectField>
          </div>
          <TextArea label={t('noteLabel')} maxLength={500} {...field('note')} />
        </>
      )}
    </FormDialog>
  );
}
