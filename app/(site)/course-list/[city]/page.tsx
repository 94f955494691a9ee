import type { Metadata } from 'next';
import { CourseList, courseListTitle } from '@/components/selection/course-list';
import { readAddress } from '@/components/selection/load';
import { SitePage } from '@/components/site/page';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ city: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await courseListTitle(readAddress(await params)) };
}

/** /course-list/{city}: the city's courses of all types. */
export default async function CityPage({ params }: Props) {
  return (
    <SitePage>
      <CourseList {...readAddress(await params)} flow="public" />
    </SitePage>
  );
}
