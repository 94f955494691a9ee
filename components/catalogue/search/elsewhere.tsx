import type { CourseType } from '@/db/schema/enums';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { placeKey } from '@/lib/catalogue/rules';
import { getTranslations } from '@/lib/platform/i18n/server';
import { cityHref, cityStats } from '@/lib/map/district-cities';
import { nearestCities, offersOf } from '@/lib/map/elsewhere';
import { mapCities } from '@/lib/map/queries';
import { loadPlaces } from '@/lib/catalogue/places/queries';

type ElsewhereProps = {
  city: string;
  courseType: CourseType | null;
  /** The parent route of a city's courses, e.g. '/course-list'. */
  base: string;
};

/** For a city without courses of a type: its courses of other types, and the nearest cities that have the type. */
export async function Elsewhere({ city, courseType, base }: ElsewhereProps) {
  const [{ cities }, places] = await Promise.all([mapCities(), loadPlaces().catch(() => null)]);
  const t = await getTranslations('region');
  const names = await getNames();
  const offers = offersOf(cities.filter((one) => placeKey(one.city) === placeKey(city)));
  const place = places?.find(city);
  const others = cityStats(cities, courseType).filter((one) => placeKey(one.city) !== placeKey(city));
  const nearest = place ? nearestCities(place, others) : [];
  const title = 'font-sans text-small font-semibold tracking-normal';
  const link = 'inline-flex min-h-tap items-center text-link underline underline-offset-4';
  return (
    <>
      {offers.length > 0 && (
        <div>
          <h3 className={title}>{t('otherTypes', { city: names.place(city) })}</h3>
          <ul className="flex flex-wrap gap-x-6">
            {offers.map(({ courseType: type, left }) => (
              <li key={type}>
                <Link href={cityHref(base, city, type)} className={link}>
                  {names.type(type)}
                </Link>{' '}
                <span className="text-small text-ink-2">{t('leftShort', { left })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {nearest.length > 0 && (
        <div>
          <h3 className={title}>{courseType ? t('nearestWith', { type: names.type(courseType) }) : t('nearest')}</h3>
          <ul className="flex flex-wrap gap-x-6">
            {nearest.map(({ city: near, km }) => (
              <li key={near.city}>
                <Link href={cityHref(base, near.city, courseType)} className={link}>
                  {names.place(near.city)}
                </Link>{' '}
                <span className="text-small text-ink-2">
                  {t('distance', { km })}, {t('leftShort', { left: near.leftSeats })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
