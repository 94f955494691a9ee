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
import { CompanyField } from '@/components/admin/companies/company-field';
import { Form } from '@/components/platform/form/form';
import { invalid } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { SCAN_TYPES } from '@/db/schema/enums';
import type { KnownCompany } from '@/lib/admin/companies/queries';
import { endOfDay } from '@/lib/admin/reservations/rules';
import { MAX_SCAN_BYTES } from '@/lib/platform/limits';
import type { ShownEntry } from '@/lib/entries/schema';
import { SPONSOR_INPUTS, type Sponsor } from '@/lib/adoption/core/schema';
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
  'entry.scan_type': 'scan',
  'request.too_large': 'scan',
  'paper.cin_invalid': 'cin',
  'paper.pan_invalid': 'pan',
  'paper.gstin_invalid': 'gstin',
  'reservation.company_required': 'company',
  'reservation.holder_invalid': 'holder',
  'reservation.domain_public': 'holder',
  'reservation.email_invalid': 'email',
  'reservation.until_invalid': 'until',
  'reservation.until_past': 'until',
};

type EntryFormProps = {
  /** Sessions of which offers are found. */
  sessions: readonly string[];
  /** The entry that is corrected. */
  entry?: ShownEntry;
  /** The company that it is for. */
  known?: KnownCompany;
  /** What is chosen first: seats adopted now, or kept until a day. */
  first: 'adopt' | 'keep';
};

/** What papers print, in the order of the form. */
const PRINTED = ['legal_name', 'cin', 'pan', 'gstin', 'address'] as const;
const detailsOf = (text: (name: string) => string) =>
  Object.fromEntries(PRINTED.map((name) => [name, text(name)])) as Record<(typeof PRINTED)[number], string>;

/** Stores the scan. It is refused before it is sent if it is too large. */
async function upload(file: File) {
  if (file.size > MAX_SCAN_BYTES) return invalid({ scan: { code: 'entry.scan_type' } });
  // A file whose type is not known is refused by its content.
  return callAsAdmin('POST /admin/scans', { body: file, timeoutMs: UPLOAD_MS });
}
const UPLOAD_MS = 60_000;

/** Enters seats for a company, adopted or kept once a second administrator confirms it; or corrects an entry that waits. */
export function EntryForm({ sessions, entry, known, first }: EntryFormProps) {
  const t = useTranslations('entries');
  const agreement = useTranslations('reservations.agreement');
  const company = useTranslations('company');
  const router = useRouter();
  const [how, setHow] = useState(first);
  const sponsor: Partial<Sponsor> = entry?.sponsor ?? known?.sponsor ?? {};
  const details: Readonly<Record<string, string>> = entry?.details ?? known?.details ?? {};
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
        const file = fields.get('scan');
        const scan = file instanceof File && file.size > 0 ? await upload(file) : null;
        if (scan && !scan.ok) return scan;
        const common = {
          company: text('company'),
          email: text('email'),
          locale: text('locale') as Locale,
          paper_reference: text('paper_reference'),
          note: text('note'),
          lines: linesOf(chosen),
          ...(scan && { scan_id: scan.data.id }),
        };
        if (how === 'keep') {
          const kept = { how, ...common, holder: text('holder'), until: endOfDay(fields.get('until')) };
          return callAsAdmin('POST /admin/entries', { body: kept });
        }
        const body = {
          ...common,
          fullName: text('fullName'),
          phone: text('phone'),
          designation: text('designation'),
          industry: text('industry'),
          details: detailsOf(text),
          ...(known && { company_id: known.id }),
        };
        if (!entry) return callAsAdmin('POST /admin/entries', { body: { how, ...body } });
        const { id, version } = entry;
        return callAsAdmin('PATCH /admin/entries/{entryId}', {
          params: { entryId: id },
          body: { action: 'correct', version, ...body },
        });
      }}
      toast="entry"
      done={t('form.done')}
      onDone={() =>
        router.push(how === 'keep' ? '/admin/catalogue/reservations?kind=agreement' : '/admin/entries?state=waiting')
      }
    >
      {({ field }) => (
        <>
          {!entry && (
            <>
              <CompanyField
                label={t('form.known')}
                hint={known ? t('form.isKnown', { name: known.sponsor.company ?? '' }) : t('form.knownHint')}
                onChoose={({ id }) => router.replace(`/admin/entries/new?how=${how}&company=${id}`)}
              />
              <SelectField
                label={t('form.how')}
                value={how}
                onChange={({ target }) => setHow(target.value as typeof how)}
              >
                {(['adopt', 'keep'] as const).map((each) => (
                  <option key={each} value={each}>
                    {t(`form.${each}`)}
                  </option>
                ))}
              </SelectField>
            </>
          )}
          <Field label={t('form.company')} maxLength={160} defaultValue={sponsor.company} {...field('company')} />
          <Field
            label={how === 'keep' ? agreement('email') : t('field.email')}
            type={SPONSOR_INPUTS.email.type}
            defaultValue={sponsor.email}
            {...field('email')}
          />
          {how === 'keep' ? (
            <>
              <Field
                label={agreement('holder')}
                hint={agreement('holderHint')}
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={known?.domain}
                {...field('holder')}
              />
              <Field label={agreement('until')} hint={agreement('untilHint')} type="date" {...field('until')} />
            </>
          ) : (
            <>
              <Field
                label={t('field.fullName')}
                maxLength={120}
                defaultValue={sponsor.fullName}
                {...field('fullName')}
              />
              <Field
                label={t('field.phone')}
                type={SPONSOR_INPUTS.phone.type}
                defaultValue={sponsor.phone}
                {...field('phone')}
              />
              {(['designation', 'industry'] as const).map((name) => (
                <Field
                  key={name}
                  label={t('form.optional', { label: t(`field.${name}`) })}
                  maxLength={120}
                  defaultValue={sponsor[name]}
                  {...field(name)}
                />
              ))}
              {PRINTED.map((name) => (
                <Field
                  key={name}
                  label={t('form.optional', { label: company(`field.${name}`) })}
                  defaultValue={details[name]}
                  {...field(name)}
                />
              ))}
            </>
          )}
          <SelectField label={t('field.locale')} name="locale" defaultValue={entry?.locale}>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {t(locale)}
              </option>
            ))}
          </SelectField>
          <Field
            label={t('field.paper')}
            hint={t('form.paperHint')}
            maxLength={120}
            defaultValue={entry?.paperReference}
            {...field('paper_reference')}
          />
          <Field
            label={t('form.scan')}
            hint={t(entry?.scanId ? 'form.scanAgain' : 'form.scanHint')}
            type="file"
            accept={SCAN_TYPES.join(',')}
            {...field('scan')}
          />
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
