import 'server-only';
import { createTransport, type Transporter } from 'nodemailer';
import { DeadlineError, withDeadline } from '@/lib/platform/deadline';
import { isLoopback } from '@/lib/platform/loopback';
import { log } from '@/lib/platform/log';
import { SEND_DEADLINE_MS } from './schema';
import type { FailedSend, MessageTransport } from './transport';

type Options = { url: string; from: string; deadlineMs?: number };

/**
 * Returns a transport that sends e-mail to an SMTP server, with one connection for each. Errors, refusals and timeouts
 * result in 'otp.send_failed', as does any channel but e-mail; a refusal has the server's words as its reason, and is final
 * if the server said 5xx to the recipient or the message.
 * @param url smtps:// for TLS from the start (465), smtp:// for STARTTLS (587), which is required unless the server is on
 * this machine; user and password in it are percent-encoded
 */
export function createSmtpTransport({ url, from, deadlineMs = SEND_DEADLINE_MS }: Options): MessageTransport {
  return {
    send: async ({ channel, to, subject, text, html, attachments, idempotencyKey, deadlineMs: own = deadlineMs }) => {
      if (channel !== 'email') return failed('channel');
      const files = attachments?.map(({ fileName, content }) => ({ filename: fileName, content }));
      // Mail programs show a message with the same id once.
      const messageId = idempotencyKey && `<${idempotencyKey}@${hostOf(from)}>`;
      const mail = { from, to: { name: '', address: to }, subject, text, html, attachments: files, messageId };
      try {
        await withDeadline(connectionTo(url, own).sendMail(mail), own);
        return { ok: true };
      } catch (error) {
        if (!(error instanceof DeadlineError)) return refusal(error as SmtpError, to, url);
        log.error('message_late', { milliseconds: own, ...serverOf(url) });
        return failed('late');
      }
    },
  };
}

/**
 * Connects to a mail server, logs in and sends nothing.
 * @returns why that fails, with host and port; null if it works
 */
export async function mailServerProblem(url: string, deadlineMs = SEND_DEADLINE_MS): Promise<string | null> {
  try {
    await withDeadline(connectionTo(url, deadlineMs).verify(), deadlineMs);
    return null;
  } catch (error) {
    const { code, originalCode, response, message } = error as SmtpError & Error;
    const { host, port } = serverOf(url);
    const reason = error instanceof DeadlineError ? 'no answer in time' : response || message;
    return `${host}:${port}: ${[code, originalCode, reason].filter(Boolean).join(', ')}`;
  }
}

function serverOf(url: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'smtps:' ? 465 : 587) };
}

function connectionTo(url: string, deadlineMs: number): Transporter {
  const { protocol, hostname, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createTransport({
    ...serverOf(url),
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
}

/** `originalCode` is the cause of a connection that failed, such as ECONNREFUSED. */
type SmtpError = { code?: string; originalCode?: string; command?: string; responseCode?: number; response?: string };

const failed = (reason: string): FailedSend => ({ ok: false, code: 'otp.send_failed', reason });

/** Characters of a server's words that are kept. */
const MAX_WORDS = 200;

/** The log says only the codes: the words of the server can contain the recipient. */
function refusal(error: SmtpError, to: string, url: string): FailedSend {
  const { code = 'error', originalCode, command, responseCode, response } = error;
  log.error('message_refused', { kind: code, cause: originalCode, status: responseCode, ...serverOf(url) });
  const words = response
    ?.split(/[\r\n]/)[0]!
    .replaceAll(to, '…')
    .slice(0, MAX_WORDS);
  // Other refusals, such as of the password, say nothing of the message: it is sent once the setting is right.
  const isFinal = (command === 'RCPT TO' || command === 'DATA') && (responseCode ?? 0) >= 500;
  return isFinal ? { ...failed(words || code), isFinal } : failed(words || code);
}

const hostOf = (address: string) => /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';
