'use client';

import { List, Map as MapIcon } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { cn } from '@/components/platform/ui/cn';
import type { CityStats } from '@/lib/catalogue/schema';
import type { FigureLayer } from '@/lib/map/figure-layer';
import type { MapCity } from '@/lib/map/district-cities';
import { regionStats } from '@/lib/map/region-stats';
import { ChosenCity } from './chosen-city';
import { CityList } from './city-list';
import { DistrictMap } from './district-map';
import { FigureLegend } from './figure-legend';
import { MapCredit } from './map-credit';
import { MapLegend } from './map-legend';
import { TopCities } from './top-cities';
import { usePrinting } from './use-printing';

type RegionPickerProps = {
  cities: readonly MapCity[];
  courseType: CourseType | null;
  /** The parent route of a city's courses, e.g. '/course-list'. */
  base: string;
  /** The path of the institutes' pages. */
  institutes: string;
  heading: ReactNode;
  /** The operator's figures; null without them. */
  layer: FigureLayer | null;
  /** The map as a drawing, shown until Leaflet has loaded. */
  drawing: ReactNode;
};

/**
 * The city picker: question and legend on the left, map or list on the right. The view is stored in the address; print
 * always uses the list. On phones question, map and chosen city fill the first screen.
 */
export function RegionPicker({
  cities: all,
  courseType,
  base,
  institutes,
  heading,
  layer,
  drawing,
}: RegionPickerProps) {
  const t = useTranslations('region');
  const names = useNames();
  const { stats, mapped, colorScale } = useMemo(() => regionStats(all, courseType), [all, courseType]);
  const { listed, show, toggle, listHeading } = useView();
  const [chosen, setChosen] = useState<string | null>(null);
  const printing = usePrinting();
  const cities = stats.length;
  const city = mapped.find((one) => one.city === chosen) ?? fullest(mapped);
  return (
    <>
      <div className={cn('md:contents print:contents', !listed && 'flex min-h-[calc(100svh-var(--head))] flex-col')}>
        <section className="grid content-start gap-x-3 gap-y-2 px-gutter pt-2 pb-3 md:gap-6 md:py-6 md:pe-8">
          {heading}
          <p className="text-ink-2 max-md:text-small max-md:[@media(max-height:45rem)]:sr-only">
            {courseType ? t('offered', { cities, type: names.type(courseType) }) : t('offeredAll', { cities })}
          </p>
          <div
            role="group"
            aria-label={t('view')}
            className="flex flex-wrap overflow-hidden rounded-2 border-[1.5px] border-control *:grow md:justify-self-start print:hidden"
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
          {!listed && cities > 0 && <MapLegend colorScale={colorScale} courseType={courseType} />}
          {!listed && layer && <FigureLegend layer={layer} />}
        </section>
        {!listed && (
          <section className="flex grow flex-col md:sticky md:top-0 md:h-[calc(100svh-var(--head))] md:min-h-70 print:hidden">
            <div className="relative grow overflow-hidden bg-sunken max-md:min-h-[min(19rem,83vw)]">
              <DistrictMap
                cities={all}
                stats={stats}
                colorScale={colorScale}
                courseType={courseType}
                base={base}
                layer={layer}
                drawing={drawing}
                onShowList={() => show('list', 'list')}
                onChoose={setChosen}
              />
              <noscript>
                <p className="absolute inset-x-0 bottom-0 z-400 bg-paper px-gutter py-2 text-small">
                  {t.rich('withoutScript', { a: (text) => <a href="?view=list">{text}</a> })}
                </p>
              </noscript>
            </div>
            {city && <ChosenCity city={city} courseType={courseType} base={base} />}
            <MapCredit />
          </section>
        )}
      </div>
      {!listed && (
        <TopCities stats={stats} courseType={courseType} base={base} onShowList={() => show('list', 'list')} />
      )}
      {(listed || printing) && (
        <CityList
          stats={stats}
          courseType={courseType}
          base={base}
          institutes={institutes}
          headingRef={listHeading}
          onBack={() => show('map', 'toggle')}
        />
      )}
    </>
  );
}

/** Returns the city with most seats left; undefined if every seat is adopted. */
function fullest(stats: readonly CityStats[]): CityStats | undefined {
  return stats.filter(({ leftSeats }) => leftSeats > 0).toSorted((a, b) => b.leftSeats - a.leftSeats)[0];
}

/**
 * The view, map or list, stored in the address so that Back and reload preserve it. When a button disappears with its
 * view, the focus moves to the list's heading or to the 'Map' button.
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
