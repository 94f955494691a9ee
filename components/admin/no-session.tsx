'use client';

import { useEffect } from 'react';
import { reloadOnce, leaveAdmin, readAdminToken } from '@/lib/api/client/admin';

/**
 * Shown instead of a page of the administrator's area without a live session: no data. Reloads once, because a
 * cross-site navigation may have omitted the cookie, then leads to /admin/login.
 */
export function NoSession() {
  useEffect(() => {
    if (!reloadOnce()) leaveAdmin(readAdminToken() === null ? 'admin.no_token' : 'admin.session_ended');
  }, []);
  return null;
}
