'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { invalid, type Problem } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { CopyButton } from '@/components/platform/ui/copy-button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectField } from '@/components/platform/ui/select-field';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { endOfDay, offerTitle } from '@/lib/admin/reservations/rules';
import type { missingSeats } from '@/lib/admin/reservations/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatINR, sumTotals } from '@/lib/platform/money';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import type { z } from 'zod';
import { OfferSearch } from './offer-search';

const FIELD_OF = {
  'reservation.company_required': 'company',
  'reservation.holder_invalid': 'holder',
  'reservation.domain_public': 'holder',
  'reservation.email_invalid': 'email',
  'reservation.until_invalid': 'until',
  'reservation.until_past': 'until',
  'adoption.reason_required': 'reason',
};

/** An offer and its seats as typed. */
type Chosen = { offer: AdminCourse; seats: string };

type Made = { company: string; email: string; link: string };

/** Reserves seats for a company; afterwards it shows the link. @param sessions those of which offers are found */
export function AgreementForm({ sessions }: { sessions: readonly string[] }) {
  const t = useTranslations('reservations');
  const [made, setMade] = useState<Made | null>(null);
  if (!made) return <NewAgreement sessions={sessions} onMade={setMade} />;
  return (
    <div className="grid max-w-160 gap-4">
      <Note kind="ok" role="status">
        {t('agreement.made', { company: made.company })}
      </Note>
      <Field
        label={t('link.label', { company: made.company })}
        hint={t('link.hint', { email: made.email })}
        readOnly
        value={made.link}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-3">
        <CopyButton text={made.link} about={t('link.of', { company: made.company })} />
        <Button variant="line" size="small" onClick={() => setMade(null)}>
          {t('agreement.another')}
        </Button>
      </div>
    </div>
  );
}

type NewAgreementProps = { sessions: readonly string[]; onMade: (made: Made) => void };

function NewAgreement({ sessions, onMade }: NewAgreementProps) {
  const t = useTranslations('reservations.agreement');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const text = (fields: FormData, name: string) => String(fields.get(name) ?? '').trim();
  const add = (offer: AdminCourse) =>
    setChosen((now) => (now.some((line) => line.offer.id === offer.id) ? now : [...now, { offer, seats: '1' }]));
  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-160"
      submit={t('submit')}
      submitting={t('submitting')}
      failed={t('failed')}
      fieldOf={FIELD_OF}
      explain={(problem) => <Refusal problem={problem} />}
      send={async (fields) => {
        const wrong = chosen.filter(({ seats }) => !(seatsOf(seats) >= 1));
        if (wrong.length > 0)
          return invalid(Object.fromEntries(wrong.map(({ offer }) => [offer.id, { code: 'reservation.seats_range' }])));
        return callAsAdmin('POST /admin/reservations', {
          body: {
            ...{ company: text(fields, 'company'), holder: text(fields, 'holder'), email: text(fields, 'email') },
            ...{ locale: text(fields, 'locale') as Locale, until: endOfDay(fields.get('until')) },
            reason: text(fields, 'reason'),
            lines: chosen.map(({ offer, seats }) => ({ id: offer.id, seats: seatsOf(seats) })),
          },
        });
      }}
      onDone={({ link }, fields) => onMade({ company: text(fields, 'company'), email: text(fields, 'email'), link })}
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
          <OfferSearch sessions={sessions} chosen={chosen.map(({ offer }) => offer.id)} onAdd={add} />
          <fieldset className="grid gap-3">
            <legend className="text-small font-semibold">{t('chosen')}</legend>
            {chosen.length === 0 && <p className="text-small text-ink-2">{t('noneChosen')}</p>}
            {chosen.map(({ offer, seats }) => (
              <div key={offer.id} className="flex flex-wrap items-end gap-3 border-b border-line pb-3">
                <Field
                  className="min-w-60 flex-1"
                  label={t('seatsOf', { course: offerTitle(offer) })}
                  hint={t('free', { left: offer.left_seats, price: formatINR(offer.price_paise, 2) })}
                  inputMode="numeric"
                  {...field(offer.id)}
                  value={seats}
                  onChange={({ target }) =>
                    setChosen((now) =>
                      now.map((line) => (line.offer.id === offer.id ? { ...line, seats: target.value } : line)),
                    )
                  }
                />
                <Button
                  variant="bare"
                  size="small"
                  aria-label={t('removeOf', { course: offerTitle(offer) })}
                  onClick={() => setChosen((now) => now.filter((line) => line.offer.id !== offer.id))}
                >
                  {t('remove')}
                </Button>
              </div>
            ))}
            {chosen.length > 0 && <p role="status">{t('total', totalOf(chosen))}</p>}
          </fieldset>
        </>
      )}
    </Form>
  );
}

/** A whole number of seats as typed; NaN for anything else. */
const seatsOf = (typed: string): number => (/^[\d,\s]+$/.test(typed) ? Number(typed.replace(/[\s,]/g, '')) : NaN);

function totalOf(chosen: readonly Chosen[]) {
  const lines = chosen.map(({ offer, seats }) => ({ seats: seatsOf(seats) || 0, pricePaise: offer.price_paise }));
  return { seats: lines.reduce((sum, line) => sum + line.seats, 0), amount: formatINR(sumTotals(lines), 2) };
}

/** Why nothing was reserved, with the offers that have too few free seats. */
function Refusal({ problem: { message, details } }: { problem: Problem }) {
  const t = useTranslations('reservations.agreement');
  const { shortages = [] } = details as Partial<z.infer<typeof missingSeats>>;
  return (
    <>
      <p>{message}</p>
      {shortages.length > 0 && (
        <ul className="list-disc ps-5">
          {shortages.map(({ course_id, course, available }) => (
            <li key={course_id}>{t('missing', { course, available })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
