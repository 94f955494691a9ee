'use client';

import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import type { paymentResponseSchema } from '@/lib/money/schema';

export type PayResult = ApiResult<z.infer<typeof paymentResponseSchema>>;

const TOAST = { id: 'payment' };

/**
 * Requests an online payment, says in a toast what became of it, and leads to the page of the gateway if the sponsor pays
 * there.
 * @param onBack called when Back from the gateway shows the page as it was left
 * @returns the function that runs a request and returns its result
 */
export function usePay(onBack: () => void): (request: () => Promise<PayResult>) => Promise<PayResult> {
  const t = useTranslations('adoptionPage.online');
  const shownAgain = useEffectEvent(onBack);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && shownAgain();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
  return useCallback(
    async (request) => {
      const result = await request();
      if (!result.ok) notify.error(result.message ?? errorText('payment.failed'), TOAST);
      else if ('transaction_id' in result.data) notify.success(t('paid'), TOAST);
      else if (result.data.next) window.location.assign(result.data.next.url);
      else notify.info(result.data.message, TOAST);
      return result;
    },
    [t],
  );
}

/** Whether the browser leaves for the page of the gateway. */
export const isLeaving = (result: PayResult): boolean =>
  result.ok && 'next' in result.data && result.data.next !== null;
