import type { Metadata } from 'next';
import { regionSteps } from '@/components/map/region-data';
import { StructuredData } from '@/components/site/structured-data';
import { getNames, getTranslations } from '@/lib/i18n/server';
import { addressOf, pageMetadata, pathTo } from '@/lib/site/metadata';
import { breadcrumbData, courseListData } from '@/lib/site/structured';
import { courseListTitle } from './course-list';
import { loadCity, type Asked } from './load';

/** The one address of a public course list, in the catalogue's spelling of the city. */
async function courseListPath({ city, courseType }: Asked): Promise<string> {
  const load = await loadCity(city, courseType);
  return pathTo('course-list', load.city, ...(courseType ? [courseType] : []));
}

/** What a public course list says about itself. */
export async function courseListMetadata(asked: Asked): Promise<Metadata> {
  const names = await getNames();
  return pageMetadata({
    path: await courseListPath(asked),
    title: await courseListTitle(asked),
    text: asked.courseType ? 'listOf' : 'list',
    values: {
      type: asked.courseType ? names.type(asked.courseType) : '',
      city: names.place((await loadCity(asked.city, asked.courseType)).city),
    },
  });
}

/** The courses of a public list and where it stands, for search engines. A load that failed says nothing of courses. */
export async function CourseListData(asked: Asked) {
  const load = await loadCity(asked.city, asked.courseType);
  const url = addressOf(await courseListPath(asked));
  const t = await getTranslations('meta');
  const names = await getNames();
  const steps = [...(await regionSteps(asked.courseType)), { name: await courseListTitle(asked), url }];
  const describe: Parameters<typeof courseListData>[2]['describe'] = (course) =>
    t('course', { branch: course.branch, type: names.type(course.course_name), left: course.left_seats });
  const courses = load.ok && load.courses.length > 0 ? [courseListData(load.courses, url, { ...names, describe })] : [];
  return <StructuredData things={[breadcrumbData(steps), ...courses]} />;
}
