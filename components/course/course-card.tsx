'use client';

import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { SeatField } from '@/components/seat/seat-field';
import { SeatInput } from '@/components/selection/seat-input';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { courseTypeSlug, toCourseType, type Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/core/errors';
import { formatINR, lineTotal } from '@/lib/core/money';
import { langOf } from '@/lib/i18n/script';
import { seatScale } from '@/lib/seat/rules';
import { CARD } from './card-layout';
import { TypeTag } from './type-tag';

type CourseCardProps = {
  course: Course;
  /** Institute and city, where the list is not of one city. */
  place?: string;
  /** Seats chosen on this page; undefined on an unticked card. */
  seats: number | undefined;
  /** False until the stored selection has been read: an earlier tick would be lost. */
  ready: boolean;
  onToggle: (course: Course) => void;
  onSeats: (course: Course, typed: string) => Problem | null;
};

/**
 * A course with its classroom; ticking it tints the card and shows the seat input. Memoised with stable handlers: in a
 * long list only the edited card renders again.
 */
export const CourseCard = memo(function CourseCard({
  course,
  place,
  seats,
  ready,
  onToggle,
  onSeats,
}: CourseCardProps) {
  const t = useTranslations('list.card');
  const heading = useId();
  const type = toCourseType(course.course_name);
  const ticked = seats !== undefined;
  const full = course.left_seats < 1;
  const price = course.price_paise;

  return (
    <article
      aria-labelledby={heading}
      data-type={courseTypeSlug(course.course_name)}
      data-selected={ticked || undefined}
      className={cn(CARD, ticked ? cardTicked : cn('border-line pb-1', full ? 'bg-transparent' : 'bg-surface'))}
    >
      <div className="min-w-0 [grid-area:name]">
        <h3 id={heading} className={cn('text-[1.3125rem]', full && 'text-ink-2')}>
          {course.branch}
        </h3>
        {place && (
          <p lang={langOf(place)} className="mt-0.5 text-small leading-tight text-ink-2">
            {place}
          </p>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-small [grid-area:meta] max-md:[&>:first-child]:basis-full">
        {type ? <TypeTag type={type} /> : <span className="font-semibold">{course.course_name}</span>}
        <span>{t.rich('left', { left: course.left_seats, total: course.total_seats, b: figure })}</span>
      </p>
      <p className="text-small [grid-area:price] max-md:[&>b]:block">
        {t.rich('price', { price: formatINR(price), b: figure })}
      </p>
      <Classroom course={course} yours={seats ?? 0} />
      <label
        className={cn(
          'inline-flex min-h-tap items-center gap-2.5 self-end justify-self-start font-semibold [grid-area:pick] print:hidden',
          full && !ticked && 'cursor-not-allowed text-ink-2',
        )}
      >
        <Checkbox
          checked={ticked}
          disabled={!ready || (full && !ticked)}
          waiting={!ready && !full}
          aria-describedby={heading}
          onChange={() => onToggle(course)}
        />
        {full && !ticked ? t('full') : t('select')}
      </label>
      {ticked && (
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-2 gap-y-3 border-t border-type/35 pt-3 [grid-area:chosen] md:gap-x-4">
          <SeatInput
            seats={seats}
            max={course.left_seats}
            describedBy={heading}
            onType={(typed) => onSeats(course, typed)}
          />
          <p className="ms-auto grid justify-items-end gap-1 max-[22.5rem]:ms-0 max-[22.5rem]:justify-items-start">
            <span className="rounded-1 bg-type px-2.5 py-0.5 text-cap font-semibold text-on-type tabular-nums [print-color-adjust:exact]">
              {t('adopted', { seats, total: course.total_seats })}
            </span>
            <span className="num text-[1.3125rem] leading-none md:text-h3">{formatINR(lineTotal(seats, price))}</span>
          </p>
        </div>
      )}
    </article>
  );
});

/** The course's seats as glyphs; above 60 seats one glyph represents several, and a text gives the number. */
function Classroom({ course, yours }: { course: Course; yours: number }) {
  const words = useTranslations('common.seatField');
  const total = course.total_seats;
  const taken = total - course.left_seats;
  const left = course.left_seats - yours;
  const per = seatScale(total);
  const sentence =
    course.left_seats === 0
      ? words('full', { total })
      : yours > 0
        ? words('summaryYours', { adopted: taken, yours, left })
        : words('summary', { adopted: taken, left });
  if (total === 0) return null;
  return (
    <div className="mt-1.5 grid max-w-42 content-start gap-1 self-start [grid-area:seats] min-[22.5rem]:justify-items-end">
      <SeatField
        total={total}
        taken={taken}
        yours={yours}
        per={per}
        label={per > 1 ? `${sentence}. ${words('scale', { per })}` : sentence}
      />
      {per > 1 && (
        <p aria-hidden className="text-cap leading-tight text-ink-2">
          {words('scale', { per })}
        </p>
      )}
    </div>
  );
}

const figure = (chunks: React.ReactNode) => <b className="money">{chunks}</b>;

const cardTicked =
  'border-type bg-type-tint shadow-[0_0_0_1px_var(--t)] forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]';
