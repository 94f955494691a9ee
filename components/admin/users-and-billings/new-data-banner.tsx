'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { dashboardDataSchema, type DashboardData } from '@/lib/admin/users-and-billings/schema';
import { adminGet } from '@/lib/api-client/admin';
import { errorText } from '@/lib/i18n/errors';
import { RECORDS_PATH } from './record-ref';

type Counts = DashboardData['counts'];

/** Polling interval of a visible page, in ms. */
const EVERY_MS = 60_000;

/**
 * Polls the API for the current counts: on opening, when the page becomes visible, and each minute while it is. Shows
 * what is new compared with the `shown` counts, and failures in place; a 401 leads to the login.
 */
export function NewDataBanner({ shown }: { shown: Counts }) {
  const t = useTranslations('usersAndBillings');
  const common = useTranslations('common');
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const { counts, problem, asking, askAgain } = useNews();
  const newer = { billings: (counts?.billings ?? 0) - shown.billings, users: (counts?.users ?? 0) - shown.users };
  const told = (['billings', 'users'] as const).filter((kind) => newer[kind] > 0);
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
          <Button variant="line" size="small" className="mt-2" pending={asking} onClick={askAgain}>
            {common('tryAgain')}
          </Button>
        </Note>
      )}
      {/* Hidden visually while empty, but rendered: screen readers do not announce changes in a hidden live region. */}
      <div role="status" className="empty:absolute">
        {told.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-2 border border-line bg-surface px-4 py-2 font-semibold">
            {told.map((kind) => (
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
function useNews() {
  const [counts, setCounts] = useState<Counts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const underWay = useRef(false);

  const ask = useCallback(() => {
    if (underWay.current) return;
    underWay.current = true;
    void adminGet(`${RECORDS_PATH}?limit=1`, dashboardDataSchema).then((answer) => {
      underWay.current = false;
      // After a 401 the page is being left for the login.
      if (!answer.ok && answer.status === 401) return;
      setAsking(false);
      setProblem(answer.ok ? null : (answer.message ?? errorText('admin.data_failed')));
      if (answer.ok) setCounts(answer.data.counts);
    });
  }, []);

  useEffect(() => {
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible') ask();
    };
    ask();
    document.addEventListener('visibilitychange', askWhenSeen);
    const timer = setInterval(askWhenSeen, EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', askWhenSeen);
      clearInterval(timer);
    };
  }, [ask]);

  const askAgain = () => {
    setAsking(true);
    ask();
  };
  return { counts, problem, asking, askAgain };
}
