import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { cityHref, type MapCity, type RegionCity } from '@/lib/map/district-cities';
import { nearestCities, offersOf } from '@/lib/map/elsewhere';
import type { Region } from './districts';

type DistrictPanelProps = {
  region: Region;
  cities: readonly MapCity[];
  stats: readonly RegionCity[];
  courseType: CourseType | null;
  base: string;
  onClose: () => void;
};

/**
 * Shown over the map for a district that does not lead to one city: the cities to choose from; or, without courses of
 * the type, its courses of other types and the nearest cities. Takes the focus; Escape and the button close it.
 */
export function DistrictPanel({ region, cities, stats, courseType, base, onClose }: DistrictPanelProps) {
  const t = useTranslations('region');
  const names = useNames();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement || before.current instanceof SVGElement)
      before.current.focus({ preventScroll: true });
  };
  const { district, anchor } = region;
  const place = names.place(district);
  const offers = offersOf(cities.filter((city) => city.district === district));
  const nearest = nearestCities({ lat: anchor[0], lon: anchor[1] }, stats);
  const several = region.cities.length > 0;
  return (
    <section
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="absolute inset-x-2 bottom-2 z-800 grid max-h-[calc(100%-1rem)] content-start gap-2 overflow-y-auto rounded-2 border border-line bg-surface px-4 pb-3 text-small text-ink shadow-lift md:inset-x-auto md:start-4 md:bottom-4 md:w-80"
    >
      <div className="sticky top-0 -me-3 flex items-center justify-between gap-3 bg-surface pt-1">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lead outline-none">
          {several ? t('citiesIn', { district: place }) : t('insteadOf', { city: place })}
        </h2>
        <Button variant="bare" size="icon" aria-label={t('close')} onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      {several && (
        <Links
          items={region.cities.map(({ city, leftSeats }) => ({
            href: cityHref(base, city, courseType),
            name: names.place(city),
            note: leftSeats > 0 ? t('leftShort', { left: leftSeats }) : t('full'),
          }))}
        />
      )}
      {!several && offers.length > 0 && (
        <>
          <h3 className="font-sans text-small font-semibold tracking-normal">{t('otherTypes', { city: place })}</h3>
          <Links
            items={offers.map(({ city, courseType: type, left }) => ({
              href: cityHref(base, city, type),
              name: `${names.type(type)}${city === district ? '' : `, ${names.place(city)}`}`,
              note: t('leftShort', { left }),
            }))}
          />
        </>
      )}
      {!several && nearest.length > 0 && (
        <>
          <h3 className="font-sans text-small font-semibold tracking-normal">
            {courseType ? t('nearestWith', { type: names.type(courseType) }) : t('nearest')}
          </h3>
          <Links
            items={nearest.map(({ city, km }) => ({
              href: cityHref(base, city.city, courseType),
              name: names.place(city.city),
              note: `${t('distance', { km })}, ${t('leftShort', { left: city.leftSeats })}`,
            }))}
          />
        </>
      )}
    </section>
  );
}

function Links({ items }: { items: readonly { href: string; name: string; note: string }[] }) {
  return (
    <ul>
      {items.map(({ href, name, note }) => (
        <li key={href} className="border-t border-line">
          <Link href={href} className="flex min-h-tap items-center justify-between gap-4 text-ink no-underline">
            <span className="text-link underline underline-offset-4">{name}</span>
            <span className="text-end text-cap text-ink-2 tabular-nums">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
