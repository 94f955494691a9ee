import { GROUPS, type ReportKind } from '@/db/schema/report-kinds';
import type { ReportState } from '@/db/schema/enums';
import { formatDate, indianDay } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { getTranslator } from '@/lib/platform/i18n/server';
import type { Composition } from './composition';
import type { LineProgress, Part, Sum, TotalProgress } from './progress';

type Texts = ReturnType<typeof getTranslator<'adoptionPage.progress'>>;
type PartName = 'enrolled' | 'attending' | 'passed' | 'completed';

/** Returns a sentence for each way in which a sum is told. */
const partTexts = (t: Texts, name: PartName, sum: Sum): string[] => sum.map((part) => t(`part.${name}`, part));

/** Returns the sentence about the seats of a published line: how many have a student, or that nothing is known. */
export const seatsText = (
  t: Texts,
  { state, seats, enrolled }: Pick<LineProgress, 'state' | 'seats' | 'enrolled'>,
): string =>
  enrolled && state === 'reported'
    ? t('part.enrolled', enrolled)
    : t(`state.${state === 'outside' ? 'outside' : 'due'}`, { seats });

/** Returns the sentences about a published line: its seats, and what was reported of its students. */
export const lineTexts = (
  t: Texts,
  line: Pick<LineProgress, 'state' | 'seats' | 'enrolled' | 'attending' | 'result' | 'placed'>,
): string[] =>
  [
    seatsText(t, line),
    line.attending && t('part.attending', line.attending),
    line.result && t(`part.${line.result.is}`, line.result),
    line.placed && t('part.placed', line.placed),
  ].filter((text) => text !== null);

/** Returns the sentences about some lines together: their parts, and the seats of which nothing is known. */
export const totalTexts = (t: Texts, total: TotalProgress, names: readonly PartName[]): string[] => [
  ...names.flatMap((name) => partTexts(t, name, total[name])),
  ...(['due', 'outside'] as const).flatMap((state) =>
    total[state] > 0 ? [t(`state.${state}`, { seats: total[state] })] : [],
  ),
];

/** Returns the sentence about a stated report: when it was stated, and what a spot check found. */
export const statedReportText = (
  t: Texts,
  { kind, statedAt, state }: { kind: ReportKind; statedAt: Date; state: ReportState },
  locale: Locale,
): string => t(`report.${state}`, { kind: t(`report.kind.${kind}`), day: formatDate(statedAt, locale) });

/** Returns the sentence about a report that is late: when it was due, and when the institute was reminded last. Days are YYYY-MM-DD. */
export const lateReportText = (
  t: Texts,
  { kind, dueOn, remindedOn }: { kind: ReportKind; dueOn: string; remindedOn: string | null },
  locale: Locale,
): string =>
  t('report.late', {
    kind: t(`report.kind.${kind}`),
    due: formatDate(indianDay(dueOn), locale),
    reminded: remindedOn ? 'yes' : 'no',
    day: remindedOn ? formatDate(indianDay(remindedOn), locale) : '',
  });

/** Returns the sentence about the groups of students of a course; null if nothing is stated. */
export function compositionText(t: Texts, composition: Composition | null): string | null {
  const parts = GROUPS.flatMap((name) => {
    const part = composition?.[name];
    return part ? [t('composition.part', { group: t(`composition.group.${name}`), ...part })] : [];
  });
  return parts.length === 0 ? null : `${t('composition.intro')} ${parts.join(' · ')}`;
}

/** Returns the words for the total of a group, or that it is not stated. */
export const groupText = (t: Texts, part: Part | null | undefined): string =>
  part ? t('composition.cell', part) : t('composition.notStated');
