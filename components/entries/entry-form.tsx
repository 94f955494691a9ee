'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  ChosenOffers,
  linesOf,
  Shortages,
  wrongSeats,
  type Chosen,
} from '@/components/admin/reservations/chosen-offers';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import type { ShownEntry } from '@/lib/entries/schema';
import { SPONSOR_INPUTS } from '@/lib/adoption/core/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';

const FIELD_OF = {
  'sponsor.company_required': 'company',
  'sponsor.name_required': 'fullName',
  'sponsor.name_short': 'fullName',
  'sponsor.email_required': 'email',
  'sponsor.email_invalid': 'email',
  'sponsor.phone_required': 'phone',
  'sponsor.phone_invalid': 'phone',
  'entry.paper_required': 'paper_reference',
  'entry.paper_twice': 'paper_reference',
};

type EntryFormProps = {
  /** Sessions of which offers are found. */
  sessions: readonly string[];
  /** The entry that is corrected. */
  entry?: ShownEntry;
};

/** Enters an adoption that came on paper or by telephone, or corrects one that waits. */
export function EntryForm({ sessions, entry }: EntryFormProps) {
  const t = useTranslations('entries');
  const router = useRouter();
  const [chosen, setChosen] = useState<readonly Chosen[]>(
    entry?.lines.map(({ id, course, nowPaise, seats }) => ({
      id,
      title: course,
      pricePaise: nowPaise,
      seats: String(seats),
    })) ?? [],
  );
  return (
    <Form<object>
      noValidate
      autoComplete="off"
      className="max-w-160"
      submit={t(entry ? 'correct.submit' : 'form.submit')}
      submitting={t('form.submitting')}
      failed={t('form.failed')}
      fieldOf={FIELD_OF}
      explain={(problem) => <Shortages problem={problem} />}
      send={async (fields) => {
        const wrong = wrongSeats(chosen);
        if (wrong) return wrong;
        const text = (name: string) => String(fields.get(name) ?? '').trim();
        const body = {
          company: text('company'),
          fullName: text('fullName'),
          email: text('email'),
          phone: text('phone'),
          designation: text('designation'),
          industry: text('industry'),
          locale: text('locale') as Locale,
          paper_reference: text('paper_reference'),
          note: text('note'),
          lines: linesOf(chosen),
        };
        if (!entry) return callAsAdmin('POST /admin/entries', { body });
        const { id, version } = entry;
        return callAsAdmin('PATCH /admin/entries/{entryId}', {
          params: { entryId: id },
          body: { action: 'correct', version, ...body },
        });
      }}
      toast="entry"
      done={t('form.done')}
      onDone={() => router.push('/admin/entries?state=waiting')}
    >
      {({ field }) => (
        <>
          <Field
            label={t('field.paper')}
            hint={t('form.paperHint')}
            maxLength={120}
            defaultValue={entry?.paperReference}
            {...field('paper_reference')}
          />
          <Field
            label={t('form.company')}
            maxLength={160}
            defaultValue={entry?.sponsor.company}
            {...field('company')}
          />
          <Field
            label={t('field.fullName')}
            maxLength={120}
            defaultValue={entry?.sponsor.fullName}
            {...field('fullName')}
          />
          <Field
            label={t('field.email')}
            type={SPONSOR_INPUTS.email.type}
            defaultValue={entry?.sponsor.email}
            {...field('email')}
          />
          <Field
            label={t('field.phone')}
            type={SPONSOR_INPUTS.phone.type}
            defaultValue={entry?.sponsor.phone}
            {...field('phone')}
          />
          {(['designation', 'industry'] as const).map((name) => (
            <Field
              key={name}
              label={t('form.optional', { label: t(`field.${name}`) })}
              maxLength={120}
              defaultValue={entry?.sponsor[name]}
              {...field(name)}
            />
          ))}
          <SelectField label={t('field.locale')} name="locale" defaultValue={entry?.locale}>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {t(locale)}
              </option>
            ))}
          </SelectField>
          <Field
            label={t('form.note')}
            hint={t('form.noteHint')}
            maxLength={500}
            defaultValue={entry?.note}
            {...field('note')}
          />
          <ChosenOffers sessions={sessions} chosen={chosen} setChosen={setChosen} field={field} />
        </>
      )}
    </Form>
  );
}
