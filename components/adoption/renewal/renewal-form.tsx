'use client';

import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { SeatInput } from '@/components/catalogue/seat/seat-input';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { AddSharedCart } from '@/components/selection/shared-cart/add-shared-cart';
import type { Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/platform/errors';
import { formatINR } from '@/lib/platform/money';
import { setSeats, toggle, type SeatDraft } from '@/lib/selection/rules';
import { GiveBack } from './give-back';

/** A line of an adoption that can be renewed, with its texts in the language of the page. */
type LineToRenew = {
  /** Of the present course, and of the course of the next year. */
  fromCourseId: string;
  courseId: string;
  reservation: string;
  branch: ReactNode;
  /** Branch and institute, which name the field of the seats. */
  name: string;
  place: string;
  /** What came of this year, as published. */
  evidence: readonly string[];
  /** Seats that can be renewed, and the price of one in paise. */
  left: number;
  pricePaise: number;
  price: string;
};

/** An adoption with lines to renew; `unpaid` says what is to be paid first. */
export type AdoptionToRenew = {
  billingId: string;
  reference: ReactNode;
  unpaid: ReactNode;
  lines: readonly LineToRenew[];
};

type RenewalFormProps = {
  adoptions: readonly AdoptionToRenew[];
  /** The courses of the next year. */
  courses: readonly Course[];
  mayAdopt: boolean;
  bearer: Bearer;
};

const keyOf = (billingId: string, { fromCourseId }: LineToRenew) => `${billingId} ${fromCourseId}`;

/** Chooses how many seats of each line are renewed, all at first, and puts them into the selection or the cart. */
export function RenewalForm({ adoptions, courses, mayAdopt, bearer }: RenewalFormProps) {
  const t = useTranslations('adoptionPage.renewal');
  const all = adoptions.flatMap(({ billingId, lines }) =>
    lines.map((line) => ({ ...line, key: keyOf(billingId, line) })),
  );
  const [draft, setDraft] = useState<SeatDraft>(() => Object.fromEntries(all.map(({ key, left }) => [key, left])));
  const choosable = (key: string, left: number) => ({ id: key, left_seats: left });
  const onType = (key: string, left: number, typed: string): Problem | null => {
    const outcome = setSeats(draft, choosable(key, left), typed, { autoSelect: true });
    if (outcome.ok) setDraft(outcome.draft);
    return outcome.ok ? null : outcome;
  };
  const onTick = (key: string, left: number) => {
    const outcome = toggle(draft, choosable(key, left));
    if (outcome.ok) setDraft(key in outcome.draft ? { ...outcome.draft, [key]: left } : outcome.draft);
  };
  const chosen = all.filter(({ key }) => key in draft);
  const seats = chosen.reduce((sum, { key }) => sum + draft[key]!, 0);
  const paise = chosen.reduce((sum, { key, pricePaise }) => sum + draft[key]! * pricePaise, 0);
  const bySeats: Record<string, number> = {};
  for (const { key, courseId } of chosen) bySeats[courseId] = (bySeats[courseId] ?? 0) + draft[key]!;
  const wanted = courses.filter(({ id }) => (bySeats[id] ?? 0) > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {mayAdopt && (
        <section
          aria-label={t('sum')}
          className="grid gap-3 rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-6 lg:sticky lg:top-4 lg:col-start-2 lg:row-start-1"
        >
          <p className="grid gap-1">
            <span className="font-semibold">{t('seats', { seats })}</span>
            <span className="num text-h2 leading-tight">{formatINR(paise, 2)}</span>
          </p>
          {seats > 0 && (
            <AddSharedCart
              courses={wanted}
              draft={Object.fromEntries(wanted.map(({ id }) => [id, bySeats[id]!]))}
              reduced={0}
              omitted={0}
              inDashboard={bearer === null}
              label={t('renewSeats', { seats })}
            />
          )}
          <p className="text-small text-ink-2">{t('then')}</p>
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:col-start-1 lg:row-start-1">
        {adoptions.map(({ billingId, reference, unpaid, lines }) => (
          <section key={billingId} aria-labelledby={`of-${billingId}`} className="grid gap-2">
            <h2 id={`of-${billingId}`} className="text-h3 wrap-anywhere">
              {reference}
            </h2>
            {unpaid}
            <ul className="border-t-2 border-ink">
              {lines.map((line) => {
                const key = keyOf(billingId, line);
                return (
                  <li key={key} className="grid gap-2 border-b border-line py-4">
                    <div className="flex items-start gap-3">
                      {mayAdopt && (
                        <Checkbox
                          checked={key in draft}
                          aria-label={t('renewLine', { course: line.name })}
                          onChange={() => onTick(key, line.left)}
                        />
                      )}
                      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
                        <h3 className="text-lead leading-tight">{line.branch}</h3>
                        <p className="text-small text-ink-2">{line.place}</p>
                        {line.evidence.map((text) => (
                          <p key={text} className="text-small">
                            {text}
                          </p>
                        ))}
                      </div>
                    </div>
                    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
                      {mayAdopt && key in draft && (
                        <SeatInput
                          seats={draft[key]!}
                          max={line.left}
                          name={line.name}
                          onType={(typed) => onType(key, line.left, typed)}
                        />
                      )}
                      <p className="ms-auto grid justify-items-end">
                        <span className="num text-lead money">{formatINR((draft[key] ?? 0) * line.pricePaise, 2)}</span>
                        <span className="text-small text-ink-2">{line.price}</span>
                      </p>
                    </div>
                    {mayAdopt && (
                      <GiveBack
                        billingId={billingId}
                        reservation={line.reservation}
                        lines={[{ course_id: line.fromCourseId, seats: line.left }]}
                        seats={line.left}
                        of={line.name}
                        bearer={bearer}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
