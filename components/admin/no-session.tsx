'use client';

import { useEffect } from 'react';
import { leaveAdmin } from '@/lib/api/admin';

/** Stands where a page of the administrator's area would be without a live session, and leads to /admin/login (R-ADMIN-07, A-28). */
export function NoSession() {
  useEffect(() => leaveAdmin('admin.no_token'), []);
  return null;
}
