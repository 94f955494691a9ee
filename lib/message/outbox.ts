import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, log } from '@/lib/core/log';
import type { MessageTransport } from './transport';

/**
 * Returns a transport for development, the demo and tests: each message becomes a JSON file in `dataDir/outbox/` and a
 * line on the console, including its code. Files are written atomically and named in order of sending.
 */
export function createOutboxTransport(dataDir: string): MessageTransport {
  const folder = join(dataDir, 'outbox');
  return {
    send: async ({ channel, to, subject, text, code }) => {
      const sentAt = new Date().toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`;
      const unfinished = join(folder, `.${name}.part`);
      const content = JSON.stringify({ channel, to, subject, text, code, sent_at: sentAt }, null, 2);
      try {
        await mkdir(folder, { recursive: true, mode: 0o711 });
        await writeFile(unfinished, `${content}\n`);
        await rename(unfinished, join(folder, `${name}.json`));
      } catch (error) {
        log.error('outbox_failed', describeError(error));
        return { ok: false, code: 'otp.send_failed' };
      }
      process.stdout.write(`outbox ${channel} to ${to}: ${subject} ${code}\n`);
      return { ok: true };
    },
  };
}
