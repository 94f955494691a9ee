import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { closeDatabase } from '@/db/client';
import { countUsers } from '@/lib/admin/users-and-billings/queries';
import { formatCount } from '@/lib/core/format-count';
import { downloadResponse } from '@/lib/spreadsheet/response';
import { asAdmin, makeAdmin } from '@/testing/db/admin';

/*
 * Measures one spreadsheet of all users in its own process, so that its memory can be measured.
 * `npm run bench spreadsheet` runs it with 100,000 users.
 */
const MEGABYTE = 1_000_000;
const admin = await makeAdmin({ username: 'meter' });
const users = await countUsers(admin.scope);
const before = process.memoryUsage().rss;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const started = performance.now();
let bytes = 0;
const { body } = await downloadResponse(admin.scope, 'users', asAdmin(admin));
const file = Readable.fromWeb(body as ReadableStream);
for await (const chunk of file) bytes += (chunk as Uint8Array).length;
const seconds = (performance.now() - started) / 1000;
delay.disable();

const megabytes = (size: number) => `${Math.round(size / MEGABYTE)} MB`;
console.log(
  [
    `${formatCount(users)} users: ${seconds.toFixed(1)} s, a file of ${megabytes(bytes)}`,
    `resident memory ${megabytes(before)} before, at most ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
    `the event loop was busy for at most ${Math.round(delay.max / 1e6)} ms at a stretch`,
  ].join('; '),
);
await closeDatabase();
