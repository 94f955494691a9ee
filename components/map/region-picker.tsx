'use client';

import { List, Map as MapIcon } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseSeats, CourseType } from '@/lib/catalogue/schema';
import { CityList } from './city-list';
import { DistrictMap } from './district-map';
import { MapLegend } from './map-legend';
import { MostLeft } from './most-left';
import { useCityStats } from './use-city-stats';

type RegionPickerProps = {
  courses: readonly CourseSeats[];
  courseType: CourseType | null;
  /** The route below which a city's courses are, e.g. '/course-list'. */
  base: string;
  heading: ReactNode;
};

/** The city picker: question and legend on the left, the map or the list on the right. Which of the two is in the address. */
export function RegionPicker({ courses, courseType, base, heading }: RegionPickerProps) {
  const t = useTranslations('region');
  const { stats, ramp } = useCityStats(courses);
  const { listed, show, toggle, listHeading } = useView();
  const cities = stats.length;
  return (
    <>
      <section className="grid content-start gap-3 px-gutter pt-2 pb-4 md:gap-6 md:py-6 md:pe-8">
        {heading}
        <p className="text-ink-2 max-md:text-small">
          {courseType ? t('offered', { cities, type: courseType }) : t('offeredAll', { cities })}
        </p>
        <div
          role="group"
          aria-label={t('view')}
          className="grid grid-flow-col overflow-hidden rounded-2 border-[1.5px] border-control md:justify-self-start"
        >
          <ViewButton pressed={!listed} ref={toggle} onPress={() => show('map')}>
            <MapIcon aria-hidden className="size-5" />
            {t('map')}
          </ViewButton>
          <ViewButton pressed={listed} onPress={() => show('list')}>
            <List aria-hidden className="size-5" />
            {t('list')}
          </ViewButton>
        </div>
        {!listed && cities > 0 && <MapLegend ramp={ramp} courseType={courseType} />}
      </section>
      {listed ? (
        <CityList
          stats={stats}
          courseType={courseType}
          base={base}
          headingRef={listHeading}
          onBack={() => show('map', 'toggle')}
        />
      ) : (
        <>
          <section className="relative h-126 overflow-hidden bg-sunken md:h-auto md:min-h-168">
            <DistrictMap
              stats={stats}
              ramp={ramp}
              courseType={courseType}
              base={base}
              onShowList={() => show('list', 'list')}
            />
            <noscript>
              <p className="absolute inset-0 bg-paper p-gutter">
                {t.rich('withoutScript', { a: (text) => <a href="?view=list">{text}</a> })}
              </p>
            </noscript>
          </section>
          <MostLeft stats={stats} courseType={courseType} base={base} onShowList={() => show('list', 'list')} />
        </>
      )}
    </>
  );
}

/**
 * Map or list, kept in the address so that Back and reload keep it. A button that vanishes with its view hands the focus on:
 * to the list's heading, or to the 'Map' button.
 */
function useView() {
  const listed = useSearchParams().get('view') === 'list';
  const toggle = useRef<HTMLButtonElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<'list' | 'toggle' | null>(null);
  useEffect(() => {
    if (focusNext.current === 'list') listHeading.current?.focus();
    if (focusNext.current === 'toggle') toggle.current?.focus();
    focusNext.current = null;
  }, [listed]);
  const show = (view: 'map' | 'list', focus: 'list' | 'toggle' | null = null) => {
    focusNext.current = focus;
    if ((view === 'list') !== listed) {
      window.history.pushState(null, '', view === 'list' ? '?view=list' : window.location.pathname);
    }
  };
  return { listed, show, toggle, listHeading };
}

type ViewButtonProps = {
  pressed: boolean;
  onPress: () => void;
  ref?: React.Ref<HTMLButtonElement>;
  children: ReactNode;
};

function ViewButton({ pressed, onPress, ref, children }: ViewButtonProps) {
  return (
    <button
      type="button"
      ref={ref}
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex min-h-tap items-center justify-center gap-2 bg-surface px-4 text-small font-semibold text-ink focus-visible:-outline-offset-4 aria-pressed:bg-action aria-pressed:text-on-action"
    >
      {children}
    </button>
  );
}
