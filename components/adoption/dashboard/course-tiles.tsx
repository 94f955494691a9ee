import { ArrowRight } from 'lucide-react';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Link } from '@/components/platform/ui/link';
import type { TypeSummary } from '@/lib/catalogue/queries';
import { COURSE_TYPE_SLUGS, DASHBOARD_TYPES } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { seatScale } from '@/lib/selection/seat-drawing';

/** Maximum glyphs per type, twenty in a row. */
const MAX_GLYPHS = 100;

const arrowLink =
  'group inline-flex min-h-tap items-center gap-2 justify-self-start font-semibold text-link no-underline hover:underline print:hidden';

/** The seats of each course type with a link to its courses, and a link to all types. */
export async function CourseTiles({ types }: { types: readonly TypeSummary[] }) {
  const t = await getTranslations('dashboard');
  const shown = DASHBOARD_TYPES.flatMap((type) => types.find(({ courseType }) => courseType === type) ?? []);
  const per = seatScale(Math.max(...shown.map(({ totalSeats }) => totalSeats)), MAX_GLYPHS);
  return (
    <section aria-labelledby="courses" className="@container grid gap-4">
      <h2 id="courses">{t('courses')}</h2>
      <ul className="grid border-t-2 border-ink @min-[20rem]:grid-cols-2 @min-[52rem]:grid-cols-4">
        {shown.map((summary) => (
          <Tile key={summary.courseType} summary={summary} per={per} />
        ))}
      </ul>
      {per > 1 && <p className="text-cap text-ink-2">{t('scale', { per })}</p>}
      <Link href="/dashboard/new-course-selection" prefetch={null} className={arrowLink}>
        {t('selectAll')}
        <Arrow />
      </Link>
    </section>
  );
}

async function Tile({ summary, per }: { summary: TypeSummary; per: number }) {
  const { courseType, totalSeats: total, leftSeats: left, takenSeats: taken } = summary;
  const t = await getTranslations('dashboard');
  const names = await getNames();
  const id = `courses-${COURSE_TYPE_SLUGS[courseType]}`;
  return (
    <li
      data-type={COURSE_TYPE_SLUGS[courseType]}
      className="grid grid-rows-[auto_1fr_auto_auto] gap-2 border-line pe-3 pt-4 @max-[52rem]:nth-[n+3]:border-t @max-[20rem]:not-first:border-t @min-[52rem]:px-4 @min-[52rem]:not-first:border-s @min-[52rem]:first:ps-0"
    >
      <h3 id={id} className="text-h2 text-type-seat">
        {names.type(courseType)}
      </h3>
      {total > 0 ? (
        <SeatField {...{ total, taken, per }} columns={20} unit={1} className="seats-dyed h-auto max-w-full" />
      ) : (
        <span aria-hidden />
      )}
      <p className="text-small">
        {total > 0 ? t.rich('left', { left, total, b: (text) => <b>{text}</b> }) : t('none')}
      </p>
      <Link
        href={`/dashboard/new-course-selection/${encodeURIComponent(courseType)}`}
        aria-describedby={id}
        className={arrowLink}
      >
        {t('select')}
        <Arrow />
      </Link>
    </li>
  );
}

const Arrow = () => (
  <ArrowRight
    aria-hidden
    className="size-5 transition-transform duration-(--calm) ease-calm group-hover:translate-x-1.5"
  />
);
