import type { Metadata } from 'next';
import { courseListTitle } from '@/components/selection/course-list';
import { DashboardCity } from '@/components/selection/dashboard-city';
import { readListParams } from '@/components/selection/load-courses';
import type { GivenParams } from '@/lib/platform/search-params';
import { requireSponsorPage } from '@/lib/accounts/session';

type Props = { params: Promise<{ city: string; courseType: string }>; searchParams: Promise<GivenParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const holder = await requireSponsorPage();
  return { title: await courseListTitle({ ...readListParams(await params), holder }) };
}

/** /dashboard/city/{city}/{courseType}: the courses of one type in a city. */
export default async function DashboardCityTypePage({ params, searchParams }: Props) {
  const scope = await requireSponsorPage();
  return <DashboardCity {...readListParams(await params)} scope={scope} search={await searchParams} />;
}
