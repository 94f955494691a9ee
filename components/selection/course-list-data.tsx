import type { Metadata } from 'next';
import { regionSteps } from './region-data';
import { StructuredData } from '@/components/platform/site/structured-data';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { absoluteUrl, pageMetadata, pathTo } from '@/lib/platform/site/metadata';
import { breadcrumbData, courseListData } from '@/lib/catalogue/structured-data';
import { courseListTitle } from './course-list';
import { loadCity, type ListParams } from './load-courses';

/** Returns the canonical path of a public course list, with the catalogue's spelling of the city. */
async function courseListPath({ city, courseType }: ListParams): Promise<string> {
  const load = await loadCity(city, courseType);
  return pathTo('course-list', load.city, ...(courseType ? [courseType] : []));
}

/** Returns the metadata of a public course list. */
export async function courseListMetadata(params: ListParams): Promise<Metadata> {
  const names = await getNames();
  return pageMetadata({
    path: await courseListPath(params),
    title: await courseListTitle(params),
    text: params.courseType ? 'listOf' : 'list',
    values: {
      type: params.courseType ? names.type(params.courseType) : '',
      city: names.place((await loadCity(params.city, params.courseType)).city),
    },
  });
}

/** Structured data of a public list: its courses and breadcrumbs. After a failed load the courses are left out. */
export async function CourseListData(params: ListParams) {
  const load = await loadCity(params.city, params.courseType);
  const url = absoluteUrl(await courseListPath(params));
  const t = await getTranslations('meta');
  const names = await getNames();
  const steps = [...(await regionSteps(params.courseType)), { name: await courseListTitle(params), url }];
  const describe: Parameters<typeof courseListData>[2]['describe'] = (course) =>
    t('course', {
      branch: names.branch(course.branch, course.branch_hindi),
      type: names.type(course.course_name),
      left: course.left_seats,
    });
  const courses = load.ok && load.courses.length > 0 ? [courseListData(load.courses, url, { ...names, describe })] : [];
  return <StructuredData things={[breadcrumbData(steps), ...courses]} />;
}
