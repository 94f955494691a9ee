import { namesIn } from '@/lib/catalogue/localized-names';
import { csvText } from '@/lib/platform/csv';
import { indianIsoDay } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Part } from '@/lib/published/progress';
import type { NamedProgress } from './progress-queries';

/** Returns published lines as a CSV file, one row each, with headings in a language. Days are YYYY-MM-DD. */
export function progressCsv(lines: readonly NamedProgress[], locale: Locale): string {
  const [t, names] = [getTranslator(locale, 'adoptionPage.progress.csv'), namesIn(locale)];
  const kindOf = getTranslator(locale, 'adoptionPage.progress.report.kind');
  const partOf = (part: Part | null) => (part === null ? t('none') : t(part.says, part));
  const resultOf =
    (is: 'passed' | 'completed') =>
    ({ result }: NamedProgress) =>
      result && result.is !== is ? '' : partOf(result);
  const columns: [heading: string, cell: (line: NamedProgress) => string][] = [
    [t('adoption'), ({ reference }) => reference],
    [t('institute'), ({ institute, instituteHindi }) => institute && names.institute(institute, instituteHindi)],
    [t('city'), ({ city }) => names.place(city)],
    [t('type'), ({ courseType }) => names.type(courseType)],
    [t('branch'), ({ branch, branchHindi }) => names.branch(branch, branchHindi)],
    [t('session'), ({ session }) => session],
    [t('seats'), ({ seats }) => String(seats)],
    [t('state'), ({ state }) => t(state === 'due' ? 'due_yet' : state)],
    [t('enrolled'), ({ enrolled }) => partOf(enrolled)],
    [t('attending'), ({ attending }) => partOf(attending)],
    [t('passed'), resultOf('passed')],
    [t('completed'), resultOf('completed')],
    [t('last'), ({ stated }) => (stated.length > 0 ? kindOf(stated.at(-1)!.kind) : '')],
    [t('day'), ({ stated }) => (stated.length > 0 ? indianIsoDay(stated.at(-1)!.statedAt) : '')],
    [
      t('check'),
      ({ stated }) =>
        ({ checked: t('confirmed'), differs: t('differs'), stated: '' })[stated.at(-1)?.state ?? 'stated'],
    ],
    [t('late'), ({ late }) => (late ? kindOf(late.kind) : '')],
    [t('due'), ({ late }) => late?.dueOn ?? ''],
    [t('reminded'), ({ late }) => late?.remindedOn ?? ''],
  ];
  return csvText([columns.map(([heading]) => heading), ...lines.map((line) => columns.map(([, cell]) => cell(line)))]);
}
