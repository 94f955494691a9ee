/**
 * The roles of administrators. Every role reads everything but the accounts of administrators; 'catalogue' also edits
 * courses and institutes, 'finance' also acts on adoptions and money, 'owner' does everything.
 */
export const ADMIN_ROLES = ['viewer', 'catalogue', 'finance', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The roles that may call an endpoint, for the descriptions of lib/api. */
export const EVERY_ROLE: readonly AdminRole[] = ADMIN_ROLES;
export const CATALOGUE_ROLES: readonly AdminRole[] = ['catalogue', 'owner'];
export const FINANCE_ROLES: readonly AdminRole[] = ['finance', 'owner'];
export const OWNER_ROLES: readonly AdminRole[] = ['owner'];

/** True if an administrator may call an endpoint, so that a page offers only what the endpoint accepts. */
export const mayCall = ({ role }: { role: AdminRole }, { roles }: { roles: readonly AdminRole[] }): boolean =>
  roles.includes(role);
