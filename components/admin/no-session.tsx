'use client';

import { useEffect } from 'react';
import { askAgain } from '@/lib/api/admin';

/** Stands where a page of the administrator's area would be without a live session: asks once more, else leads to /admin/login (R-ADMIN-07, A-28). */
export function NoSession() {
  useEffect(askAgain, []);
  return null;
}
