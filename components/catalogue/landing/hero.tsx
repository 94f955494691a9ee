import { SearchForm } from '@/components/catalogue/search/search-form';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { LANDING_TYPES } from '@/lib/catalogue/schema';
import { listedTypes } from '@/lib/catalogue/localized-names';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { LandingNumbers } from '@/lib/catalogue/landing-queries';
import type { SeatedStudents } from '@/lib/published/progress';
import { InvestForm } from './invest-form';
import { StatePicture } from './state-picture';

type HeroProps = {
  numbers: LandingNumbers | null;
  /** Null if that is not told. */
  students: SeatedStudents | null;
};

/** The headline, one button and one picture. */
export async function Hero({ numbers, students }: HeroProps) {
  const t = await getTranslations('landing.hero');
  const plan = await getTranslations('plan');
  return (
    <section aria-labelledby="hero" className="on-neel overflow-hidden bg-neel text-on-neel">
      <div className="wrap grid gap-8 py-8 lg:min-h-164 lg:grid-cols-[minmax(0,4fr)_minmax(0,6fr)] lg:items-center">
        <div>
          <h1 id="hero" className="max-w-[11em] text-hero leading-[0.98] tracking-[-0.022em]">
            {t('title')}
          </h1>
          <p className="my-6 max-w-[31em] text-lead text-on-neel-2">
            {t('text', { types: listedTypes(await getLocale(), LANDING_TYPES) })}
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <InvestForm target="courses" toast={t('toast')}>
              <Button type="submit" variant="zari">
                {t('button')}
              </Button>
            </InvestForm>
            <Link
              href="/plan"
              className="inline-flex min-h-tap items-center font-semibold text-on-neel underline underline-offset-4"
            >
              {plan('link')}
            </Link>
          </div>
          <SearchForm id="search-landing" cloth className="mt-6 max-w-120" />
        </div>
        <StatePicture numbers={numbers} students={students} />
      </div>
    </section>
  );
}
