'use client';

import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { invalid, type FormState, type Problem } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { offerTitle } from '@/lib/admin/reservations/rules';
import type { missingSeats } from '@/lib/admin/reservations/schema';
import { formatINR, sumTotals } from '@/lib/platform/money';
import { OfferSearch } from './offer-search';

/** A chosen offer and its seats as typed. `left`: its free seats; absent if they were not looked up. */
export type Chosen = { id: string; title: string; pricePaise: number; left?: number; seats: string };

type ChosenOffersProps = {
  /** Sessions of which offers are found. */
  sessions: readonly string[];
  chosen: readonly Chosen[];
  setChosen: (change: (now: readonly Chosen[]) => readonly Chosen[]) => void;
  field: FormState['field'];
};

/** Finds offers and takes their seats, with the total; inside a form. */
export function ChosenOffers({ sessions, chosen, setChosen, field }: ChosenOffersProps) {
  const t = useTranslations('reservations.agreement');
  return (
    <>
      <OfferSearch
        sessions={sessions}
        chosen={chosen.map(({ id }) => id)}
        onChoose={(offer) =>
          setChosen((now) => {
            const { id, price_paise: pricePaise, left_seats: left } = offer;
            const line = { id, title: offerTitle(offer), pricePaise, left, seats: '1' };
            return now.some((other) => other.id === id) ? now : [...now, line];
          })
        }
      />
      <fieldset className="grid gap-3">
        <legend className="text-small font-semibold">{t('chosen')}</legend>
        {chosen.length === 0 && <p className="text-small text-ink-2">{t('noneChosen')}</p>}
        {chosen.map(({ id, title, pricePaise, left, seats }) => (
          <div key={id} className="flex flex-wrap items-end gap-3 border-b border-line pb-3">
            <Field
              className="min-w-60 flex-1"
              label={t('seatsOf', { course: title })}
              hint={
                left === undefined
                  ? t('price', { price: formatINR(pricePaise) })
                  : t('free', { left, price: formatINR(pricePaise) })
              }
              inputMode="numeric"
              {...field(id)}
              value={seats}
              onChange={({ target }) =>
                setChosen((now) => now.map((line) => (line.id === id ? { ...line, seats: target.value } : line)))
              }
            />
            <Button
              variant="bare"
              size="small"
              aria-label={t('removeOf', { course: title })}
              onClick={() => setChosen((now) => now.filter((line) => line.id !== id))}
            >
              {t('remove')}
            </Button>
          </div>
        ))}
        {chosen.length > 0 && <p role="status">{t('total', totalOf(chosen))}</p>}
      </fieldset>
    </>
  );
}

/** A whole number of seats as typed; NaN for anything else. */
const seatsOf = (typed: string): number => (/^[\d,\s]+$/.test(typed) ? Number(typed.replace(/[\s,]/g, '')) : NaN);

function totalOf(chosen: readonly Chosen[]) {
  const lines = chosen.map(({ pricePaise, seats }) => ({ seats: seatsOf(seats) || 0, pricePaise }));
  return { seats: lines.reduce((sum, line) => sum + line.seats, 0), amount: formatINR(sumTotals(lines)) };
}

/** The lines as a request sends them. */
export const linesOf = (chosen: readonly Chosen[]) => chosen.map(({ id, seats }) => ({ id, seats: seatsOf(seats) }));

/** The refusal of lines whose seats are no number; null if there are none. */
export function wrongSeats(chosen: readonly Chosen[]) {
  const wrong = chosen.filter(({ seats }) => !(seatsOf(seats) >= 1));
  if (wrong.length === 0) return null;
  return invalid(Object.fromEntries(wrong.map(({ id }) => [id, { code: 'reservation.seats_range' as const }])));
}

/** Why nothing was done, with the offers that have too few free seats. */
export function Shortages({ problem: { message, details } }: { problem: Problem }) {
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
