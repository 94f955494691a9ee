import { ACCOUNT_ROLES, ADMIN_ROLES, OFFICE_ROLES, type AdminRole, type OfficeRole } from '@/db/schema/enums';

/** The roles that may call an endpoint, for the descriptions of lib/api. */
export const EVERY_ROLE: readonly AdminRole[] = ADMIN_ROLES;
/** Those that may download tables, and have them by e-mail. */
export const EXPORT_ROLES = EVERY_ROLE;
export const CATALOGUE_ROLES: readonly AdminRole[] = ['catalogue', 'owner'];
export const FINANCE_ROLES: readonly AdminRole[] = ['finance', 'owner'];
export const OWNER_ROLES: readonly AdminRole[] = ['owner'];

export const HEAD_ROLES: readonly OfficeRole[] = ['head'];

/** Administrators and offices have accounts, sessions and second factors of one kind; an account has one role. */
export type AccountRole = AdminRole | OfficeRole;
export const EVERY_ACCOUNT: readonly AccountRole[] = ACCOUNT_ROLES;

/** The part of the site that an account logs in to. */
export const AREAS = ['admin', 'office'] as const;
export type AccountArea = (typeof AREAS)[number];

export const isOfficeRole = (role: AccountRole): role is OfficeRole => OFFICE_ROLES.some((office) => office === role);
export const areaOf = (role: AccountRole): AccountArea => (isOfficeRole(role) ? 'office' : 'admin');

/** An account as far as it decides what it may do; `area`: what an administrator is limited to, if so. */
type Caller = { readonly role: AccountRole; readonly area: unknown };
/** What an endpoint says of its callers; `inArea`: also those who are limited to an area, for what lies in it. */
type Callable = { readonly roles: readonly AccountRole[]; readonly inArea?: true };

/** True if an account may call an endpoint, so that a page offers only what the endpoint accepts. */
export const mayCall = ({ role, area }: Caller, { roles, inArea }: Callable): boolean =>
  roles.includes(role) && (area === null || inArea === true);
