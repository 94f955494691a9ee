import { getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';
import type { InstituteProgress } from '@/lib/register/progress-view';
import { totalTexts } from '@/lib/published/progress-texts';
import { DrawnSeats } from './drawn-seats';

/** The students of several lines together, as the institutes report them, and the seats of which nothing is known. */
export async function Sums({ lines }: { lines: readonly NamedProgress[] }) {
  const t = await getTranslations('adoptionPage.progress');
  const total = totalOf(lines);
  return (
    <div className="grid gap-1">
      <DrawnSeats
        enrolled={total.enrolled}
        attending={total.attending}
        courseType={lines.length === 1 ? lines[0]!.courseType : undefined}
      />
      <p>{totalTexts(t, total, ['enrolled', 'attending', 'passed', 'completed']).join(' ')}</p>
    </div>
  );
}

type OverallProps = { lines: readonly NamedProgress[]; institutes: readonly InstituteProgress[] };

/** The sums of all lines; beside a single institute, which has its own, only the seats of which nothing is known. */
export function Overall({ lines, institutes }: OverallProps) {
  const [only, ...others] = institutes;
  if (!only || others.length > 0) return <Sums lines={lines} />;
  const rest = lines.filter((line) => !only.lines.includes(line));
  return rest.length > 0 && <Sums lines={rest} />;
}
