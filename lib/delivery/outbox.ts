import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, log } from '@/lib/platform/log';
import type { MessageTransport } from './transport';

/**
 * Returns a transport for development, the demo and tests: each message becomes a JSON file in `dataDir/outbox/`, with
 * its attachments beside it. Files are written atomically and named in order of sending.
 * @param prints also print a line with recipient, subject and code
 */
export function createOutboxTransport(dataDir: string, { prints = false } = {}): MessageTransport {
  const folder = join(dataDir, 'outbox');
  // Synchronous: each call of fs/promises wakes a thread, which costs more than writing such a file.
  const write = (name: string, content: string | Uint8Array): void => {
    try {
      writeFileSync(join(folder, name), content);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(folder, { recursive: true, mode: 0o711 });
      writeFileSync(join(folder, name), content);
    }
  };
  return {
    send: async ({ channel, to, subject, text, code, attachments = [], idempotencyKey }) => {
      const sentAt = new Date().toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`;
      const unfinished = `.${name}.part`;
      const files = attachments.map(({ fileName, content }) => ({ path: `${name}-${fileName}`, content }));
      const content = JSON.stringify(
        {
          channel,
          to,
          subject,
          text,
          code,
          ...(files.length > 0 && { attachments: files.map(({ path }) => path) }),
          idempotency_key: idempotencyKey,
          sent_at: sentAt,
        },
        null,
        2,
      );
      try {
        for (const file of files) write(file.path, file.content);
        write(unfinished, `${content}\n`);
        renameSync(join(folder, unfinished), join(folder, `${name}.json`));
      } catch (error) {
        log.error('outbox_failed', describeError(error));
        return { ok: false, code: 'otp.send_failed', reason: 'outbox' };
      }
      if (prints) process.stdout.write(`outbox ${channel} to ${to}: ${[subject, code].filter(Boolean).join(' ')}\n`);
      return { ok: true };
    },
  };
}
