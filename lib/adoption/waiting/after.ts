import 'server-only';
import { after } from 'next/server';
import { describeError, log } from '@/lib/platform/log';
import { allotSeats } from './allot';

/**
 * Offers seats that a request has just made free to those who wait, after its response. A failure is only logged: the job
 * offers them later, and sends the messages.
 */
export function allotAfterResponse(): void {
  after(() => allotSeats().catch((error: unknown) => log.warn('seats_not_offered', describeError(error))));
}
