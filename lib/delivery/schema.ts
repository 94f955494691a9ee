/** A file that an e-mail carries. */
export type Attachment = { fileName: string; content: Buffer };

/**
 * A message to one person. `html` is the HTML version of an e-mail; `code` is for the outbox, which tests read, and for
 * SMS. A provider that receives an `idempotencyKey` twice sends the message once. `deadlineMs` replaces the deadline in
 * milliseconds for a message that nobody waits for.
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
  deadlineMs?: number;
};

/** Deadline for a provider to accept a message that somebody waits for, such as a code, in milliseconds. */
export const SEND_DEADLINE_MS = 8000;
/**
 * The same for queued messages: what a server accepts after the deadline is sent again, and RFC 5321 (4.5.3.2) lets it take
 * minutes.
 */
export const QUEUED_DEADLINE_MS = 60_000;
