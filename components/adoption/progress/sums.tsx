import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/register/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';

/** What the institutes reported of several lines together; nothing while there is no report. */
export async function Sums({ lines }: { lines: readonly NamedProgress[] }) {
  const [t, locale] = [await getTranslations('adoptionPage.progress'), await getLocale()];
  const total = totalOf(lines);
  const times = lines.flatMap(({ stated }) => stated.map(({ statedAt }) => statedAt.getTime()));
  const late = lines.filter((line) => line.late !== null).length;
  const sentences = (['attending', 'passed', 'completed'] as const).flatMap((of) => {
    const { [of]: sum } = total;
    return sum === null || sum.count === 0
      ? []
      : [t(`sum.${of}`, { count: sum.count, says: sum.isMinimum ? 'atLeast' : 'exactly' })];
  });
  if (times.length > 0) sentences.push(t('report.lastDay', { day: formatDate(new Date(Math.max(...times)), locale) }));
  if (sentences.length === 0 && late === 0) return null;
  return (
    <p>
      {sentences.join(' ')} {late > 0 && <span className="text-warn">{t('report.lateCount', { count: late })}</span>}
    </p>
  );
}
