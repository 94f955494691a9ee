'use client';

import { createContext, useContext, type ReactNode } from 'react';
import type { AdminRole } from '@/db/schema/enums';
import { mayCall } from '@/lib/accounts/administrators/roles';

const Role = createContext<AdminRole>('viewer');

/** Tells client components the role of the signed-in administrator. */
export function RoleProvider({ role, children }: { role: AdminRole; children: ReactNode }) {
  return <Role value={role}>{children}</Role>;
}

/** Returns whether the administrator has one of the roles, so that a page offers only what its endpoint accepts. */
export const useMayCall = (roles: readonly AdminRole[]): boolean => mayCall({ role: useContext(Role) }, { roles });
