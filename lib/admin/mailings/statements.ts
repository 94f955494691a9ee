import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import { isOneOf } from '@/db/schema/known';
import { admins, mailings } from '@/db/schema';
import type { MailingTarget } from '@/db/schema/enums';
import { CATALOGUE_ROLES, FINANCE_ROLES, type AccountRole } from '@/lib/accounts/administrators/roles';
import { isUnlimited, type AreaScope } from '@/lib/accounts/administrators/session';

/** Who may write to many recipients of a kind: those who may write to one. */
export const MAILING_ROLES: Record<MailingTarget, readonly AccountRole[]> = {
  adoptions: FINANCE_ROLES,
  offices: CATALOGUE_ROLES,
};

/** Condition: the account that runs a message to many may still do so. Joins `admins`. */
export const mayRun = sql<boolean>`coalesce(${admins.deactivatedAt} is null and case ${mailings.target}
  when 'adoptions' then ${isOneOf(sql`${admins.role}`, MAILING_ROLES.adoptions)}
  else ${isOneOf(sql`${admins.role}`, MAILING_ROLES.offices)} end, false)`;

/** Condition: an administrator sees a message to many, and may stop or continue it: with an area, the own ones. */
export const mayAct = (scope: AreaScope): SQL | undefined =>
  isUnlimited(scope) ? undefined : eq(mailings.runBy, scope.adminId);
