import { useTranslations } from 'use-intl';
import { Note } from '@/components/platform/ui/note';
import type { RollList } from '@/lib/register/schema';

/** Lines that are named; the count of the others is said. */
export const LINES_SHOWN = 50;

/** A line of a list of a file, or of typed numbers. */
export type Line = { line: number; list?: number };

/** Returns what names a line: with its sheet if the file has several, and with its column if a sheet has several. */
export function useLineName(lists: readonly RollList[] = []) {
  const t = useTranslations('office.register');
  return ({ line, list }: Line): string => {
    const own = lists.find((each) => each.list === list);
    const read = lists.filter((each) => each.read);
    if (!own || read.length < 2) return t('line', { line });
    return t('lineOf', { line, list: [own.sheet, own.column].filter(Boolean).join(' ') });
  };
}

type LineProblemsProps = { problems: readonly (Line & { text: string })[]; lists?: readonly RollList[] };

/** The lines of a file that cannot be used, and why. */
export function LineProblems({ problems, lists }: LineProblemsProps) {
  const t = useTranslations('office.register');
  const nameOf = useLineName(lists);
  if (problems.length === 0) return null;
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('problemsTitle', { count: problems.length })}</p>
      <ul className="list-disc ps-5">
        {problems.slice(0, LINES_SHOWN).map(({ line, list, text }) => (
          <li key={`${list} ${line}`}>{t('problem', { line: nameOf({ line, list }), problem: text })}</li>
        ))}
        {problems.length > LINES_SHOWN && <li>{t('more', { count: problems.length - LINES_SHOWN })}</li>}
      </ul>
    </Note>
  );
}
