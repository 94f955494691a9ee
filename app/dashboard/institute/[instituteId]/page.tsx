import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { InstituteView } from '@/components/selection/institute/institute-view';
import { readInstitute, type InstitutePage } from '@/lib/catalogue/institute-queries';
import { requireSponsorPage } from '@/lib/accounts/session';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ instituteId: string }> };

async function load(params: Props['params']): Promise<InstitutePage> {
  const { personId } = await requireSponsorPage();
  return (await readInstitute((await params).instituteId, personId)) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load(params)).name };
}

/** /dashboard/institute/{instituteId}: an institute, with links into the dashboard. */
export default async function DashboardInstitute({ params }: Props) {
  return (
    <div data-type="all" className="flex grow flex-col [&_.wrap]:mx-0">
      <InstituteView institute={await load(params)} flow="dashboard" />
    </div>
  );
}
