import type { Metadata } from 'next';
import { CourseList } from '@/components/selection/course-list';
import { CourseListData, courseListMetadata } from '@/components/selection/course-list-data';
import { readListParams } from '@/components/selection/load-courses';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import type { GivenParams } from '@/lib/platform/search-params';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ city: string; courseType: string }>; searchParams: Promise<GivenParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return courseListMetadata(readListParams(await params));
}

/** /course-list/{city}/{courseType}: the courses of one type in a city. */
export default async function CityTypePage({ params, searchParams }: Props) {
  const list = readListParams(await params);
  return (
    <SitePage tall data-type={courseTypeSlug(list.courseType)}>
      <NoScript />
      <CourseList {...list} flow="public" search={await searchParams} />
      <CourseListData {...list} />
    </SitePage>
  );
}
