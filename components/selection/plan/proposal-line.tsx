'use client';

import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SeatInput } from '@/components/catalogue/seat/seat-input';
import { Button } from '@/components/platform/ui/button';
import { offerOf, offerText } from '@/lib/catalogue/rules';
import { courseTypeSlug, toCourseType, type Course } from '@/lib/catalogue/schema';
import type { Problem } from '@/lib/platform/errors';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { placeOf } from '@/lib/platform/place-of';

type ProposalLineProps = {
  course: Course;
  /** True to name its session. */
  isNamed: boolean;
  /** Says how many seats of it are in the cart already; null without any. */
  inCart: string | null;
  /** 0 while the number is being typed. */
  seats: number;
  onSeats: (course: Course, typed: string) => Problem | null;
  /** `neighbour`: the next line, or the one before the last; null if there is no other. */
  onRemove: (course: Course, neighbour: HTMLElement | null) => void;
};

/** A course of the proposal: its seats as glyphs and as a number that can be changed. */
export function ProposalLine({ course, isNamed, inCart, seats, onSeats, onRemove }: ProposalLineProps) {
  const t = useTranslations('proposal');
  const card = useTranslations('list.card');
  const common = useTranslations('common');
  const names = useNames();
  const type = toCourseType(course.course_name);
  const branch = names.branch(course.branch, course.branch_hindi);
  const institute = names.institute(course.institute_name, course.institute_hindi) || common('otherInstitutes');
  const place = placeOf(institute, course.city, names.place(course.city));
  const offer = offerText(common, offerOf(course), isNamed);
  const name = [branch, place, offerText(common, { ...offerOf(course), years: null }, isNamed)]
    .filter(Boolean)
    .join(', ');
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const lines = [...document.querySelectorAll<HTMLElement>('[data-proposal-line]')];
    const at = lines.findIndex((line) => line.contains(currentTarget));
    onRemove(course, lines[at + 1] ?? lines[at - 1] ?? null);
  };
  return (
    <li
      data-proposal-line
      data-type={courseTypeSlug(course.course_name)}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 border-b border-line py-4 @min-[72rem]:grid-cols-[minmax(0,1fr)_auto_19rem] @min-[72rem]:gap-x-6"
    >
      <div className="grid content-start gap-1">
        <h3 lang={langOf(branch)} className="text-lead leading-tight">
          {branch}
        </h3>
        <p lang={langOf(place)} className="text-small leading-snug text-ink-2">
          {place}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-small">
          {type && <TypeTag type={type} />}
          <span className="md:money">{t('perSeat', { price: formatINR(course.price_paise) })}</span>
          {offer && <span>{offer}</span>}
        </p>
        {inCart && <p className="text-small font-semibold">{inCart}</p>}
      </div>
      <div className="grid content-start justify-items-end gap-1">
        <SeatField
          total={course.total_seats}
          taken={course.total_seats - course.left_seats}
          yours={Math.min(seats, course.left_seats)}
          unit={1}
        />
        <p className="text-cap text-ink-2">
          {card.rich('left', {
            left: course.left_seats,
            total: course.total_seats,
            b: (chunks) => <b>{chunks}</b>,
            said: (chunks) => chunks,
          })}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 @min-[72rem]:col-span-1 @min-[72rem]:items-start">
        <SeatInput seats={seats} max={course.left_seats} name={name} onType={(typed) => onSeats(course, typed)} />
        <p className="ms-auto grid justify-items-end">
          <span className="num text-[1.3125rem] leading-tight money">
            {formatINR(lineTotal(seats, course.price_paise))}
          </span>
          <Button
            variant="bare"
            size="small"
            aria-label={`${t('remove')}: ${name}`}
            onClick={remove}
            className="-me-3 min-h-tap"
          >
            {t('remove')}
          </Button>
        </p>
      </div>
    </li>
  );
}
