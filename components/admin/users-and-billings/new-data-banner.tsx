'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { RetryNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Button } from '@/components/platform/ui/button';
import type { DashboardData } from '@/lib/admin/users-and-billings/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Polling interval of a visible page, in ms. */
const POLL_MS = 60_000;

/**
 * Polls the API for the current counts: on opening, when the page becomes visible, and each minute while it is. Shows
 * what is new compared with the `shown` counts, and failures in place; a 401 leads to the login.
 */
export function NewDataBanner({ shown }: { shown: DashboardData['counts'] }) {
  const t = useTranslations('usersAndBillings');
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const loaded = useLatestCounts();
  const counts = loaded.data?.counts;
  const newer = { billings: (counts?.billings ?? 0) - shown.billings, users: (counts?.users ?? 0) - shown.users };
  const newKinds = (['billings', 'users'] as const).filter((kind) => newer[kind] > 0);
  const show = () => {
    // The button is removed with the banner.
    document.getElementById('content')?.focus({ preventScroll: true });
    startRefresh(() => router.refresh());
  };
  return (
    <>
      <RetryNote loaded={loaded} />
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

/** Returns the last API response, and reads it again each minute while the page is visible. */
function useLatestCounts() {
  const loaded = useLoaded(
    () => callAsAdmin('GET /user/get_admin_dashboard_data', { query: { limit: '1' }, isAutomatic: true }),
    { code: 'admin.data_failed' },
  );
  const pollWhenVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !loaded.pending) void loaded.load();
  });
  useEffect(() => {
    const poll = () => pollWhenVisible();
    document.addEventListener('visibilitychange', poll);
    const timer = setInterval(poll, POLL_MS);
    return () => {
      document.removeEventListener('visibilitychange', poll);
      clearInterval(timer);
    };
  }, []);
  return loaded;
}
