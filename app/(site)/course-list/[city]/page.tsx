import type { Metadata } from 'next';
import { CourseList, courseListTitle } from '../_components/course-list';
import { readAddress } from '../_components/load';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ city: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await courseListTitle(readAddress(await params)) };
}

/** /course-list/{city}: the city's courses of all types. */
export default async function CityPage({ params }: Props) {
  return <CourseList {...readAddress(await params)} />;
}
