import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { distanceKm, type Position } from '@/lib/catalogue/places/distance';
import type { MapCity, RegionCity } from './district-cities';

/** Seats left of one course type in one city. */
type Offer = { city: string; courseType: CourseType; left: number };

/** Returns what cities offer with seats left, by city and type. */
export function offersOf(cities: readonly MapCity[]): Offer[] {
  return cities.flatMap(({ city, seats }) =>
    COURSE_TYPES.flatMap((courseType) => {
      const left = seats[courseType]?.[1] ?? 0;
      return left > 0 ? [{ city, courseType, left }] : [];
    }),
  );
}

/** A city with its distance in kilometres. */
type NearCity = { city: RegionCity; km: number };

/** Returns the cities with seats left that are nearest to a position, the nearest first. */
export function nearestCities(from: Position, stats: readonly RegionCity[], most = 3): NearCity[] {
  return stats
    .flatMap((city) =>
      city.at && city.leftSeats > 0 ? [{ city, km: distanceKm(from, { lat: city.at[0], lon: city.at[1] }) }] : [],
    )
    .sort((a, b) => a.km - b.km)
    .slice(0, most);
}
