'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReservedSeats } from '@/components/catalogue/seat/reserved-seats';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SeatInput } from '@/components/catalogue/seat/seat-input';
import { useNames } from '@/components/platform/i18n/use-names';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Link } from '@/components/platform/ui/link';
import { offerOf, offerText } from '@/lib/catalogue/rules';
import { courseTypeSlug, toCourseType, type Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/platform/errors';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { seatScale } from '@/lib/selection/seat-drawing';
import { Place } from './name';
import { TypeTag } from './type-tag';

/** Glyphs beside each other in the drawing of a row. */
const COLUMNS = 20;

type CourseRowProps = {
  course: Course;
  /** Institute, and city where the list is not of one city: distinguishes courses of the same name. */
  place: string;
  /** Shows the institute, or institute and city, where no heading above the row does. */
  shown?: 'institute' | 'place';
  /** The address of the institute's page, for a place that is shown. */
  instituteHref?: string;
  /** Shown behind the place, e.g. its distance. */
  note?: string;
  /** True to name the session: several are open. */
  isNamed?: boolean;
  /** Seats chosen on this page; undefined on an unticked row. */
  seats: number | undefined;
  /** False until the stored selection has been read: an earlier tick would be lost. */
  ready?: boolean;
  /** What ticking and typing do; without them the row is only to look at. */
  onToggle?: (course: Course) => void;
  onSeats?: (course: Course, typed: string) => Problem | null;
};

/**
 * A course in a list, inside `.courses`; ticking it tints the row and shows the seat input. The page needs SeatPatterns.
 * Memoised with stable handlers: in a long list only the edited row renders again. Its classes are those of course.css,
 * to be short.
 */
export const CourseRow = memo(function CourseRow({
  course,
  place,
  shown,
  instituteHref,
  note,
  isNamed = false,
  seats,
  ready = false,
  onToggle,
  onSeats,
}: CourseRowProps) {
  const t = useTranslations('list.card');
  const common = useTranslations('common');
  const names = useNames();
  const slug = courseTypeSlug(course.course_name);
  const type = toCourseType(course.course_name);
  const ticked = seats !== undefined;
  const full = course.left_seats < 1;
  const { price_paise: price } = course;
  const branch = names.branch(course.branch, course.branch_hindi);
  const offer = offerOf(course);
  // Tells offers of one course apart.
  const name = [branch, place, offerText(common, { ...offer, years: null }, isNamed)].filter(Boolean).join(', ');
  // The tag of a first year says how long the course takes.
  const years = type && (course.study_year ?? 1) === 1 ? course.duration_years : undefined;
  const about = offerText(common, years ? { ...offer, years: null } : offer, isNamed);
  const label = full && !ticked ? t('full') : t('select');

  return (
    <article
      aria-label={name}
      data-type={slug}
      data-selected={ticked || undefined}
      data-full={full || undefined}
      className="course"
    >
      <div className="name">
        <h3>
          <span lang={langOf(branch)}>{branch}</span>
          {/* Courses of the same name stand below each other. */}
          {shown && <span className="sr-only">{`, ${place}`}</span>}
        </h3>
        {shown && (
          <p className="place">
            <Place
              institute={names.institute(course.institute_name, course.institute_hindi)}
              others={common('otherInstitutes')}
              city={shown === 'place' ? course.city : null}
              names={names}
              href={instituteHref}
            />
            {note && <span>{` · ${note}`}</span>}
          </p>
        )}
        <ReservedSeats course={course} who="you" className="reserved" />
      </div>
      <p className="meta">
        {type ? <TypeTag type={type} years={years} small /> : <b>{course.course_name}</b>}
        <span>{t.rich('left', { left: course.left_seats, total: course.total_seats, b: bold, said })}</span>
      </p>
      <p className="price">
        <span>{t.rich('price', { price: formatINR(price), b: bold, said })}</span>
        {about && <span>{about}</span>}
      </p>
      {ticked && <Classroom course={course} yours={seats} slug={slug} />}
      {onToggle && (
        <label>
          <Checkbox
            checked={ticked}
            disabled={!ready || (full && !ticked)}
            waiting={!ready && !full}
            aria-label={`${label}: ${name}`}
            onChange={() => onToggle(course)}
          />
          {label}
        </label>
      )}
      {onToggle && full && !ticked && <Wait course={course} name={name} text={t('wait')} />}
      {ticked && onSeats && (
        <div className="chosen">
          <SeatInput seats={seats} max={course.left_seats} name={name} onType={(typed) => onSeats(course, typed)} />
          <p>
            <span className="badge">{t('adopted', { seats, total: course.total_seats })}</span>
            <span className="num">{formatINR(lineTotal(seats, price))}</span>
          </p>
          {seats >= course.left_seats && course.left_seats < course.total_seats && (
            <Wait course={course} name={name} text={t('waitMore')} />
          )}
        </div>
      )}
    </article>
  );
});

/** The way to be told when seats of a full or too small course are free. */
function Wait({ course, name, text }: { course: Course; name: string; text: string }) {
  return (
    <Link href={`/waiting?course=${course.id}`} aria-label={`${text}: ${name}`} className="wait">
      {text}
    </Link>
  );
}

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
      <SeatField
        total={total}
        taken={taken}
        yours={yours}
        per={per}
        columns={COLUMNS}
        unit={1}
        patterns={slug}
        label={sentence}
      />
      {per > 1 && <p>{tSeatField('scale', { per })}</p>}
    </div>
  );
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>;
const said = (chunks: ReactNode) => <span className="sr-only">{chunks}</span>;

/** What the figures of the rows below are; each row says it to screen readers only. */
export function CourseUnits() {
  const t = useTranslations('list');
  return (
    <p aria-hidden className="course-units">
      {t('units')}
    </p>
  );
}
