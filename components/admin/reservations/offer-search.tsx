'use client';

import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { foundCoursesSchema, type AdminCourse } from '@/lib/admin/courses/schema';
import { offerTitle } from '@/lib/admin/reservations/rules';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { formatINR } from '@/lib/platform/money';

type OfferSearchProps = {
  sessions: readonly string[];
  /** The ids of the offers that are chosen already. */
  chosen: readonly string[];
  onChoose: (offer: AdminCourse) => void;
};

type Found = { courses: readonly AdminCourse[]; total: number };

/** Finds open offers with free seats to choose from; inside a form. */
export function OfferSearch({ sessions, chosen, onChoose }: OfferSearchProps) {
  const t = useTranslations('reservations.agreement');
  const filter = useTranslations('reservations.filter');
  const [asked, setAsked] = useState({ q: '', session: sessions[0] ?? '' });
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [pending, find] = usePending(async () => {
    const query = { q: asked.q, ...(asked.session && { session: asked.session }) };
    const result = await callAsAdmin('GET /admin/courses', { query, read: asSchema(foundCoursesSchema) });
    setProblem(result.ok ? undefined : (result.message ?? t('notFound')));
    if (result.ok) setFound(result.data);
  });
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Not the form around it.
    event.preventDefault();
    void find();
  };
  return (
    <fieldset className="grid gap-3 rounded-2 border border-line p-3">
      <legend className="px-1 text-small font-semibold">{t('search')}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          type="search"
          label={t('searchHint')}
          error={problem}
          value={asked.q}
          onChange={({ target }) => setAsked((now) => ({ ...now, q: target.value }))}
          onKeyDown={onEnter}
        />
        <SelectField
          label={filter('session')}
          value={asked.session}
          onChange={({ target }) => setAsked((now) => ({ ...now, session: target.value }))}
        >
          {sessions.map((session) => (
            <option key={session} value={session}>
              {session}
            </option>
          ))}
        </SelectField>
      </div>
      <Button variant="line" size="small" className="justify-self-start" pending={pending} onClick={() => void find()}>
        {pending ? t('finding') : t('find')}
      </Button>
      <div role="status" className="grid gap-2 text-small">
        {found && found.courses.length === 0 && <p>{t('none')}</p>}
        {found && found.courses.length > 0 && found.courses.length < found.total && (
          <p>{t('more', { shown: found.courses.length, total: found.total })}</p>
        )}
      </div>
      {found && found.courses.length > 0 && (
        <ul>
          {found.courses.map((offer) => (
            <li
              key={offer.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-2"
            >
              <span className="text-small wrap-anywhere">
                {t('offer', { course: offerTitle(offer), session: offer.session, year: offer.study_year })}
                <span className="block text-ink-2">
                  {t('free', { left: offer.left_seats, price: formatINR(offer.price_paise) })}
                </span>
              </span>
              <Button
                variant="line"
                size="small"
                disabled={chosen.includes(offer.id)}
                aria-label={t('chooseOf', { course: offerTitle(offer) })}
                onClick={() => onChoose(offer)}
              >
                {t('choose')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
