import 'server-only';
import { sql } from '@/db/client';
import { withQueryDeadline } from '@/lib/core/deadline';
import { placeFinder, type Place, type PlaceFinder } from './rules';

/**
 * Returns the finder of all places: the known ones and those that imports have added.
 * @throws DeadlineError when the database does not answer in time
 */
export async function loadPlaces(): Promise<PlaceFinder> {
  const added = await withQueryDeadline(
    sql()<Place[]>`select name, district, latitude as lat, longitude as lon from places order by name`,
  );
  return placeFinder(added);
}
