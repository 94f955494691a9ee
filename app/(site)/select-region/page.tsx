import type { Metadata } from 'next';
import { Region, regionGrid } from '@/components/map/region';
import { RegionData } from '@/components/selection/region-data';
import { SitePage } from '@/components/platform/site/page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: '/select-region', title: (await getTranslations('region'))('title'), text: 'region' });
}

/** /select-region: the cities of all course types. */
export default function SelectRegion() {
  return (
    <SitePage wide footer={false} data-type="all" className={regionGrid}>
      <Region courseType={null} flow="public" />
      <RegionData courseType={null} />
    </SitePage>
  );
}
