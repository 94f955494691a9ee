'use client';

import { ChevronRight, Map as MapIcon } from 'lucide-react';
import { useId, useState, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { placeKey } from '@/lib/catalogue/rules';
import { formatCount } from '@/lib/platform/format-count';
import { cityHref, type RegionCity } from '@/lib/map/district-cities';
import { commonScale, stripScale } from '@/lib/selection/seat-drawing';
import { CityCourses } from './city-courses';

/** Most seats drawn for a city. */
const STRIP = 40;

type CityListProps = {
  /** in alphabetical order */
  stats: readonly RegionCity[];
  courseType: CourseType | null;
  base: string;
  /** The path of the institutes' pages. */
  institutes: string;
  headingRef: Ref<HTMLHeadingElement>;
  onBack: () => void;
};

/** The list view: the map's data as a table, including cities without a known district. */
export function CityList({ stats, courseType, base, institutes, headingRef, onBack }: CityListProps) {
  const t = useTranslations('region');
  const per = commonScale(
    stats.map(({ totalSeats }) => totalSeats),
    STRIP,
  );
  const names = useNames();
  const cities = stats.length;
  return (
    <section aria-labelledby="city-list" className="grid content-start gap-3 px-gutter pt-6 pb-12 print:block">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="city-list" ref={headingRef} tabIndex={-1} className="text-lead outline-none">
          {courseType ? t('listTitle', { cities, type: names.type(courseType) }) : t('listTitleAll', { cities })}
        </h2>
        <Button variant="line" className="shrink-0" onClick={onBack}>
          <MapIcon aria-hidden />
          {t('backToMap')}
        </Button>
      </div>
      <div className="@container">
        <table
          role="table"
          aria-labelledby="city-list"
          className="w-full border-collapse text-small tabular-nums @max-[15rem]:block"
        >
          <thead
            role="rowgroup"
            className="border-b-2 border-ink text-start text-cap leading-tight text-ink-2 @max-[15rem]:sr-only"
          >
            <tr role="row">
              <th role="columnheader" scope="col" className="py-2 text-start">
                {t('city')}
              </th>
              <th role="columnheader" scope="col" className="max-md:hidden">
                <span className="sr-only">{t('seats')}</span>
              </th>
              {[t('seatsLeft'), t('totalSeats'), t('adoptedSeats')].map((title) => (
                <th key={title} role="columnheader" scope="col" className="py-2 ps-2 text-end md:ps-3">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="@max-[15rem]:block">
            {stats.map((city) => (
              <CityRows
                key={city.city}
                city={city}
                courseType={courseType}
                base={base}
                institutes={institutes}
                per={per}
              />
            ))}
          </tbody>
        </table>
      </div>
      {cities > 0 && <p className="text-cap text-ink-2 max-md:hidden">{t('scale', { per })}</p>}
    </section>
  );
}

/** With large text the header is hidden, and each figure shows its column's name. */
const FIGURE = 'ps-2 text-end md:ps-3 @max-[15rem]:ps-0 @max-[15rem]:text-start @max-[15rem]:with-head';

type CityRowsProps = Pick<CityListProps, 'courseType' | 'base' | 'institutes'> & { city: RegionCity; per: number };

function CityRows({ city: stats, courseType, base, institutes, per }: CityRowsProps) {
  const t = useTranslations('region');
  const names = useNames();
  const [open, setOpen] = useState(false);
  const id = useId();
  const strip = stripScale(stats.totalSeats, per, STRIP);
  const { city, district, totalSeats: total, takenSeats: taken, leftSeats: left } = stats;
  return (
    <>
      <tr
        role="row"
        className="border-b border-line @max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:gap-x-4 @max-[15rem]:pb-2"
      >
        <th role="rowheader" scope="row" className="text-start @max-[15rem]:w-full">
          <span className="flex items-center @max-[15rem]:flex-wrap">
            <button
              type="button"
              aria-label={t('showCourses', { city: names.place(city) })}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
              className="-ms-3 grid size-tap shrink-0 place-items-center text-ink-2 hover:text-ink print:hidden"
            >
              <ChevronRight aria-hidden className={open ? 'size-5 rotate-90' : 'size-5'} />
            </button>
            <Link
              href={cityHref(base, city, courseType)}
              className="inline-flex min-h-tap min-w-24 items-center wrap-anywhere text-link underline underline-offset-4 max-[22.5rem]:text-cap"
            >
              {names.place(city)}
            </Link>
            {district && placeKey(district) !== placeKey(city) && (
              <span className="ms-2 text-cap font-normal text-ink-2">
                {t('inDistrict', { district: names.place(district) })}
              </span>
            )}
          </span>
        </th>
        <td role="cell" className="ps-2 max-md:hidden md:ps-3">
          <SeatField total={total} taken={taken} per={strip} columns={STRIP} unit={1} className="seats-dyed" />
          {strip !== per && <span className="text-cap text-ink-2">{t('ownScale', { per: strip })}</span>}
        </td>
        <td role="cell" data-head={t('seatsLeft')} className={`font-semibold ${FIGURE}`}>
          {left > 0 ? formatCount(left) : t('full')}
        </td>
        <td role="cell" data-head={t('totalSeats')} className={FIGURE}>
          {formatCount(total)}
        </td>
        <td role="cell" data-head={t('adoptedSeats')} className={FIGURE}>
          {formatCount(taken)}
        </td>
      </tr>
      {open && (
        <tr id={id} role="row" className="border-b border-line bg-surface @max-[15rem]:block">
          <td role="cell" colSpan={5} className="px-4 @max-[15rem]:block">
            <CityCourses key={`${city} ${courseType}`} city={city} courseType={courseType} institutes={institutes} />
          </td>
        </tr>
      )}
    </>
  );
}
