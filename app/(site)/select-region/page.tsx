import type { Metadata } from 'next';
import { getTranslations } from '@/lib/text/server';
import { RegionPage } from './_components/region-page';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: getTranslations('region')('title') };

/** /select-region: the cities of all course types (R-REG-16). */
export default function SelectRegion() {
  return <RegionPage courseType={null} />;
}
