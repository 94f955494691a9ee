'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { TEXT_FIELDS } from '@/lib/settings/form';
import type { Settings, SettingsGroup } from '@/lib/settings/schema';
import { SettingsForm } from './settings-form';
import { TextArea } from '@/components/platform/ui/text-area';

type GroupProps<G extends SettingsGroup> = { value: Settings[G]; version: string | null };

const pair = 'grid gap-4 sm:grid-cols-2';

const TERMS = [
  'pledgeDays',
  'transferDays',
  'confirmDays',
  'maxInstalments',
  'waitingHours',
  'waitingDays',
  'renewalDays',
  'reminderDays',
  'yearEndFrom',
  'yearEndDays',
  'scheduleItem',
  'donationSection',
  'donationUrn',
  'donationUrnDate',
  'donationType',
] as const;

/** The terms of pledges, bank transfers, waiting requests and renewals. */
export function TermsForm({ value, version }: GroupProps<'terms'>) {
  const t = useTranslations('settings');
  const defaults = {
    pledgeDays: String(value.pledgeDays ?? ''),
    transferDays: String(value.transferDays),
    confirmDays: String(value.confirmDays),
    maxInstalments: String(value.maxInstalments),
    waitingHours: String(value.waitingHours),
    waitingDays: String(value.waitingDays),
    renewalDays: String(value.renewalDays),
    reminderDays: value.reminderDays.join(', '),
    yearEndFrom: value.yearEndFrom,
    yearEndDays: String(value.yearEndDays),
    scheduleItem: value.scheduleItem,
    donationSection: value.donationSection,
    donationUrn: value.donationUrn,
    donationUrnDate: value.donationUrnDate,
    donationType: value.donationType,
  };
  return (
    <SettingsForm group="terms" version={version}>
      {({ field }) => (
        <div className={pair}>
          {TERMS.map((name) => (
            <Field
              key={name}
              label={t(`field.${name}`)}
              hint={t(`hint.${name}`)}
              {...field(name)}
              inputMode="numeric"
              defaultValue={defaults[name]}
            />
          ))}
        </div>
      )}
    </SettingsForm>
  );
}

const HINTED = ['pan', 'accountNumber', 'ifsc', 'upiId'] as const;
const MAX_REGISTRATIONS = 5;

/** The body that receives the money. */
export function BodyForm({ value, version }: GroupProps<'body'>) {
  const t = useTranslations('settings');
  const [rows, setRows] = useState(Math.max(1, value.registrations.length));
  return (
    <SettingsForm group="body" version={version}>
      {({ field }) => (
        <>
          <div className={pair}>
            {TEXT_FIELDS.body.map((name) => {
              const hinted = HINTED.find((each) => each === name);
              return name === 'address' ? (
                <TextArea key={name} label={t('field.address')} {...field(name)} defaultValue={value.address} />
              ) : (
                <Field
                  key={name}
                  label={t(`field.${name}`)}
                  hint={hinted && t(`hint.${hinted}`)}
                  {...field(name)}
                  defaultValue={value[name]}
                />
              );
            })}
          </div>
          <fieldset className="grid min-w-0 gap-3">
            <legend className="text-small font-semibold">{t('registrations.title')}</legend>
            <p className="text-cap text-ink-2">{t('registrations.text')}</p>
            {Array.from({ length: rows }, (_, at) => {
              const number = at + 1;
              const row = value.registrations[at];
              return (
                <div key={at} className="grid gap-3 sm:grid-cols-3">
                  <Field
                    label={t('registrations.name', { number })}
                    error={field('registrations').error}
                    name="registration.name"
                    defaultValue={row?.name}
                  />
                  <Field
                    label={t('registrations.number', { number })}
                    name="registration.number"
                    defaultValue={row?.number}
                  />
                  <Field
                    label={t('registrations.validUntil', { number })}
                    type="date"
                    name="registration.validUntil"
                    defaultValue={row?.validUntil}
                  />
                </div>
              );
            })}
            {rows < MAX_REGISTRATIONS && (
              <Button
                type="button"
                variant="line"
                size="small"
                className="justify-self-start"
                onClick={() => setRows(rows + 1)}
              >
                {t('registrations.add')}
              </Button>
            )}
          </fieldset>
        </>
      )}
    </SettingsForm>
  );
}

/** Whom sponsors ask. */
export function ContactForm({ value, version }: GroupProps<'contact'>) {
  const t = useTranslations('settings');
  return (
    <SettingsForm group="contact" version={version}>
      {({ field }) => (
        <Field label={t('field.support')} hint={t('hint.support')} {...field('support')} defaultValue={value.support} />
      )}
    </SettingsForm>
  );
}

/** The columns of the file for the bank. */
export function BankFileForm({ value, version }: GroupProps<'bankFile'>) {
  const t = useTranslations('settings');
  return (
    <SettingsForm group="bankFile" version={version}>
      {({ field }) => (
        <TextArea
          label={t('field.columns')}
          hint={t('hint.columns')}
          {...field('columns')}
          rows={10}
          defaultValue={value.columns}
        />
      )}
    </SettingsForm>
  );
}

/** The series of papers. */
export function NumberingForm({ value, version }: GroupProps<'numbering'>) {
  const t = useTranslations('settings');
  return (
    <SettingsForm group="numbering" version={version}>
      {({ field }) => (
        <div className={pair}>
          {TEXT_FIELDS.numbering.map((name) => (
            <Field
              key={name}
              label={t(`field.${name}`)}
              hint={t('hint.prefix')}
              {...field(name)}
              defaultValue={value[name]}
            />
          ))}
        </div>
      )}
    </SettingsForm>
  );
}

/**
 * The text and the contact of /privacy.
 * @param texts the text of the software, which applies to an empty field
 */
export function PrivacyForm({ value, version, texts }: GroupProps<'privacy'> & { texts: Record<Locale, string> }) {
  const t = useTranslations('settings');
  const [inserted, setInserted] = useState<Partial<Record<Locale, boolean>>>({});
  return (
    <SettingsForm group="privacy" version={version}>
      {({ field }) => (
        <div className={pair}>
          {TEXT_FIELDS.privacy.flatMap((name) =>
            LOCALES.map((locale) => {
              const isText = name === 'text';
              const start = isText && inserted[locale] ? texts[locale] : value[name][locale];
              return (
                <div key={`${name}.${locale}`} className="grid content-start justify-items-start gap-1">
                  <TextArea
                    key={start}
                    label={t(locale === 'en' ? 'inEnglish' : 'inHindi', { field: t(`field.${name}`) })}
                    hint={t(`hint.${name}`)}
                    {...field(`${name}.${locale}`)}
                    lang={locale}
                    rows={isText ? 14 : 3}
                    defaultValue={start}
                  />
                  {isText && start === '' && (
                    <Button
                      variant="line"
                      size="small"
                      onClick={() => setInserted((all) => ({ ...all, [locale]: true }))}
                    >
                      {t(locale === 'en' ? 'inEnglish' : 'inHindi', { field: t('insertText') })}
                    </Button>
                  )}
                </div>
              );
            }),
          )}
        </div>
      )}
    </SettingsForm>
  );
}

/** What sponsors read before they ask for their code. */
export function OfferForm({ value, version }: GroupProps<'offer'>) {
  const t = useTranslations('settings');
  return (
    <SettingsForm group="offer" version={version}>
      {({ field }) => (
        <div className={pair}>
          {TEXT_FIELDS.offer.flatMap((name) =>
            LOCALES.map((locale) => (
              <TextArea
                key={`${name}.${locale}`}
                label={t(locale === 'en' ? 'inEnglish' : 'inHindi', { field: t(`field.${name}`) })}
                {...field(`${name}.${locale}`)}
                lang={locale}
                defaultValue={value[name][locale]}
              />
            )),
          )}
        </div>
      )}
    </SettingsForm>
  );
}
