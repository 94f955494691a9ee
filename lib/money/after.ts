import 'server-only';
import { after } from 'next/server';
import { describeError, log } from '@/lib/platform/log';
import { closeUnwantedPayments } from './settle';

/**
 * Closes open payments for which there is no use any more, after the response of the current request. A failure is only
 * logged: the job checks the payments later.
 */
export function closePaymentsAfterResponse(of: Parameters<typeof closeUnwantedPayments>[0]): void {
  after(() =>
    closeUnwantedPayments(of).catch((error: unknown) => log.warn('payments_not_closed', describeError(error))),
  );
}
