import 'server-only';
import { after } from 'next/server';
import { allotSeats } from '@/lib/waiting/allot';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { describeError, log } from '@/lib/platform/log';
import { withRunId } from '@/lib/platform/request-id';

/**
 * Offers seats that the current request has made free to those who wait, and sends the messages, after its response. A
 * failure is only logged: the jobs do both later.
 */
export function offerAfterResponse(): void {
  after(() =>
    withRunId(async () => {
      try {
        if ((await allotSeats()) > 0) await sendDueMessages();
      } catch (error) {
        log.warn('seats_not_offered', describeError(error));
      }
    }),
  );
}
