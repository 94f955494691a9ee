'use client';

import { useEffect } from 'react';
import { asksAgain, leaveAdmin, readAdminToken } from '@/lib/api-client/admin';

/**
 * Stands where a page of the administrator's area would be without a live session: it shows nothing, asks for the page once
 * more where the cookie may only not have travelled, and leads to /admin/login (R-ADMIN-07, A-28).
 */
export function NoSession() {
  useEffect(() => {
    if (!asksAgain()) leaveAdmin(readAdminToken() === null ? 'admin.no_token' : 'admin.session_ended');
  }, []);
  return null;
}
