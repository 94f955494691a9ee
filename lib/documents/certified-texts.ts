import { lineTexts } from '@/lib/published/progress-texts';
import type { DocumentContext } from './context';
import { linesOf, type PrintedCourse } from './paper-rules';

type CertifiedContext = Pick<DocumentContext, 'paper' | 'progress'>;

/** Returns the sentences about a course of a certificate, on paper and on the page that confirms it. */
export function certifiedTexts(course: PrintedCourse, { paper: t, progress }: CertifiedContext): string[] {
  const { before, state, enrolled, result } = course;
  if (before) {
    const isTold = before.says !== 'entered' && before.says !== 'hidden';
    return isTold
      ? [`${t('certificate.figure', { ...before, of: 'none' })} ${t(`certificate.caption.${before.is}`)}.`]
      : [t(`certificate.untold.${before.is}`)];
  }
  const [line] = linesOf({ session: '', courses: [course] });
  const told = lineTexts(progress, line!);
  if (state !== 'reported') return [t('certificate.notReported'), ...told];
  // A certificate of before may not say how many seats have a student.
  return [...(enrolled ? told : told.slice(1)), ...(result ? [] : [t('certificate.notStated')])];
}
