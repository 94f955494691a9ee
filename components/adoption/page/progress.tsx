import { SeatField } from '@/components/catalogue/seat/seat-field';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { Progress as PublishedProgress } from '@/lib/register/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';

/** How many adopted seats have students, by course and in all. Small numbers of students are not told. */
export async function Progress({ progress }: { progress: PublishedProgress<NamedProgress> }) {
  const [t, names] = [await getTranslations('adoptionPage.progress'), await getNames()];
  const { lines, seats, begun, total } = progress;
  const { count: enrolled, isMinimum } = total.enrolled;
  if (!begun) return <p className="text-small text-ink-2">{t('notBegun')}</p>;
  const stateOf = (line: NamedProgress) =>
    !line.begun
      ? t('none', { seats: line.seats })
      : line.enrolled === 'few'
        ? t('few', { seats: line.seats })
        : t('some', { enrolled: line.enrolled, seats: line.seats });
  return (
    <>
      {lines.length > 1 && <p className="font-semibold">{t(isMinimum ? 'atLeast' : 'some', { enrolled, seats })}</p>}
      <ul className="grid gap-4">
        {lines.map((line, index) => (
          <li key={index} className="grid gap-1 text-small">
            <p className="font-semibold wrap-anywhere">
              {names.type(line.courseType)} · {names.branch(line.branch, line.branchHindi)}
            </p>
            <p className="wrap-anywhere text-ink-2">
              {[
                line.institute && names.institute(line.institute, line.instituteHindi),
                names.place(line.city),
                line.session,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {line.enrolled !== 'few' && <SeatField total={line.seats} taken={line.enrolled} columns={20} />}
            <p>{stateOf(line)}</p>
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
    </>
  );
}
