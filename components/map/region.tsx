import { LoadFailure } from '@/components/course/load-failure';
import { LoadNotice } from '@/components/course/load-notice';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/ui/back-link';
import { cn } from '@/components/ui/cn';
import type { CourseType } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getErrorText, getTranslations } from '@/lib/i18n/server';
import { mapCourses } from '@/lib/map/queries';
import { RegionPicker } from './region-picker';

type RegionProps = { courseType: CourseType | null; flow: SelectionFlow };

/** The grid columns of the picker's parts. */
export const regionGrid =
  'grid grid-cols-[minmax(0,1fr)] content-start [--head:3.5625rem] md:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] md:items-start md:content-stretch md:[--head:3.8125rem] print:block';

/** The city picker of one course type or of all, in either flow. */
export async function Region({ courseType, flow }: RegionProps) {
  const { courses, dropped, problem } = await mapCourses(courseType);
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
      <RegionPicker courses={courses} courseType={courseType} base={SELECTION_FLOWS[flow].list} heading={heading} />
      <LoadNotice problem={problem} dropped={dropped} />
    </>
  );
}

async function RegionHeading({ courseType, flow }: RegionProps) {
  const t = await getTranslations('region');
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
    </>
  );
}
