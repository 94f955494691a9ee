import 'server-only';
import { after } from 'next/server';
import { describeError, log } from '@/lib/platform/log';
import { withRunId } from '@/lib/platform/request-id';
import { sendDueMessages } from './mutations';

/** The most messages of one run. The jobs send the others, so that a stop of the server waits for few. */
const AFTER_RESPONSE = 20;

let running: Promise<void> = Promise.resolve();
let waiting: Promise<void> | null = null;

/**
 * Sends due messages after the response of the current request, one run after another in this process. Responses during
 * a run share the next one: with a run each, a burst of adoptions would queue runs faster than they end. A failure is
 * only logged: the jobs send the messages later.
 */
export function sendAfterResponse(): void {
  after(() => {
    waiting ??= running.then(() => {
      waiting = null;
      running = withRunId(() =>
        sendDueMessages(AFTER_RESPONSE).then(
          () => undefined,
          (error: unknown) => log.warn('messages_not_sent', describeError(error)),
        ),
      );
      return running;
    });
    return waiting;
  });
}
