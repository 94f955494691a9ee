import 'server-only';
import { eq } from 'drizzle-orm';
import { billingItems } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { csvText } from '@/lib/platform/csv';
import { groupBy } from '@/lib/platform/group-by';
import { getTranslator } from '@/lib/platform/i18n/server';
import { publish, totalOf, type LineProgress, type Part, type TotalProgress } from './progress';
import { readLineCounts } from './progress-queries';

/** The students on adopted seats of a course type in a district. */
export type Figures = LineProgress & { type: string; district: string };

/**
 * Returns the students on adopted seats of a session by course type and district, published as those of a line are, and what
 * follows from that in all.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readFigures(
  _scope: AdminScope,
  session: string,
): Promise<{ rows: Figures[]; total: TotalProgress }> {
  const [lines, places] = await Promise.all([readLineCounts(eq(billingItems.session, session)), loadPlaces()]);
  const cells = groupBy(
    lines.map((line) => ({ ...line, district: places.districtOf(line.city) ?? line.city })),
    ({ courseType, district }) => `${courseType}|${district}`,
  );
  const sum = (numbers: (number | null)[]) =>
    numbers.every((number) => number === null) ? null : numbers.reduce<number>((all, number) => all + (number ?? 0), 0);
  const counts = [...cells.values()].map((own) => {
    const count = sum(own.map(({ result }) => (result?.is === 'completed' ? result.count : null)));
    return {
      type: own[0]!.courseType,
      district: own[0]!.district,
      seats: sum(own.map(({ seats }) => seats))!,
      begun: own.some(({ begun }) => begun),
      enrolled: sum(own.map(({ enrolled }) => enrolled))!,
      attending: sum(own.map(({ attending }) => attending)),
      result: count === null ? null : { is: 'completed' as const, count },
      placed: null,
    };
  });
  const rows = publish(counts).toSorted(
    (a, b) => a.type.localeCompare(b.type, 'en') || a.district.localeCompare(b.district, 'en'),
  );
  return { rows, total: totalOf(rows) };
}

const t = getTranslator('en', 'academicSessions.students');

/** Returns the words for a published part; null: it was not stated. */
export const partText = (part: Part | null): string =>
  part === null
    ? t('notStated')
    : { exactly: String(part.count), atLeast: t('atLeast', part), few: t('few'), hidden: t('hidden') }[part.says];

/** Returns the words for the seats with a student. */
export const enrolledText = ({ begun, enrolled }: Pick<LineProgress, 'begun' | 'enrolled'>): string =>
  !begun ? t('notStated') : enrolled === null ? t('few') : String(enrolled);

/** Returns figures as a CSV file. */
export const figuresCsv = (session: string, rows: readonly Figures[]): string =>
  csvText([
    ['Session', t('type'), t('district'), t('seats'), t('enrolled'), t('attending'), t('completed')],
    ...rows.map((row) => [
      ...[session, row.type, row.district, String(row.seats)],
      ...[enrolledText(row), partText(row.attending), partText(row.result)],
    ]),
  ]);
