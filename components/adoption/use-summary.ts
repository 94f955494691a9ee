'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/ui/toaster';
import { errorText } from '@/lib/text/errors';
import { downloadSummary } from './calls';
import type { Completed } from './completed';
import { summaryTried } from './flow';
import { step } from './flow-store';

const TOAST = { id: 'summary' };

/** Makes and downloads the adoption summary, says so, and moves on to the thanks whether it worked or not (A-66, R-ERR-08). */
export function useSummary() {
  const t = useTranslations('payment.summary');
  const [pending, setPending] = useState(false);
  const download = async (completed: Completed) => {
    setPending(true);
    notify.loading(t('preparing'), TOAST);
    const result = await downloadSummary(completed);
    setPending(false);
    if (result.ok) notify.success(t('downloaded'), TOAST);
    else notify.error(result.message ?? errorText('document.failed'), TOAST);
    step((flow) => summaryTried(flow, result.ok ? result.data : null));
  };
  return { pending, download };
}
