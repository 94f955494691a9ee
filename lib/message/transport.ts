import 'server-only';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';
import { createOutboxTransport } from './outbox';
import { createResendTransport } from './resend';
import type { Message } from './schema';
import { createSmsTransport } from './sms';

/** A way for messages to leave. A message that could not be handed over is a refusal, not an exception. */
export type MessageTransport = {
  send: (message: Message) => Promise<Outcome<object>>;
};

/** How messages leave: e-mail by Resend or into the outbox, texts by the HTTP provider of SMS_URL or into the outbox. */
export function messageTransport(): MessageTransport {
  return { send: (message) => transportFor(message.channel).send(message) };
}

function transportFor(channel: Message['channel']): MessageTransport {
  const { MESSAGE_TRANSPORT, DATA_DIR, RESEND_API_KEY, RESEND_BASE_URL, MESSAGE_FROM } = env();
  const { SMS_URL, SMS_AUTHORIZATION, SMS_BODY } = env();
  if (channel === 'sms' && SMS_URL)
    return createSmsTransport({ url: SMS_URL, authorization: SMS_AUTHORIZATION, template: SMS_BODY });
  if (MESSAGE_TRANSPORT === 'outbox') return createOutboxTransport(DATA_DIR);
  if (!RESEND_API_KEY || !MESSAGE_FROM) throw new Error('RESEND_API_KEY and MESSAGE_FROM are required');
  return createResendTransport({ apiKey: RESEND_API_KEY, from: MESSAGE_FROM, baseUrl: RESEND_BASE_URL });
}

/** Whether texts can be sent at all: by a provider or into the outbox. */
export function canSendTexts(): boolean {
  const { MESSAGE_TRANSPORT, SMS_URL } = env();
  return SMS_URL !== undefined || MESSAGE_TRANSPORT === 'outbox';
}

/**
 * How the code that verifies a sponsor's phone travels: as a text where there is a provider or the outbox, by e-mail
 * where an operator said so with OTP_SMS_FALLBACK and there is no provider, else not at all ('otp.send_failed').
 */
export function codeDelivery(): 'sms' | 'email' | null {
  const { SMS_URL, OTP_SMS_FALLBACK } = env();
  if (!SMS_URL && OTP_SMS_FALLBACK === 'email') return 'email';
  return canSendTexts() ? 'sms' : null;
}
