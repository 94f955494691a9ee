/**
 * A message to one person. `html` is the HTML version of an e-mail; `code` is only for the outbox, which tests read.
 */
export type Message = {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  html?: string;
  code: string;
};

/** Deadline for a provider to accept a message, in milliseconds. */
export const SEND_DEADLINE_MS = 5000;
