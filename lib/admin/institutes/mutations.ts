import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import { institutes } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { placeOf } from '@/lib/platform/place-of';
import { isInArea } from '@/lib/catalogue/areas/queries';
import { recordRenames, renameInstitutes } from '@/lib/catalogue/rename-institutes';
import type { InstituteNaming } from './schema';

type Renamed =
  | { ok: true }
  | { ok: false; code: 'institute.not_found' | 'institute.changed_meanwhile' }
  | { ok: false; code: 'institute.name_taken'; params: { institute: string } };

/**
 * Gives an institute another name; the old one becomes a former name. The same name writes nothing.
 * @param naming as parsed by instituteNameSchema
 * @returns 'institute.name_taken' if another institute of the city has the name; 'institute.changed_meanwhile' if the institute is another
 * version than the page showed
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export function renameInstitute(
  by: AreaScope,
  id: string,
  { name, reason, version }: InstituteNaming,
): Promise<Renamed> {
  return transaction(async (tx): Promise<Renamed> => {
    await requireActingAdmin(by, CATALOGUE_ROLES, tx);
    const [found] = await tx
      .select({ name: institutes.name, city: institutes.city, version: sql<string>`${institutes.updatedAt}::text` })
      .from(institutes)
      .where(eq(institutes.id, id))
      .for('no key update');
    if (!found || !(await isInArea(by, { institutes: [id] }, tx))) return { ok: false, code: 'institute.not_found' };
    if (found.version !== version) return { ok: false, code: 'institute.changed_meanwhile' };
    if (found.name === name) return { ok: true };
    const [other] = await tx
      .select({ name: institutes.name, city: institutes.city })
      .from(institutes)
      .where(
        and(
          sql`lower(${institutes.name}) = lower(${name})`,
          sql`lower(${institutes.city}) = lower(${found.city})`,
          ne(institutes.id, id),
        ),
      );
    if (other)
      return { ok: false, code: 'institute.name_taken', params: { institute: placeOf(other.name, other.city) } };
    const renames = [{ id, from: found.name, to: name, city: found.city }];
    await renameInstitutes(tx, renames);
    await recordRenames(tx, by, renames, { reason });
    return { ok: true };
  });
}
