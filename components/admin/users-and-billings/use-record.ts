'use client';

import { useEffect, useState } from 'react';
import { callAsAdmin } from '@/lib/api-client/admin';
import { asSchema } from '@/lib/api-client/client';
import type { RecordRef } from './record-ref';
import { dashboardDataSchema, type DashboardData } from '@/lib/admin/users-and-billings/schema';
import { errorText } from '@/lib/i18n/errors';

type Fetched = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; data: DashboardData };
const LOADING: Fetched = { state: 'loading' };

/**
 * Fetches a record with its related records; `tryAgain` repeats after a failure. Give the calling component a `key` per
 * record.
 */
export function useRecord({ kind, id }: RecordRef): { fetched: Fetched; tryAgain: () => void } {
  const [fetched, setFetched] = useState(LOADING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let active = true;
    const request = { query: { [kind]: id }, read: asSchema(dashboardDataSchema) };
    void callAsAdmin('GET /user/get_admin_dashboard_data', request).then((result) => {
      // After a 401 the page is being left for the login.
      if (!active || (!result.ok && result.status === 401)) return;
      if (result.ok) setFetched({ state: 'ready', data: result.data });
      else setFetched({ state: 'failed', message: result.message ?? errorText('admin.data_failed') });
    });
    return () => {
      active = false;
    };
  }, [kind, id, attempt]);
  const tryAgain = () => {
    setFetched(LOADING);
    setAttempt((before) => before + 1);
  };
  return { fetched, tryAgain };
}
