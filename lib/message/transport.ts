import 'server-only';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';
import { createOutboxTransport } from './outbox';
import { createResendTransport } from './resend';
import type { Message } from './schema';

/** A way for messages to leave. A message that could not be handed over is a refusal, not an exception. */
export type MessageTransport = {
  send: (message: Message) => Promise<Outcome<object>>;
};

/** The transport that MESSAGE_TRANSPORT names. */
export function messageTransport(): MessageTransport {
  const { MESSAGE_TRANSPORT, DATA_DIR, RESEND_API_KEY, RESEND_BASE_URL, MESSAGE_FROM } = env();
  if (MESSAGE_TRANSPORT === 'outbox') return createOutboxTransport(DATA_DIR);
  if (!RESEND_API_KEY || !MESSAGE_FROM) throw new Error('RESEND_API_KEY and MESSAGE_FROM are required');
  return createResendTransport({ apiKey: RESEND_API_KEY, from: MESSAGE_FROM, baseUrl: RESEND_BASE_URL });
}
