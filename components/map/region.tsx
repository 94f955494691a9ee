import type { CourseType } from '@/db/schema/enums';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { SearchForm } from '@/components/catalogue/search/search-form';
import { BackLink } from '@/components/platform/ui/back-link';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { readDistrictFigures } from '@/lib/catalogue/district-figures/queries';
import { getErrorText, getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { figureLayer } from '@/lib/map/figure-layer';
import { mapCities } from '@/lib/map/queries';
import { DistrictDrawing } from './district-drawing';
import { RegionPicker } from './region-picker';

type RegionProps = { courseType: CourseType | null; flow: SelectionFlow };

/** The grid columns of the picker's parts. */
export const regionGrid =
  'grid grid-cols-[minmax(0,1fr)] content-start [--head:3.5625rem] md:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] md:items-start md:content-stretch md:[--head:3.8125rem] print:block';

/** The city picker of one course type or of all, in either flow. */
export async function Region({ courseType, flow }: RegionProps) {
  const [{ cities, problem }, figures] = await Promise.all([mapCities(), readDistrictFigures()]);
  const layer = figureLayer(figures, await getLocale());
  const heading = <RegionHeading courseType={courseType} flow={flow} />;
  if (problem === 'course.load_failed') {
    return (
      <>
        <section className="grid content-start gap-3 px-gutter pt-2 pb-6 md:pt-6">{heading}</section>
        <div className="px-gutter py-6">
          <LoadFailure message={await getErrorText(problem)} />
        </div>
      </>
    );
  }
  return (
    <>
      <RegionPicker
        cities={cities}
        courseType={courseType}
        base={SELECTION_FLOWS[flow].list}
        institutes={SELECTION_FLOWS[flow].institute}
        heading={heading}
        layer={layer}
        drawing={
          <DistrictDrawing cities={cities} courseType={courseType} base={SELECTION_FLOWS[flow].list} layer={layer} />
        }
      />
      <LoadNotice problem={problem} />
    </>
  );
}

async function RegionHeading({ courseType, flow }: RegionProps) {
  const t = await getTranslations('region');
  const plan = await getTranslations('plan');
  const names = await getNames();
  const untyped = flow === 'public' ? t('questionAll') : t('select');
  const back = flow === 'public' || courseType !== null;
  return (
    <>
      {back && <BackLink href={flow === 'public' ? '/' : '/dashboard'}>{t('back')}</BackLink>}
      <h1 className={cn('max-w-[10em] max-md:text-[1.75rem]', !back && 'mt-6 md:mt-2')}>
        {courseType
          ? t.rich('question', {
              type: names.type(courseType),
              dye: (text) => <span className="text-type">{text}</span>,
            })
          : untyped}
      </h1>
      <Link
        href={{ pathname: SELECTION_FLOWS[flow].plan, query: courseType ? { type: courseType } : {} }}
        className="inline-flex min-h-tap items-center justify-self-start text-small font-semibold text-link underline underline-offset-4"
      >
        {plan('link')}
      </Link>
      {flow === 'public' && <SearchForm id="search-region" narrow className="max-md:hidden" />}
    </>
  );
}
