import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { SelectionOwner } from '@/components/selection/owner';
import { InstituteView } from '@/components/selection/institute/institute-view';
import { institutePath } from '@/lib/catalogue/institute-path';
import { institutePartOf, readInstitute, type InstitutePage } from '@/lib/catalogue/institute-queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage, type SponsorScope } from '@/lib/accounts/session';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ instituteId: string }> };

async function load(params: Props['params']): Promise<{ institute: InstitutePage; scope: SponsorScope }> {
  const scope = await requireSponsorPage();
  const { instituteId: id } = await params;
  const institute = await readInstitute(id, scope.personId);
  if (institute) return { institute, scope };
  const other = await institutePartOf(id);
  return other === null ? notFound() : permanentRedirect(`/dashboard${institutePath(other)}`);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, hindi } = (await load(params)).institute;
  return { title: (await getNames()).institute(name, hindi) };
}

/** /dashboard/institute/{instituteId}: an institute; its seats go into the dashboard's selection. */
export default async function DashboardInstitute({ params }: Props) {
  const { institute, scope } = await load(params);
  const canChoose = includesRole(scope.role, 'adopt');
  return (
    <div data-type="all" className="flex grow flex-col [&_.wrap]:mx-0">
      {canChoose && <SelectionOwner userId={scope.personId} />}
      <InstituteView institute={institute} flow="dashboard" canChoose={canChoose} />
    </div>
  );
}
