import { useTranslations } from 'use-intl';
import { Note } from '@/components/platform/ui/note';

/** Lines that are named; the count of the others is said. */
export const LINES_SHOWN = 50;

/** The lines of a file that cannot be used, and why. */
export function LineProblems({ problems }: { problems: readonly { line: number; text: string }[] }) {
  const t = useTranslations('office.register');
  if (problems.length === 0) return null;
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('problemsTitle', { count: problems.length })}</p>
      <ul className="list-disc ps-5">
        {problems.slice(0, LINES_SHOWN).map(({ line, text }) => (
          <li key={line}>{t('problem', { line, problem: text })}</li>
        ))}
        {problems.length > LINES_SHOWN && <li>{t('more', { count: problems.length - LINES_SHOWN })}</li>}
      </ul>
    </Note>
  );
}
