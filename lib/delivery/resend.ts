import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { Resend, type CreateEmailOptions, type CreateEmailRequestOptions, type CreateEmailResponse } from 'resend';
import { log } from '@/lib/platform/log';
import { DeadlineError, withDeadline } from '@/lib/platform/deadline';
import { SEND_DEADLINE_MS } from './schema';
import type { FailedSend, MessageTransport } from './transport';

type Options = { apiKey: string; from: string; baseUrl?: string; deadlineMs?: number };

/**
 * Returns a transport that sends e-mail with Resend. Errors, refusals and timeouts result in 'otp.send_failed', as does
 * any channel but e-mail; an address that Resend refuses (422) is final.
 */
export function createResendTransport({
  apiKey,
  from,
  baseUrl,
  deadlineMs = SEND_DEADLINE_MS,
}: Options): MessageTransport {
  const resend = new Resend(apiKey, { baseUrl: baseUrl?.replace(/\/+$/, '') });
  return {
    send: async ({ channel, to, subject, text, html, attachments, idempotencyKey, deadlineMs: own = deadlineMs }) => {
      if (channel !== 'email') return failed('channel');
      const files = attachments?.map(({ fileName, content }) => ({
        filename: fileName,
        content: content.toString('base64'),
      }));
      try {
        // The package returns network and API failures as `error`; only the deadline is ours.
        const { error } = await withDeadline(
          sendWithinRate(resend, { from, to: [to], subject, text, html, attachments: files }, { idempotencyKey }, own),
          own,
        );
        if (!error) return { ok: true };
        log.error('message_refused', { kind: error.name, status: error.statusCode });
        const isFinal = error.name === 'validation_error' && error.statusCode === 422;
        return isFinal ? { ...failed(error.name), isFinal } : failed(error.name);
      } catch (late) {
        if (!(late instanceof DeadlineError)) throw late;
        log.error('message_late', { milliseconds: own });
        return failed('late');
      }
    },
  };
}

const failed = (reason: string): FailedSend => ({ ok: false, code: 'otp.send_failed', reason });

/** Waits as long as a response 429 says, and sends again, while the deadline allows it: Resend takes two requests a second. */
async function sendWithinRate(
  resend: Resend,
  email: CreateEmailOptions,
  options: CreateEmailRequestOptions,
  deadlineMs: number,
): Promise<CreateEmailResponse> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const response = await resend.emails.send(email, options);
    const waitMs = 1000 * (Number(response.headers?.['retry-after']) || 1);
    if (response.error?.name !== 'rate_limit_exceeded' || performance.now() + waitMs > end) return response;
    await pause(waitMs);
  }
}
