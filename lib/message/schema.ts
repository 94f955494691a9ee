/** A message on its way to one person. `html` is the e-mail's second form; `code` is only for the outbox, which tests read. */
export type Message = {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  html?: string;
  code: string;
};

/** How long a provider may take to accept a message, in milliseconds. */
export const SEND_DEADLINE_MS = 5000;
