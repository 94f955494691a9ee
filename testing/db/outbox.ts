import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A message as lib/delivery/outbox.ts writes it. */
type OutboxMessage = {
  channel: string;
  to: string;
  subject: string;
  text: string;
  code?: string;
  attachments?: string[];
  idempotency_key?: string;
};

/** Returns the messages that the outbox of `dataDir` has for an e-mail address or phone number, oldest first. */
export async function messagesTo(dataDir: string, to: string): Promise<OutboxMessage[]> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const messages = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8')) as OutboxMessage),
  );
  return messages.filter((message) => message.to === to);
}

/** Returns the newest code for an e-mail address or phone number; undefined if there is none. */
export async function codeTo(dataDir: string, to: string): Promise<string | undefined> {
  return (await messagesTo(dataDir, to)).at(-1)?.code;
}
