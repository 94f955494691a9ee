import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { totalTexts } from '@/lib/published/progress-texts';
import { DrawnSeats } from './drawn-seats';

/** The students of several lines together, as the institutes report them, and the seats of which nothing is known. */
export async function Sums({ lines }: { lines: readonly NamedProgress[] }) {
  const [t, locale] = [await getTranslations('adoptionPage.progress'), await getLocale()];
  const total = totalOf(lines);
  const times = lines.flatMap(({ stated }) => stated.map(({ statedAt }) => statedAt.getTime()));
  const late = lines.filter((line) => line.late !== null).length;
  const sentences = totalTexts(t, total, ['enrolled', 'attending', 'passed', 'completed']);
  if (times.length > 0) sentences.push(t('report.lastDay', { day: formatDate(new Date(Math.max(...times)), locale) }));
  return (
    <div className="grid gap-1">
      <DrawnSeats
        enrolled={total.enrolled}
        attending={total.attending}
        courseType={lines.length === 1 ? lines[0]!.courseType : undefined}
      />
      <p>
        {sentences.join(' ')} {late > 0 && <span className="text-warn">{t('report.lateCount', { count: late })}</span>}
      </p>
    </div>
  );
}
