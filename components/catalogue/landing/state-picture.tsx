import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { COURSE_TYPE_SLUGS, LANDING_TYPES } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { LandingNumbers } from '@/lib/catalogue/landing-queries';
import districts from '@/lib/catalogue/places/districts.json';
import { CELL, drawState, FREE, NONE, type StateDrawing } from '@/lib/map/state-drawing';
import type { SeatedStudents } from '@/lib/published/progress';
import { SEAT_SHAPES } from '@/lib/selection/seat-drawing';

/** Fill and seat shape of each state in the drawing. */
const LOOKS = [
  ...LANDING_TYPES.map((type) => ({
    look: COURSE_TYPE_SLUGS[type],
    shape: SEAT_SHAPES.taken,
    fill: 'fill-type-fill',
  })),
  { look: FREE, shape: SEAT_SHAPES.open, fill: 'fill-neel-free' },
  { look: NONE, shape: SEAT_SHAPES.open, fill: 'fill-neel-line' },
];

type StatePictureProps = {
  numbers: LandingNumbers | null;
  /** Null if that is not told. */
  students: SeatedStudents | null;
};

/** Madhya Pradesh drawn in its own seats, with the counts as text. */
export async function StatePicture({ numbers, students }: StatePictureProps) {
  const t = await getTranslations('landing.state');
  const seats = numbers?.cities.map(({ city, courseType, totalSeats: total, takenSeats: taken }) => ({
    city,
    look: COURSE_TYPE_SLUGS[courseType],
    total,
    taken,
  }));
  const drawing = drawState(districts, seats ?? []);
  const label = numbers?.totalSeats
    ? t('picture', { adopted: numbers.takenSeats, total: numbers.totalSeats })
    : t('pictureEmpty');
  return (
    <figure className="lg:-me-[calc(var(--gutter)*0.9)]">
      <StateDrawingSvg drawing={drawing} label={label} />
      <figcaption className="mt-3 grid gap-2 text-small text-on-neel-2 lg:ps-8">
        <div className="grid gap-1">
          <p>
            <Waiting numbers={numbers} />
          </p>
          {students !== null && (
            <p>
              {t.rich('students', { ...students, num: (text) => <span className="num text-on-neel">{text}</span> })}
            </p>
          )}
          {drawing.per !== null && <Key drawing={drawing} />}
        </div>
        {drawing.per !== null && <p className="text-cap">{t('scale', { per: drawing.per })}</p>}
      </figcaption>
    </figure>
  );
}

async function Waiting({ numbers }: { numbers: LandingNumbers | null }) {
  const t = await getTranslations('landing.state');
  if (!numbers) return t('unavailable');
  if (numbers.totalSeats === 0) return t('noCourses');
  if (numbers.leftSeats === 0) return t('allAdopted');
  return t.rich('waiting', {
    left: numbers.leftSeats,
    num: (text) => <span className="num text-h3 text-on-neel">{text}</span>,
  });
}

async function Key({ drawing }: { drawing: StateDrawing }) {
  const t = await getTranslations('landing.state');
  const names = await getNames();
  return (
    <ul aria-label={t('key')} className="flex flex-wrap gap-x-4 gap-y-1 text-cap">
      {LANDING_TYPES.map((type) => (
        <li key={type} data-type={COURSE_TYPE_SLUGS[type]} className="flex items-center gap-1.5">
          <SeatGlyph state="taken" className="text-type-fill" />
          {names.type(type)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <SeatGlyph state="open" className="text-neel-free" />
        {t('free')}
      </li>
      {drawing.paths[NONE] && (
        <li className="flex items-center gap-1.5">
          <SeatGlyph state="open" className="text-neel-line" />
          {t('none')}
        </li>
      )}
    </ul>
  );
}

/** One pattern and one path per state: 1,700 seats in about ten kilobytes. */
function StateDrawingSvg({ drawing: { width, height, paths }, label }: { drawing: StateDrawing; label: string }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="h-auto w-full">
      <defs>
        {LOOKS.filter(({ look }) => paths[look]).map(({ look, shape, fill }) => (
          <pattern
            key={look}
            id={`state-${look}`}
            data-type={look}
            width={CELL}
            height={CELL}
            patternUnits="userSpaceOnUse"
          >
            <path transform="translate(1.5 1.5) scale(1.2857)" fillRule="evenodd" className={fill} d={`M0 0${shape}`} />
          </pattern>
        ))}
      </defs>
      {Object.entries(paths).map(([look, d]) => (
        <path key={look} fill={`url(#state-${look})`} d={d} />
      ))}
    </svg>
  );
}
