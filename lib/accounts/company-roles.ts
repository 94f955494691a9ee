import { COLLEAGUE_ROLES } from '@/db/schema/enums';

/**
 * What a person of a company may do, each role including those before it: look at everything, adopt seats, pay online,
 * and everything else (invite colleagues, change the company). An account without colleagues is its own owner.
 */
const COMPANY_ROLES = [...COLLEAGUE_ROLES, 'owner'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** True if a role includes what `least` may do. */
export const includesRole = (role: CompanyRole, minRole: CompanyRole): boolean =>
  COMPANY_ROLES.indexOf(role) >= COMPANY_ROLES.indexOf(minRole);
