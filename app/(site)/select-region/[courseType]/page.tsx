import type { Metadata } from 'next';
import { Region, regionGrid } from '@/components/map/region';
import { RegionData } from '@/components/selection/region-data';
import { readCourseType } from '@/components/selection/load-courses';
import { SitePage } from '@/components/platform/site/page';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata, pathTo } from '@/lib/platform/site/metadata';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ courseType: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const courseType = readCourseType((await params).courseType);
  const type = (await getNames()).type(courseType);
  const title = (await getTranslations('region'))('titleOf', { type });
  return pageMetadata({ path: pathTo('select-region', courseType), title, text: 'regionOf', values: { type } });
}

/** /select-region/{courseType}: the cities that offer one course type. */
export default async function SelectRegionOfType({ params }: Props) {
  const courseType = readCourseType((await params).courseType);
  return (
    <SitePage wide footer={false} data-type={courseTypeSlug(courseType)} className={regionGrid}>
      <Region courseType={courseType} flow="public" />
      <RegionData courseType={courseType} />
    </SitePage>
  );
}
