import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { CityStats } from '@/lib/catalogue/schema';
import { cityHref } from '@/lib/map/district-cities';

type ChosenCityProps = { city: CityStats; courseType: CourseType | null; base: string };

/**
 * Shown below the map on phones instead of the hover card: the city last touched or focused, initially the one with
 * most seats left. Rendered before the map has loaded and independent of it.
 */
export function ChosenCity({ city: stats, courseType, base }: ChosenCityProps) {
  const t = useTranslations('region');
  const city = useNames().place(stats.city);
  const { leftSeats: left, totalSeats: total } = stats;
  return (
    <section
      aria-label={t('chosen')}
      className="flex min-h-19 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-line bg-surface px-gutter py-3 md:hidden print:hidden"
    >
      <p className="min-w-0 flex-1 basis-36">
        <span className="block num text-lead wrap-anywhere">{city}</span>
        <span className="text-small text-ink-2">
          {t.rich('leftOf', { left, total, num: (text) => <b className="text-type">{text}</b> })}
        </span>
      </p>
      <Button asChild>
        <Link href={cityHref(base, stats.city, courseType)} aria-label={t('seeCoursesIn', { city })}>
          {t('seeCourses')}
          <ArrowRight aria-hidden />
        </Link>
      </Button>
    </section>
  );
}
