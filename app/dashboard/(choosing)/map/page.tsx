import type { Metadata } from 'next';
import { Region, regionGrid } from '@/components/map/region';
import { cn } from '@/components/platform/ui/cn';
import { getTranslations } from '@/lib/platform/i18n/server';
import { requireSponsorPage } from '@/lib/accounts/session';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('region'))('select') };
}

/** /dashboard/map: the cities of all course types. */
export default async function DashboardMap() {
  await requireSponsorPage();
  return (
    <div data-type="all" className={cn(regionGrid, 'lg:min-h-dvh lg:[--head:0px]')}>
      <Region courseType={null} flow="dashboard" />
    </div>
  );
}
