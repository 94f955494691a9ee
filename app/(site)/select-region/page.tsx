import type { Metadata } from 'next';
import { getTranslations } from '@/lib/text/server';
import { RegionPage } from './_components/region-page';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: getTranslations('region')('title') };

export default function SelectRegion() {
  return <RegionPage courseType={null} />;
}
