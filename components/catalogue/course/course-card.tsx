'use client';

import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SeatInput } from '@/components/catalogue/seat/seat-input';
import { useNames } from '@/components/platform/i18n/use-names';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { courseTypeSlug, toCourseType, type Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/platform/errors';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { seatScale } from '@/lib/selection/seat-drawing';
import { TypeTag } from './type-tag';

type CourseCardProps = {
  course: Course;
  /** Institute, and city where the list is not of one city: distinguishes courses of the same name. */
  place: string;
  /** Shows the place, where no heading above the card does. */
  placed?: boolean;
  /** Seats chosen on this page; undefined on an unticked card. */
  seats: number | undefined;
  /** False until the stored selection has been read: an earlier tick would be lost. */
  ready: boolean;
  onToggle: (course: Course) => void;
  onSeats: (course: Course, typed: string) => Problem | null;
};

/**
 * A course with its classroom, inside `.courses`; ticking it tints the card and shows the seat input. The page needs
 * SeatPatterns. Memoised with stable handlers: in a long list only the edited card renders again. Its classes are those
 * of course.css, to be short.
 */
export const CourseCard = memo(function CourseCard({
  course,
  place,
  placed,
  seats,
  ready,
  onToggle,
  onSeats,
}: CourseCardProps) {
  const t = useTranslations('list.card');
  const common = useTranslations('common');
  const id = useId();
  const branch = useNames().branch(course.branch);
  const slug = courseTypeSlug(course.course_name);
  const type = toCourseType(course.course_name);
  const ticked = seats !== undefined;
  const full = course.left_seats < 1;
  const { price_paise: price, duration_years: years } = course;

  return (
    <article
      id={id}
      aria-label={`${branch}, ${place}`}
      data-type={slug}
      data-selected={ticked || undefined}
      data-full={full || undefined}
      className="course"
    >
      <div className="name">
        <h3 lang={langOf(branch)}>{branch}</h3>
        {placed && (
          <p lang={langOf(place)} className="place">
            {place}
          </p>
        )}
      </div>
      <p className="meta">
        {type ? <TypeTag type={type} /> : <b>{course.course_name}</b>}
        <span>{t.rich('left', { left: course.left_seats, total: course.total_seats, b: bold })}</span>
      </p>
      <p className="price">
        {t.rich('price', { price: formatINR(price), b: bold })}
        {years && <span>{common('courseYears', { years })}</span>}
      </p>
      <Classroom course={course} yours={seats ?? 0} slug={slug} />
      <label>
        <Checkbox
          checked={ticked}
          disabled={!ready || (full && !ticked)}
          waiting={!ready && !full}
          aria-describedby={id}
          onChange={() => onToggle(course)}
        />
        {full && !ticked ? t('full') : t('select')}
      </label>
      {ticked && (
        <div className="chosen mt-2 flex flex-wrap items-end justify-between gap-x-2 gap-y-3 border-t border-type/35 pt-3">
          <SeatInput
            seats={seats}
            max={course.left_seats}
            describedBy={id}
            onType={(typed) => onSeats(course, typed)}
          />
          <p className="ms-auto grid justify-items-end gap-1 max-[22.5rem]:ms-0 max-[22.5rem]:justify-items-start">
            <span className="rounded-1 bg-type px-2.5 py-0.5 text-cap font-semibold text-on-type tabular-nums [print-color-adjust:exact]">
              {t('adopted', { seats, total: course.total_seats })}
            </span>
            <span className="num text-[1.3125rem] leading-none">{formatINR(lineTotal(seats, price))}</span>
          </p>
        </div>
      )}
    </article>
  );
});

/** The course's seats as glyphs; above 60 seats one glyph represents several, and a text gives the number. */
function Classroom({ course, yours, slug }: { course: Course; yours: number; slug: string }) {
  const tSeatField = useTranslations('common.seatField');
  const total = course.total_seats;
  const taken = total - course.left_seats;
  const left = course.left_seats - yours;
  const per = seatScale(total);
  const sentence =
    course.left_seats === 0
      ? tSeatField('full', { total })
      : yours > 0
        ? tSeatField('summaryYours', { adopted: taken, yours, left })
        : tSeatField('summary', { adopted: taken, left });
  if (total === 0) return null;
  return (
    <div className="classroom">
      <SeatField total={total} taken={taken} yours={yours} per={per} patterns={slug} label={sentence} />
      {per > 1 && <p>{tSeatField('scale', { per })}</p>}
    </div>
  );
}

const bold = (chunks: React.ReactNode) => <b>{chunks}</b>;
