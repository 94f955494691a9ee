'use client';

import { useTranslations } from 'use-intl';
import { useDownload } from '@/components/platform/form/use-download';
import { summaryFileName } from '@/lib/documents/rules';
import { fetchSummary } from './api';
import { summaryTried } from '@/lib/checkout/checkout-flow';
import type { Completed } from '@/lib/checkout/completed-storage';
import { step } from './checkout-store';

/**
 * Downloads the adoption summary, shows the result, and proceeds to the thank-you step whether it succeeded or not
 * (A-66).
 */
export function useSummary() {
  const t = useTranslations('payment.summary');
  const { pending, download } = useDownload();
  const summarise = async (completed: Completed) => {
    const date = await download({
      id: 'summary',
      texts: { preparing: t('preparing'), downloaded: t('downloaded') },
      fetch: () => fetchSummary(completed),
      nameOn: summaryFileName,
    });
    if (date !== undefined) step((flow) => summaryTried(flow, date));
  };
  return { pending, download: summarise };
}
