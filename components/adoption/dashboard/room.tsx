import { TypeTag } from '@/components/catalogue/course/type-tag';
import { SeatRuns } from '@/components/catalogue/seat/seat-field';
import { courseTypeSlug, toCourseType } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import type { TypeSeats } from '@/lib/adoption/core/summary';
import { getTranslations } from '@/lib/platform/i18n/server';
import { mixedRuns, seatScale } from '@/lib/selection/seat-drawing';

/** Maximum glyphs per type, ten in a row. */
const MAX_GLYPHS = 60;

/** The students' seats: a row of chairs per course type, all at one scale. */
export async function Room({ parts }: { parts: readonly TypeSeats[] }) {
  const t = await getTranslations('dashboard');
  if (parts.length === 0) return null;
  const per = seatScale(Math.max(...parts.map(({ seats }) => seats)), MAX_GLYPHS);
  return (
    <div className="grid gap-2.5">
      <ul className="grid gap-2.5">
        {parts.map(({ courseName, seats }) => {
          const type = toCourseType(courseName);
          return (
            <li key={courseName} className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] items-start gap-x-4">
              <span
                data-type={courseTypeSlug(courseName)}
                className="flex flex-wrap items-baseline gap-x-1.5 text-small"
              >
                {type ? <TypeTag type={type} /> : <span>{courseName}</span>}
                <b className="text-type tabular-nums">{formatCount(seats)}</b>
              </span>
              <SeatRuns runs={mixedRuns([{ slug: courseTypeSlug(courseName), seats }], per)} className="mt-1" />
            </li>
          );
        })}
      </ul>
      {per > 1 && <p className="text-cap text-ink-2">{t('scale', { per })}</p>}
    </div>
  );
}
