import { LoadFailure } from '@/components/course/load-failure';
import { LoadNotice } from '@/components/course/load-notice';
import { RegionPicker } from '@/components/map/region-picker';
import { SitePage } from '@/components/site/page';
import { BackLink } from '@/components/ui/back-link';
import { dyeOf, type CourseType } from '@/lib/catalogue/schema';
import { mapCourses } from '@/lib/map/queries';
import { errorText } from '@/lib/text/errors';
import { getTranslations } from '@/lib/text/server';

/** The city picker of one course type, or of all of them. */
export async function RegionPage({ courseType }: { courseType: CourseType | null }) {
  const { courses, dropped, problem } = await mapCourses(courseType);
  const heading = <RegionHeading courseType={courseType} />;
  return (
    <SitePage
      wide
      footer={false}
      data-type={dyeOf(courseType)}
      className="grid grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[minmax(17rem,22rem)_1fr] md:content-stretch"
    >
      {problem === 'course.load_failed' ? (
        <>
          <section className="grid content-start gap-3 px-gutter py-6">{heading}</section>
          <div className="px-gutter py-6">
            <LoadFailure message={errorText(problem)} />
          </div>
        </>
      ) : (
        <>
          <RegionPicker courses={courses} courseType={courseType} heading={heading} />
          <LoadNotice problem={problem} dropped={dropped} />
        </>
      )}
    </SitePage>
  );
}

function RegionHeading({ courseType }: { courseType: CourseType | null }) {
  const t = getTranslations('region');
  return (
    <>
      <BackLink href="/">{t('back')}</BackLink>
      <h1 className="max-w-[10em] max-md:text-[1.75rem]">
        {courseType
          ? t.rich('question', { type: courseType, dye: (text) => <span className="text-type">{text}</span> })
          : t('questionAll')}
      </h1>
    </>
  );
}
