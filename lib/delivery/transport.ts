import 'server-only';
import { env } from '@/lib/platform/env';
import { createOutboxTransport } from './outbox';
import { createResendTransport } from './resend';
import type { Message } from './schema';
import { createSmsTransport } from './sms';
import { createSmtpTransport } from './smtp';

/**
 * Why a message was not accepted: a short code or the server's words. `isFinal`: the server refuses this message or its
 * recipient for good, so that another attempt is of no use.
 */
export type FailedSend = { ok: false; code: 'otp.send_failed'; reason: string; isFinal?: true };

/** A message transport. A failed delivery is a refusal, not an exception. */
export type MessageTransport = {
  send: (message: Message) => Promise<{ ok: true } | FailedSend>;
};

/**
 * Returns the configured transport: e-mail by Resend, an SMTP server or the outbox, SMS by the HTTP provider of SMS_URL or the outbox.
 */
export function messageTransport(): MessageTransport {
  return { send: (message) => transportFor(message.channel).send(message) };
}

function transportFor(channel: Message['channel']): MessageTransport {
  const { MESSAGE_TRANSPORT, DATA_DIR, RESEND_API_KEY, RESEND_BASE_URL, SMTP_URL, MESSAGE_FROM } = env();
  const { SMS_URL, SMS_AUTHORIZATION, SMS_BODY, OUTBOX_PRINT } = env();
  if (channel === 'sms' && SMS_URL)
    return createSmsTransport({ url: SMS_URL, authorization: SMS_AUTHORIZATION, template: SMS_BODY });
  if (MESSAGE_TRANSPORT === 'outbox') return createOutboxTransport(DATA_DIR, { prints: OUTBOX_PRINT === 'on' });
  if (!MESSAGE_FROM) throw new Error('MESSAGE_FROM is required');
  if (MESSAGE_TRANSPORT === 'smtp') {
    if (!SMTP_URL) throw new Error('SMTP_URL is required');
    return createSmtpTransport({ url: SMTP_URL, from: MESSAGE_FROM });
  }
  if (!RESEND_API_KEY) throw new Error('RESEND_API_KEY is required');
  return createResendTransport({ apiKey: RESEND_API_KEY, from: MESSAGE_FROM, baseUrl: RESEND_BASE_URL });
}

/** Returns true if SMS can be sent, by a provider or to the outbox. */
export function canSendTexts(): boolean {
  const { MESSAGE_TRANSPORT, SMS_URL } = env();
  return SMS_URL !== undefined || MESSAGE_TRANSPORT === 'outbox';
}

/**
 * Returns the channel for the code that verifies the phone of a sponsor: SMS with a provider or the outbox, e-mail with
 * OTP_SMS_FALLBACK and no provider, otherwise null ('otp.send_failed').
 */
export function codeDelivery(): 'sms' | 'email' | null {
  const { SMS_URL, OTP_SMS_FALLBACK } = env();
  if (!SMS_URL && OTP_SMS_FALLBACK === 'email') return 'email';
  return canSendTexts() ? 'sms' : null;
}
