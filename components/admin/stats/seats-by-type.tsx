import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { SeatRuns } from '@/components/catalogue/seat/seat-field';
import type { TypeStats } from '@/lib/admin/stats/rules';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import { mixedRuns, seatScale } from '@/lib/selection/seat-drawing';

/** Glyphs of the longest strip, on wide screens and on phones. */
const WIDE = 65;
const NARROW = 15;

/** All adopted seats by course type: a table whose rows are strips of seats at one scale. */
export function SeatsByType({ types, total }: { types: readonly TypeStats[]; total: number }) {
  const t = useTranslations('stats.type');
  const maxSeats = Math.max(...types.map(({ seats }) => seats));
  const [wide, narrow] = [seatScale(maxSeats, WIDE), seatScale(maxSeats, NARROW)];
  return (
    <section aria-labelledby="by-type" className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <h2 id="by-type" className="text-lead">
          {t('title')}
        </h2>
        <p className="text-cap text-ink-2">
          <span className="max-lg:hidden">{t('scale', { per: wide })}</span>
          <span className="lg:hidden">{t('scale', { per: narrow })}</span>
        </p>
      </div>
      <table className="w-full text-small [&_tr>*]:py-1">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            {(['name', 'drawn', 'seats'] as const).map((column) => (
              <th key={column} scope="col" className="py-0!">
                <span className="sr-only">{t(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(({ courseType, seats }) => (
            <tr key={courseType}>
              <th scope="row" className="text-start">
                <TypeTag type={courseType} small />
              </th>
              <td className="w-full px-3 sm:px-5" data-type={COURSE_TYPE_SLUGS[courseType]}>
                {seats > 0 && <Strips seats={seats} slug={COURSE_TYPE_SLUGS[courseType]} wide={wide} narrow={narrow} />}
              </td>
              <td className="text-end font-semibold">{formatCount(seats)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          <tr>
            <th scope="row" colSpan={2} className="text-start">
              {t('total')}
            </th>
            <td className="text-end font-semibold">{formatCount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Strips({ seats, slug, wide, narrow }: { seats: number; slug: string; wide: number; narrow: number }) {
  const strip = (per: number) => mixedRuns([{ slug, seats }], per, 'taken');
  return (
    <>
      <SeatRuns runs={strip(wide)} columns={WIDE} unit={1} plain className="seats-dyed max-lg:hidden" />
      <SeatRuns runs={strip(narrow)} columns={NARROW} unit={1} plain className="seats-dyed lg:hidden" />
    </>
  );
}
