'use client';

import { useId, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Name, Place } from '@/components/catalogue/course/name';
import { ReservedSeats } from '@/components/catalogue/seat/reserved-seats';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { courseTypeSlug, type Course } from '@/lib/catalogue/schema';
import { namesSessions, periodOf, periodText } from '@/lib/adoption/core/period';
import { offerText } from '@/lib/catalogue/rules';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';
import type { CartGroup } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';
import { LineSeats } from './line-seats';

type CartTableProps = {
  groups: CartGroup[];
  /** The current courses by id, as far as they are known yet. */
  courses: ReadonlyMap<string, Course>;
  onSeats: (courseId: string, seats: number) => void;
  /** `neighbour`: the next line, or the one before the last; null if there is no other. */
  onRemove: (line: CartEntry, neighbour: HTMLElement | null) => void;
};

/** The lines of the cart, sorted by course name, then city. */
export function CartTable({ groups, courses, onSeats, onRemove }: CartTableProps) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const names = useNames();
  const id = useId();
  const isNamed = namesSessions(groups.flatMap(({ cities }) => cities.flatMap(({ lines }) => lines)));
  return (
    <div className="grid content-start gap-8">
      {groups.map(({ courseName, cities, totals }, at) => (
        <section key={courseName} data-type={courseTypeSlug(courseName)} aria-labelledby={`${id}-${at}`}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-type pb-1">
            <h2 id={`${id}-${at}`} className="text-h3 text-type">
              {names.type(courseName)}
            </h2>
            <p className="text-small text-ink-2 tabular-nums">
              <span>{t('seats', { seats: totals.seats })}</span> ·{' '}
              <span className="money">{formatINR(totals.paise)}</span>{' '}
              <span>
                {periodText(
                  common,
                  periodOf(
                    cities.flatMap(({ lines }) => lines),
                    null,
                  ),
                  2,
                )}
              </span>
            </p>
          </div>
          {cities.map(({ city, lines }, cityAt) => (
            <div key={city}>
              <h3 id={`${id}-${at}-${cityAt}`} className="pt-4 pb-1">
                {names.place(city)}
              </h3>
              <ul aria-labelledby={`${id}-${at}-${cityAt}`}>
                {lines.map((line) => (
                  <CartLine
                    key={line.id}
                    line={line}
                    course={courses.get(line.id)}
                    isNamed={isNamed}
                    onSeats={onSeats}
                    onRemove={onRemove}
                  />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

type CartLineProps = Pick<CartTableProps, 'onSeats' | 'onRemove'> & {
  line: CartEntry;
  course: Course | undefined;
  isNamed: boolean;
};

function CartLine({ line, course, isNamed, onSeats, onRemove }: CartLineProps) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const names = useNames();
  const branch = names.branch(line.branch, line.branchHindi);
  const institute = names.institute(line.institute, line.instituteHindi);
  const place = placeOf(institute || common('otherInstitutes'), line.city, names.place(line.city));
  const offer = offerText(common, line, isNamed);
  const name = [branch, place, offerText(common, { ...line, years: null }, isNamed)].filter(Boolean).join(', ');
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const lines = [...document.querySelectorAll<HTMLElement>('[data-cart-line]')];
    const at = lines.findIndex((line) => line.contains(currentTarget));
    onRemove(line, lines[at + 1] ?? lines[at - 1] ?? null);
  };
  return (
    <li
      data-cart-line
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(9.5rem,auto)_auto] md:grid-rows-[auto_1fr] md:gap-y-0"
    >
      <div className="wrap-anywhere max-md:col-span-2 md:row-span-2">
        <b>
          <Name>{branch}</Name>
        </b>
        <p className="text-small text-ink-2">
          <Place institute={institute} others={common('otherInstitutes')} city={line.city} names={names} />
        </p>
        <ReservedSeats course={course} who="link" className="text-small font-semibold" />
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-start-1 max-md:row-start-2 md:row-span-2 md:w-40">
        <LineSeats line={line} left={course?.left_seats} name={name} onSeats={onSeats} />
      </div>
      <p className="text-small max-md:col-start-1 max-md:row-start-3 md:text-end">
        <span className="tabular-nums md:money">
          {t('line', { seats: line.selectedSeats, price: formatINR(line.pricePaise) })}
        </span>
        <span className="block text-cap text-ink-2">
          {t('perYear')}
          {offer && <span>{` · ${offer}`}</span>}
        </span>
      </p>
      <p className="text-end num text-[1.1875rem] wrap-anywhere max-md:col-start-2 max-md:row-start-3 md:col-start-3 md:row-start-2">
        {formatINR(lineTotal(line.selectedSeats, line.pricePaise))}
      </p>
      <Button
        variant="bare"
        size="small"
        aria-label={`${t('remove')}: ${name}`}
        onClick={remove}
        className="-me-3 max-md:col-start-2 max-md:row-start-2 max-md:min-h-tap max-md:self-end max-md:justify-self-end md:col-start-4 md:row-start-1"
      >
        {t('remove')}
      </Button>
    </li>
  );
}
