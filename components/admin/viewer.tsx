'use client';

import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { AdminRole } from '@/db/schema/enums';
import { mayCall } from '@/lib/accounts/administrators/roles';

type Viewer = { role: AdminRole; isLimited: boolean };
const ViewerContext = createContext<Viewer>({ role: 'viewer', isLimited: false });

/** Tells client components the role of the signed-in administrator, and whether it is limited to an area. */
export function ViewerProvider({ role, isLimited, children }: Viewer & { children: ReactNode }) {
  const viewer = useMemo(() => ({ role, isLimited }), [role, isLimited]);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** Returns whether the administrator is limited to an area: then most pages are closed. */
export const useIsLimited = (): boolean => useContext(ViewerContext).isLimited;

/** Returns whether the administrator has one of the roles, so that a page offers only what its endpoint accepts. */
export function useMayCall(roles: readonly AdminRole[]): boolean {
  const { role, isLimited } = useContext(ViewerContext);
  return mayCall({ role, area: isLimited || null }, { roles });
}

/** Shows links to pages that are closed to administrators who are limited to an area. */
export function Unlimited({ children }: { children: ReactNode }) {
  return useIsLimited() ? null : children;
}
