import type { Metadata } from 'next';
import { PlanPage } from '@/components/selection/plan/plan-page';
import { SelectionOwner } from '@/components/selection/owner';
import { getTranslations } from '@/lib/platform/i18n/server';
import { requireSponsorPage } from '@/lib/accounts/session';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('plan'))('title') };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /dashboard/plan: seats that fit a budget, for the dashboard's selection. */
export default async function DashboardPlan({ searchParams }: Props) {
  const scope = await requireSponsorPage();
  return (
    <div data-type="all" className="flex grow flex-col [&_.wrap]:mx-0">
      <SelectionOwner userId={scope.personId} />
      <PlanPage flow="dashboard" params={await searchParams} holder={scope} />
    </div>
  );
}
