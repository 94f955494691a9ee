import type { Metadata } from 'next';
import { Region, regionGrid } from '@/components/map/region';
import { readCourseType } from '@/components/selection/load-courses';
import { cn } from '@/components/platform/ui/cn';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { requireSponsorPage } from '@/lib/accounts/session';

type Props = { params: Promise<{ courseType: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const type = (await getNames()).type(readCourseType((await params).courseType));
  return { title: (await getTranslations('region'))('titleOf', { type }) };
}

/** /dashboard/new-course-selection/{courseType}: the cities that offer one course type. */
export default async function DashboardRegionOfType({ params }: Props) {
  await requireSponsorPage();
  const courseType = readCourseType((await params).courseType);
  return (
    <div data-type={courseTypeSlug(courseType)} className={cn(regionGrid, 'lg:min-h-dvh lg:[--head:0px]')}>
      <Region courseType={courseType} flow="dashboard" />
    </div>
  );
}
