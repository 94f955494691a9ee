import { List } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { CityStats } from '@/lib/catalogue/schema';
import { cityHref } from '@/lib/map/district-cities';
import { commonScale, stripScale } from '@/lib/selection/seat-drawing';

const ROWS = 4;
const STRIP = 20;

type TopCitiesProps = {
  stats: readonly CityStats[];
  courseType: CourseType | null;
  base: string;
  onShowList: () => void;
};

/**
 * Shown below the map on phones, where nothing hovers: the cities with most seats left, with numbers, and a link to all
 * of them.
 */
export function TopCities({ stats, courseType, base, onShowList }: TopCitiesProps) {
  const t = useTranslations('region');
  const names = useNames();
  const top = stats.toSorted((a, b) => b.leftSeats - a.leftSeats).slice(0, ROWS);
  const per = commonScale(
    top.map(({ totalSeats }) => totalSeats),
    STRIP,
  );
  if (top.length === 0) return null;
  return (
    <section aria-labelledby="most-left" className="grid gap-3 px-gutter pt-6 pb-8 md:hidden print:hidden">
      <h2 id="most-left" className="text-lead">
        {t('nearTitle')}
      </h2>
      <ul>
        {top.map(({ city, totalSeats: total, takenSeats: taken, leftSeats: left }) => (
          <li key={city} className="border-t border-line">
            <Link
              href={cityHref(base, city, courseType)}
              className="flex min-h-14 items-center justify-between gap-4 py-3 text-ink no-underline"
            >
              <span className="grid min-w-0 gap-1">
                <b>{names.place(city)}</b>
                <SeatField
                  total={total}
                  taken={taken}
                  per={stripScale(total, per, STRIP)}
                  columns={STRIP}
                  unit={1}
                  className="seats-dyed"
                />
              </span>
              <span className="max-w-3/5 shrink-0 text-end text-small text-ink-2">
                {t.rich('leftOf', { left, total, num: (text) => <span className="num text-h3 text-ink">{text}</span> })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="line" wide onClick={onShowList}>
        <List aria-hidden />
        {t('listAll', { cities: stats.length })}
      </Button>
    </section>
  );
}
