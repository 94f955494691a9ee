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
  const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason }) as const;
  return {
    send: async ({ channel, to, subject, text, html, attachments, idempotencyKey }) => {
      if (channel !== 'email') return failed('channel');
      const files = attachments?.map(({ fileName, content }) => ({
        filename: fileName,
        content: content.toString('base64'),
      }));
      try {
        // The package returns network and API failures as `error`; only the deadline is ours.
        const { error } = await withDeadline(
          resend.emails.send({ from, to: [to], subject, text, html, attachments: files }, { idempotencyKey }),
          deadlineMs,
        );
        if (!error) return { ok: true };
        log.error('message_refused', { kind: error.name, status: error.statusCode });
        return failed(error.name);
      } catch (late) {
        if (!(late instanceof DeadlineError)) throw late;
        log.error('message_late', { milliseconds: deadlineMs });
        return failed('late');
      }
    },
  };
}
