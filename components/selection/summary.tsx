'use client';

import { useTranslations } from 'use-intl/react';
import { SeatRuns } from '@/components/seat/seat-field';
import { toCourseType, TYPE_DYE } from '@/lib/catalogue/schema';
import { formatINR, toPaise } from '@/lib/core/money';
import { seatScale, type SeatRun } from '@/lib/seat/rules';
import type { Totals } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/schema';

type SummaryProps = { lines: readonly CartEntry[]; totals: Totals };

/** The 'Selected Courses Summary': what is chosen on this page, line by line, and its sum (R-LIST-17, A-47). */
export function Summary({ lines, totals, headingId }: SummaryProps & { headingId: string }) {
  const t = useTranslations('list.summary');
  return (
    <>
      <h2 id={headingId} className="text-lead">
        {t('title')}
      </h2>
      <ChosenSeats lines={lines} totals={totals} />
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="grid border-t border-line py-3 text-small leading-snug">
            <b>{line.branch}</b>
            {line.institute && <span className="text-ink-2">{line.institute}</span>}
            <span className="mt-1 flex flex-wrap justify-between gap-x-3 tabular-nums">
              <span>{t('line', { seats: line.selectedSeats, price: formatINR(paise(line.pricePerSeat)) })}</span>
              <b className="ms-auto money">{formatINR(paise(line.totalPrice))}</b>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t-2 border-ink pt-3 font-semibold">
        <span>{t('seats', { seats: totals.seats })}</span>
        <span className="ms-auto num text-h3 money">{formatINR(totals.paise)}</span>
      </p>
    </>
  );
}

const paise = (rupees: number) => toPaise(rupees) ?? 0;

/** The chosen seats in the colours of their course types. */
function ChosenSeats({ lines, totals }: SummaryProps) {
  const common = useTranslations('common');
  const per = seatScale(totals.seats);
  const seatsOfType = new Map<string, number>();
  for (const line of lines) {
    const type = toCourseType(line.courseName);
    const dye = type ? TYPE_DYE[type] : 'all';
    seatsOfType.set(dye, (seatsOfType.get(dye) ?? 0) + line.selectedSeats);
  }
  const runs = [...seatsOfType].map(([dye, seats]): SeatRun => {
    return { state: 'yours', dye, glyphs: Math.max(1, Math.round(seats / per)) };
  });
  return (
    <div className="grid gap-1">
      <SeatRuns runs={runs} unit={2} />
      {per > 1 && <p className="text-cap text-ink-2">{common('seatField.scale', { per })}</p>}
    </div>
  );
}
