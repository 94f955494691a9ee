import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { settings } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { districtFiguresSchema, FIGURES, type DistrictFigures } from './schema';

/** The version of the stored figures. */
export const figuresVersion = sql<string>`${settings.updatedAt}::text`;

const select = () =>
  withQueryDeadline(
    db()
      .select({ value: settings.value, version: figuresVersion, savedAt: settings.updatedAt })
      .from(settings)
      .where(eq(settings.group, FIGURES)),
  );

/** Returns the figures of districts; null without a file, and if they cannot be read, which is logged: no page needs them. */
export async function readDistrictFigures(): Promise<DistrictFigures | null> {
  try {
    const [row] = await select();
    return row ? districtFiguresSchema.parse(row.value) : null;
  } catch (error) {
    // Not as a failed load: the page is whole without them.
    log.warn('district_figures_failed', describeError(error));
    return null;
  }
}

/** Figures of districts with the version that a change names. */
export type StoredFigures = { figures: DistrictFigures; version: string; savedAt: Date };

/** Returns the stored figures for the administration; null without a file. */
export async function readStoredFigures(_scope: AdminScope): Promise<StoredFigures | null> {
  const [row] = await select();
  return row ? { ...row, figures: districtFiguresSchema.parse(row.value) } : null;
}
