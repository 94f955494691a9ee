import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { toCourseType, type CourseType } from '@/lib/catalogue/schema';
import { readSegment } from '@/lib/site/segment';
import { getTranslations } from '@/lib/text/server';
import { RegionPage } from '../_components/region-page';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ courseType: string }> };

/** The course type of the address; an unknown one is a page that does not exist. */
async function courseTypeOf({ params }: Props): Promise<CourseType> {
  return toCourseType(readSegment((await params).courseType) ?? notFound()) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: getTranslations('region')('titleOf', { type: await courseTypeOf(props) }) };
}

/** /select-region/{courseType}: the cities that offer one course type. */
export default async function SelectRegionOfType(props: Props) {
  return <RegionPage courseType={await courseTypeOf(props)} />;
}
