import type { Metadata } from 'next';
import { courseListTitle } from '@/components/selection/course-list';
import { DashboardCity } from '@/components/selection/dashboard-city';
import { readAddress } from '@/components/selection/load';
import { requireSponsorPage } from '@/lib/identity/session';

type Props = { params: Promise<{ city: string; courseType: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { userId: holder } = await requireSponsorPage();
  return { title: await courseListTitle({ ...readAddress(await params), holder }) };
}

/** /dashboard/city/{city}/{courseType}: the city's courses of one type (R-DSEL-02). */
export default async function DashboardCityTypePage({ params }: Props) {
  const scope = await requireSponsorPage();
  return <DashboardCity {...readAddress(await params)} scope={scope} />;
}
