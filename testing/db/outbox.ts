import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the newest code that the outbox of `dataDir` has for an e-mail address or phone number; undefined if none. */
export async function codeTo(dataDir: string, to: string): Promise<string | undefined> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.json')).sort();
  const messages = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8')) as { to: string; code?: string }),
  );
  return messages.findLast((message) => message.to === to)?.code;
}
