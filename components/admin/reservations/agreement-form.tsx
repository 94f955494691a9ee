'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectField } from '@/components/platform/ui/select-field';
import { endOfDay } from '@/lib/admin/reservations/rules';
import { callAsAdmin } from '@/lib/api/client/admin';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { ChosenOffers, linesOf, Shortages, wrongSeats, type Chosen } from './chosen-offers';

const FIELD_OF = {
  'reservation.company_required': 'company',
  'reservation.holder_invalid': 'holder',
  'reservation.domain_public': 'holder',
  'reservation.email_invalid': 'email',
  'reservation.until_invalid': 'until',
  'reservation.until_past': 'until',
  'adoption.reason_required': 'reason',
};

type Made = { company: string; email: string };

/** Reserves seats for a company, for a second administrator to confirm. @param sessions those of which offers are found */
export function AgreementForm({ sessions }: { sessions: readonly string[] }) {
  const t = useTranslations('reservations');
  const [made, setMade] = useState<Made | null>(null);
  if (!made) return <NewAgreement sessions={sessions} onMade={setMade} />;
  return (
    <div className="grid max-w-160 gap-4">
      <Note kind="ok" role="status">
        {t('agreement.made', made)}
      </Note>
      <Button variant="line" size="small" className="justify-self-start" onClick={() => setMade(null)}>
        {t('agreement.another')}
      </Button>
    </div>
  );
}

type NewAgreementProps = { sessions: readonly string[]; onMade: (made: Made) => void };

function NewAgreement({ sessions, onMade }: NewAgreementProps) {
  const t = useTranslations('reservations.agreement');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const text = (fields: FormData, name: string) => String(fields.get(name) ?? '').trim();
  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-160"
      submit={t('submit')}
      submitting={t('submitting')}
      failed={t('failed')}
      fieldOf={FIELD_OF}
      explain={(problem) => <Shortages problem={problem} />}
      send={async (fields) => {
        const wrong = wrongSeats(chosen);
        if (wrong) return wrong;
        return callAsAdmin('POST /admin/reservations', {
          body: {
            company: text(fields, 'company'),
            holder: text(fields, 'holder'),
            email: text(fields, 'email'),
            locale: text(fields, 'locale') as Locale,
            until: endOfDay(fields.get('until')),
            reason: text(fields, 'reason'),
            lines: linesOf(chosen),
          },
        });
      }}
      onDone={(_, fields) => onMade({ company: text(fields, 'company'), email: text(fields, 'email') })}
    >
      {({ field }) => (
        <>
          <Field label={t('company')} maxLength={200} {...field('company')} />
          <Field
            label={t('holder')}
            hint={t('holderHint')}
            autoCapitalize="none"
            spellCheck={false}
            {...field('holder')}
          />
          <Field label={t('email')} type="email" {...field('email')} />
          <SelectField label={t('locale')} name="locale">
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {t(locale)}
              </option>
            ))}
          </SelectField>
          <Field label={t('until')} hint={t('untilHint')} type="date" {...field('until')} />
          <Field label={t('reason')} hint={t('reasonHint')} maxLength={500} {...field('reason')} />
          <ChosenOffers sessions={sessions} chosen={chosen} setChosen={setChosen} field={field} />
        </>
      )}
    </Form>
  );
}
