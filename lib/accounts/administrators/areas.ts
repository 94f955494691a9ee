import 'server-only';
import { eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { adminAreas, institutes } from '@/db/schema';
import type { AdminRole } from '@/db/schema/enums';
import type { Area } from './session';

/** An area with its lines, as owners write it: districts, and institutes as 'name; city'. */
export type NamedArea = Area & { readonly lines: readonly string[] };

/** Money of an adoption is not of a district, and settings are of the whole State. */
export const mayBeLimited = (role: AdminRole): boolean => role === 'viewer' || role === 'catalogue';

/** The line of an institute. */
export const lineOfInstitute = ({ name, city }: { name: string; city: string }): string => `${name}; ${city}`;

/** Sets what an account is limited to; nothing if it is the whole State. */
export async function storeArea(tx: Database, adminId: string, { districts, institutes: ids }: Area): Promise<void> {
  await tx.delete(adminAreas).where(eq(adminAreas.adminId, adminId));
  const rows = [
    ...districts.map((district) => ({ adminId, district })),
    ...ids.map((instituteId) => ({ adminId, instituteId })),
  ];
  if (rows.length > 0) await tx.insert(adminAreas).values(rows);
}

/** Returns the lines of each account that is limited, by its id. @param adminId only of this one */
export async function readAreaLines(
  database: Database,
  adminId?: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database
    .select({
      adminId: adminAreas.adminId,
      district: adminAreas.district,
      name: institutes.name,
      city: institutes.city,
    })
    .from(adminAreas)
    .leftJoin(institutes, eq(institutes.id, adminAreas.instituteId))
    .where(adminId === undefined ? undefined : eq(adminAreas.adminId, adminId))
    .orderBy(adminAreas.district, institutes.name, institutes.city);
  const lines = new Map<string, string[]>();
  for (const { adminId: of, district, name, city } of rows)
    lines.set(of, [...(lines.get(of) ?? []), district ?? lineOfInstitute({ name: name!, city: city! })]);
  return lines;
}
