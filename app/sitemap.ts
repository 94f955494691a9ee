import type { MetadataRoute } from 'next';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { absoluteUrl, pathTo } from '@/lib/site/metadata';

/** The cities depend on the current catalogue. */
export const dynamic = 'force-dynamic';

/**
 * /sitemap.xml: the public pages, the region page of each course type, and the course lists of each city with open
 * courses.
 */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { cities } = await catalogueSummary();
  const lists = cities.flatMap(({ city, courseType }) => [
    pathTo('course-list', city),
    pathTo('course-list', city, courseType),
  ]);
  const regions = COURSE_TYPES.map((courseType) => pathTo('select-region', courseType));
  const paths = ['/', '/select-region', ...regions, ...new Set(lists), '/login', '/register', '/docs/api'];
  return paths.map((path) => ({ url: absoluteUrl(path) }));
}
