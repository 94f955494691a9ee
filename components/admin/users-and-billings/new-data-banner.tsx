'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import type { DashboardData } from '@/lib/admin/users-and-billings/schema';
import { callAsAdmin } from '@/lib/api-client/admin';
import { errorText } from '@/lib/i18n/errors';

type Counts = DashboardData['counts'];

/** Polling interval of a visible page, in ms. */
const POLL_MS = 60_000;

/**
 * Polls the API for the current counts: on opening, when the page becomes visible, and each minute while it is. Shows
 * what is new compared with the `shown` counts, and failures in place; a 401 leads to the login.
 */
export function NewDataBanner({ shown }: { shown: Counts }) {
  const t = useTranslations('usersAndBillings');
  const common = useTranslations('common');
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const { counts, problem, retrying, retry } = useLatestCounts();
  const newer = { billings: (counts?.billings ?? 0) - shown.billings, users: (counts?.users ?? 0) - shown.users };
  const newKinds = (['billings', 'users'] as const).filter((kind) => newer[kind] > 0);
  const show = () => {
    // The button is removed with the banner.
    document.getElementById('content')?.focus({ preventScroll: true });
    startRefresh(() => router.refresh());
  };
  return (
    <>
      {problem !== null && (
        <Note>
          <p>{problem}</p>
          <Button variant="line" size="small" className="mt-2" pending={retrying} onClick={retry}>
            {common('tryAgain')}
          </Button>
        </Note>
      )}
      {/* Hidden visually while empty, but rendered: screen readers do not announce changes in a hidden live region. */}
      <div role="status" className="empty:absolute">
        {newKinds.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-2 border border-line bg-surface px-4 py-2 font-semibold">
            {newKinds.map((kind) => (
              <span key={kind}>{t(`${kind}.newer`, { count: newer[kind] })}</span>
            ))}
            <Button variant="line" size="small" pending={refreshing} onClick={show}>
              <RefreshCw aria-hidden />
              {t('fresh.show')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Returns the counts of the last API response, or its failure. */
function useLatestCounts() {
  const [counts, setCounts] = useState<Counts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [retrying, setRetrying] = useState(false);
  const running = useRef(false);

  const poll = useCallback(() => {
    if (running.current) return;
    running.current = true;
    const request = { query: { limit: '1' }, isAutomatic: true };
    void callAsAdmin('GET /user/get_admin_dashboard_data', request).then((result) => {
      running.current = false;
      // After a 401 the page is being left for the login.
      if (!result.ok && result.status === 401) return;
      setRetrying(false);
      setProblem(result.ok ? null : (result.message ?? errorText('admin.data_failed')));
      if (result.ok) setCounts(result.data.counts);
    });
  }, []);

  useEffect(() => {
    const pollWhenVisible = () => {
      if (document.visibilityState === 'visible') poll();
    };
    poll();
    document.addEventListener('visibilitychange', pollWhenVisible);
    const timer = setInterval(pollWhenVisible, POLL_MS);
    return () => {
      document.removeEventListener('visibilitychange', pollWhenVisible);
      clearInterval(timer);
    };
  }, [poll]);

  const retry = () => {
    setRetrying(true);
    poll();
  };
  return { counts, problem, retrying, retry };
}
