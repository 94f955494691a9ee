import 'server-only';
import { describeError, log } from '@/lib/platform/log';
import { SEND_DEADLINE_MS } from './schema';
import { DEFAULT_SMS_BODY, fillTemplate } from '@/lib/platform/sms-template';
import type { MessageTransport } from './transport';

type Options = { url: string; authorization?: string; template?: string; deadlineMs?: number };

/**
 * Returns a transport that sends SMS with the HTTP API of a provider: one POST of JSON per message. A 2xx response
 * accepts the message. Any other response, including redirects (the Authorization header is for one host), errors and
 * timeouts result in 'otp.send_failed'.
 * @param template SMS_BODY: JSON with the placeholders {to}, {text} and {code}
 */
export function createSmsTransport({
  url,
  authorization,
  template = DEFAULT_SMS_BODY,
  deadlineMs = SEND_DEADLINE_MS,
}: Options): MessageTransport {
  const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason }) as const;
  return {
    send: async ({ channel, to, text, code = '' }) => {
      if (channel !== 'sms') return failed('channel');
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(authorization ? { Authorization: authorization } : {}) },
          body: fillTemplate(template, { to, text, code }),
          redirect: 'manual',
          signal: AbortSignal.timeout(deadlineMs),
        });
        await response.body?.cancel();
        if (response.ok) return { ok: true };
        log.error('text_refused', { status: response.status });
        return failed(`status_${response.status}`);
      } catch (error) {
        log.error('text_failed', describeError(error));
        return failed('unreachable');
      }
    },
  };
}
