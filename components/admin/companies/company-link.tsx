'use client';

import { useIsLimited } from '@/components/admin/viewer';
import { Clamped } from '@/components/admin/users-and-billings/cells';
import { Link } from '@/components/platform/ui/link';
import { companyPath } from '@/lib/admin/companies/path';

type CompanyLinkProps = {
  /** The name as it is spelled there. */
  company: string;
  /** Null until the company is found. */
  groupId: string | null;
};

/** The name of a company, which leads to its page if that is open to the administrator. */
export function CompanyLink({ company, groupId }: CompanyLinkProps) {
  const isLimited = useIsLimited();
  if (isLimited || groupId === null || company === '') return <Clamped>{company}</Clamped>;
  return (
    <Link href={companyPath(groupId)} prefetch={false}>
      <Clamped>{company}</Clamped>
    </Link>
  );
}
