import type { useTranslations } from 'use-intl';
import type { SeatCounts } from '@/lib/catalogue/rules';
import type { RegionCity } from '@/lib/map/district-cities';

type Offered = { district: string; cities: readonly RegionCity[]; seats: SeatCounts };

/** Returns the accessible name of a district with courses: its city, or how many it has, and the seats left. */
export function districtLabel(
  { district, cities, seats }: Offered,
  t: ReturnType<typeof useTranslations<'region'>>,
  place: (name: string) => string,
): string {
  const counts = { left: seats.leftSeats, total: seats.totalSeats };
  return cities.length > 1
    ? t('districtLabelMany', { district: place(district), cities: cities.length, ...counts })
    : t('districtLabel', { city: place(cities[0]!.city), ...counts });
}
