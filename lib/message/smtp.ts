import 'server-only';
import { createTransport } from 'nodemailer';
import { DeadlineError, withDeadline } from '@/lib/core/deadline';
import { isLoopback } from '@/lib/core/loopback';
import { log } from '@/lib/core/log';
import { SEND_DEADLINE_MS } from './schema';
import type { MessageTransport } from './transport';

type Options = { url: string; from: string; deadlineMs?: number };

/**
 * Returns a transport that sends e-mail to an SMTP server, with one connection for each. Errors, refusals and timeouts
 * result in 'otp.send_failed', as does any channel but e-mail.
 * @param url smtps:// for TLS from the start (465), smtp:// for STARTTLS (587), which is required unless the server is on
 * this machine; user and password in it are percent-encoded
 */
export function createSmtpTransport({ url, from, deadlineMs = SEND_DEADLINE_MS }: Options): MessageTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const smtp = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    ignoreTLS: !secure && isLoopback(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason }) as const;
  return {
    send: async ({ channel, to, subject, text, html, attachments, idempotencyKey }) => {
      if (channel !== 'email') return failed('channel');
      const files = attachments?.map(({ fileName, content }) => ({ filename: fileName, content }));
      // Mail programs show a message with the same id once.
      const messageId = idempotencyKey && `<${idempotencyKey}@${hostOf(from)}>`;
      const mail = { from, to: { name: '', address: to }, subject, text, html, attachments: files, messageId };
      try {
        await withDeadline(smtp.sendMail(mail), deadlineMs);
        return { ok: true };
      } catch (error) {
        if (error instanceof DeadlineError) {
          log.error('message_late', { milliseconds: deadlineMs });
          return failed('late');
        }
        const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
        log.error('message_refused', { kind: code, status: responseCode });
        return failed(code);
      }
    },
  };
}

const hostOf = (address: string) => /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';
