import 'server-only';
import { Resend } from 'resend';
import { log } from '@/lib/core/log';
import { DeadlineError, withDeadline } from '@/lib/core/deadline';
import { SEND_DEADLINE_MS } from './schema';
import type { MessageTransport } from './transport';

type Options = { apiKey: string; from: string; baseUrl?: string; deadlineMs?: number };

/**
 * Returns a transport that sends e-mail with Resend. Errors, refusals and timeouts result in 'otp.send_failed', as does
 * any channel but e-mail.
 */
export function createResendTransport({
  apiKey,
  from,
  baseUrl,
  deadlineMs = SEND_DEADLINE_MS,
}: Options): MessageTransport {
  const resend = new Resend(apiKey, { baseUrl: baseUrl?.replace(/\/+$/, '') });
  const failed = { ok: false, code: 'otp.send_failed' } as const;
  return {
    send: async ({ channel, to, subject, text, html }) => {
      if (channel !== 'email') return failed;
      try {
        // The package returns network and API failures as `error`; only the deadline is ours.
        const { error } = await withDeadline(resend.emails.send({ from, to: [to], subject, text, html }), deadlineMs);
        if (!error) return { ok: true };
        log.error('message_refused', { kind: error.name, status: error.statusCode });
      } catch (late) {
        if (!(late instanceof DeadlineError)) throw late;
        log.error('message_late', { milliseconds: deadlineMs });
      }
      return failed;
    },
  };
}
