import type { Metadata } from 'next';
import { CourseList, courseListTitle } from '../../_components/course-list';
import { readAddress } from '../../_components/load';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ city: string; courseType: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await courseListTitle(readAddress(await params)) };
}

/** /course-list/{city}/{courseType}: the city's courses of one type. */
export default async function CityTypePage({ params }: Props) {
  return <CourseList {...readAddress(await params)} />;
}
