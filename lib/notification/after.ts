import 'server-only';
import { after } from 'next/server';
import { describeError, log } from '@/lib/core/log';
import { sendDueMessages } from './mutations';

/** Messages that are sent after one response. The jobs send the others, so that a stop of the server waits for few. */
const AFTER_RESPONSE = 3;

let last: Promise<unknown> = Promise.resolve();

/**
 * Sends due messages after the response of the current request, one run after another in this process. A failure is
 * only logged: the jobs send the messages later.
 */
export function sendAfterResponse(): void {
  after(() => {
    last = last
      .then(() => sendDueMessages(AFTER_RESPONSE))
      .catch((error: unknown) => log.warn('messages_not_sent', describeError(error)));
    return last;
  });
}
