import type { MetadataRoute } from 'next';
import { COURSE_TYPES } from '@/db/schema/enums';
import { INFO_PAGES } from '@/components/platform/site/footer';
import { listInstituteIds } from '@/lib/catalogue/institute-queries';
import { institutePath } from '@/lib/catalogue/institute-path';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';

/** The cities depend on the current catalogue. */
export const dynamic = 'force-dynamic';

/**
 * /sitemap.xml: the public pages, the region page of each course type, and the course lists of each city and the page
 * of each institute with open courses.
 */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ cities }, institutes] = await Promise.all([catalogueSummary(), listInstituteIds()]);
  const lists = cities.flatMap(({ city, courseType }) => [
    pathTo('course-list', city),
    pathTo('course-list', city, courseType),
  ]);
  const regions = COURSE_TYPES.map((courseType) => pathTo('select-region', courseType));
  const paths = [
    '/',
    '/plan',
    '/search',
    '/select-region',
    ...regions,
    ...new Set(lists),
    ...institutes.map(institutePath),
    ...INFO_PAGES.map((page) => pathTo(page)),
    '/login',
    '/register',
    '/docs/api',
  ];
  return paths.map((path) => ({ url: absoluteUrl(path) }));
}
