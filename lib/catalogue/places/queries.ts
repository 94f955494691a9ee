import 'server-only';
import { db } from '@/db/client';
import { places } from '@/db/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { placeFinder, type PlaceFinder } from './rules';

/**
 * Returns the finder of all places: the known ones and those that imports have added.
 * @throws DeadlineError when the database does not answer in time
 */
export async function loadPlaces(): Promise<PlaceFinder> {
  const added = await withQueryDeadline(
    db()
      .select({ name: places.name, district: places.district, lat: places.latitude, lon: places.longitude })
      .from(places)
      .orderBy(places.name),
  );
  return placeFinder(added);
}
