/** A file that an e-mail carries. */
export type Attachment = { fileName: string; content: Buffer };

/**
 * A message to one person. `html` is the HTML version of an e-mail; `code` is for the outbox, which tests read, and for
 * SMS. A provider that receives an `idempotencyKey` twice sends the message once.
 */
export type Message = {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  html?: string;
  code?: string;
  attachments?: readonly Attachment[];
  idempotencyKey?: string;
};

/** Deadline for a provider to accept a message, in milliseconds. */
export const SEND_DEADLINE_MS = 5000;
