import { ArrowRight } from 'lucide-react';
import type { CourseType } from '@/db/schema/enums';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Link } from '@/components/platform/ui/link';
import type { TypeSummary } from '@/lib/catalogue/queries';
import { COURSE_TYPE_SLUGS, LANDING_TYPES } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { LandingNumbers } from '@/lib/catalogue/landing-queries';
import { seatScale } from '@/lib/selection/seat-drawing';

/** Maximum glyphs of a row, beside the text on wide screens and below it on narrow ones. */
const WIDE = { glyphs: 480, columns: 50 };
const NARROW = { glyphs: 245, columns: 35 };

/** The courses as rows at one scale, so that sizes can be compared. */
export async function CourseRows({ numbers }: { numbers: LandingNumbers | null }) {
  const t = await getTranslations('landing.courses');
  const maxSeats = Math.max(0, ...(numbers?.types.map(({ totalSeats }) => totalSeats) ?? []));
  const [wide, narrow] = [seatScale(maxSeats, WIDE.glyphs), seatScale(maxSeats, NARROW.glyphs)];
  return (
    <section
      id="courses"
      tabIndex={-1}
      aria-labelledby="courses-title"
      className="wrap pt-12 pb-8 outline-none md:pt-18 md:pb-12"
    >
      <h2 id="courses-title" className="mb-6">
        {t('title')}
      </h2>
      <ul className="border-t-2 border-ink">
        {LANDING_TYPES.map((type) => (
          <li key={type} className="border-b border-line">
            <CourseRow
              type={type}
              summary={numbers?.types.find(({ courseType }) => courseType === type)}
              wide={wide}
              narrow={narrow}
            />
          </li>
        ))}
      </ul>
      {maxSeats > 0 && (
        <p className="pt-3 text-cap text-ink-2">
          {t('scale')} <span className="max-lg:hidden">{t('per', { per: wide })}</span>
          <span className="lg:hidden">{t('per', { per: narrow })}</span>
        </p>
      )}
    </section>
  );
}

type CourseRowProps = { type: CourseType; summary: TypeSummary | undefined; wide: number; narrow: number };

async function CourseRow({ type, summary, wide, narrow }: CourseRowProps) {
  const t = await getTranslations('landing.courses');
  const names = await getNames();
  return (
    <Link
      href={`/select-region/${encodeURIComponent(type)}`}
      data-type={COURSE_TYPE_SLUGS[type]}
      className="group flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-5 text-ink no-underline md:grid md:grid-cols-[1fr_auto] lg:grid-cols-[11.5rem_minmax(0,1fr)_13rem_auto] lg:gap-8 lg:py-7"
    >
      <h3 className="text-h1 leading-none tracking-[-0.02em] text-type-seat decoration-3 underline-offset-[0.14em] group-hover:underline">
        {names.type(type)}
      </h3>
      <div className="max-lg:order-1 max-md:w-full">{summary && <Fields {...{ summary, wide, narrow }} />}</div>
      <p className="text-small leading-snug max-lg:order-2 max-md:w-full">{summary && <Left summary={summary} />}</p>
      <span className="inline-flex min-h-tap items-center gap-2 font-semibold text-link lg:whitespace-nowrap">
        {t('go')}
        <ArrowRight
          aria-hidden
          className="size-5 transition-transform duration-(--calm) ease-calm group-hover:translate-x-1.5"
        />
      </span>
    </Link>
  );
}

function Fields({ summary, wide, narrow }: { summary: TypeSummary; wide: number; narrow: number }) {
  const seats = { total: summary.totalSeats, taken: summary.takenSeats, unit: 1 };
  if (seats.total === 0) return null;
  return (
    <>
      <SeatField {...seats} per={wide} columns={WIDE.columns} className="seats-dyed max-lg:hidden" />
      <SeatField {...seats} per={narrow} columns={NARROW.columns} className="seats-dyed lg:hidden" />
    </>
  );
}

async function Left({ summary: { totalSeats: total, leftSeats: left, cities } }: { summary: TypeSummary }) {
  const t = await getTranslations('landing.courses');
  if (total === 0) return <span className="text-ink-2">{t('none')}</span>;
  return (
    <>
      {t.rich('left', { left, total, num: (text) => <span className="num text-h3">{text}</span> })}
      <span className="text-ink-2 lg:block"> {t('cities', { cities })}</span>
    </>
  );
}
