import 'server-only';
import { eq } from 'drizzle-orm';
import { courses } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { csvText } from '@/lib/platform/csv';
import { groupBy } from '@/lib/platform/group-by';
import { getTranslator } from '@/lib/platform/i18n/server';
import { totalOf, type Sum, type TotalProgress } from '@/lib/published/progress';
import { readUnnamedLines } from './total-queries';

/** The students on adopted seats of a course type in a district. */
export type Figures = TotalProgress & { type: string; district: string };

/**
 * Returns the students on adopted seats of a session by course type and district, and all of them: sums of the published
 * lines, as on the pages of institutes, so that no small number follows from both together.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readFigures(
  _scope: AdminScope,
  session: string,
): Promise<{ rows: Figures[]; total: TotalProgress }> {
  const [lines, places] = await Promise.all([readUnnamedLines(eq(courses.session, session)), loadPlaces()]);
  const cells = groupBy(
    lines.map((line) => ({ ...line, district: places.districtOf(line.city) ?? line.city })),
    ({ courseType, district }) => `${courseType}|${district}`,
  );
  const rows = [...cells.values()]
    .map((cell) => ({ ...totalOf(cell), type: cell[0]!.courseType, district: cell[0]!.district }))
    .toSorted((a, b) => a.type.localeCompare(b.type, 'en') || a.district.localeCompare(b.district, 'en'));
  return { rows, total: totalOf(lines) };
}

const t = getTranslator('en', 'sessions.students');

/** Returns the words for a sum of published numbers. */
export const sumText = (sum: Sum): string =>
  sum.length === 0 ? t('notStated') : sum.map((part) => t(part.says, part)).join('; ');

/** Returns figures as a CSV file. */
export const figuresCsv = (session: string, rows: readonly Figures[]): string =>
  csvText([
    [
      'Session',
      t('type'),
      t('district'),
      t('seats'),
      t('reported'),
      t('due'),
      t('outside'),
      t('enrolled'),
      t('attending'),
      t('completed'),
    ],
    ...rows.map((row) => [
      ...[session, row.type, row.district],
      ...[row.seats, row.reported, row.due, row.outside].map(String),
      ...[row.enrolled, row.attending, row.completed].map(sumText),
    ]),
  ]);
