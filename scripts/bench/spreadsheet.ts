import { execFile } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import postgres from 'postgres';
import { unprepared } from '@/db/fragments';
import { userBatch, type Cursor } from '@/lib/admin/users-and-billings/statements';
import { downloadResponse } from '@/lib/spreadsheet/response';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { insertBulk } from '@/testing/db/bulk';
import { root, serverScript } from '../lib/programs';
import { measureRow, type Row } from './measure';

const USERS = 10_000;
const MANY = 100_000;
const BATCH = 500;

/**
 * Users exported per second: the spreadsheet of 10,000 users compared with the same statements issued by postgres.js,
 * with rows joined by commas and compressed like the sheet. Then prints time and memory for 100,000 users in a separate
 * process.
 */
export async function measureSpreadsheet(): Promise<Row> {
  const bare = postgres(process.env.DATABASE_URL!, { max: 1, onnotice: () => undefined });
  await insertBulk(bare, { users: USERS, billings: 2 * USERS });
  const admin = await makeAdmin();
  const request = asAdmin(admin, { url: 'http://localhost/api/user/download/users' });

  const program = async () => bodyOf(await downloadResponse(admin.scope, 'users', request));
  async function* lines() {
    for (let cursor: Cursor | null = null; ;) {
      const rows: (Cursor & Record<string, unknown>)[] = await unprepared(bare`${userBatch({}, cursor, BATCH)}`);
      yield rows.map((row) => Object.values(row).join(',')).join('\n');
      if (rows.length < BATCH) return;
      cursor = rows.at(-1)!;
    }
  }
  const floor = async () => {
    const zipped = new PassThrough();
    void pipeline(lines, createGzip(), zipped);
    return zipped;
  };
  const row = await measureRow(
    { what: 'users exported, program : zipped CSV', unit: 'users/s', target: 0.5 },
    async () => ({ program: () => usersPerSecond(program), floor: () => usersPerSecond(floor) }),
  );
  await insertBulk(bare, { users: MANY - USERS, billings: 2 * (MANY - USERS) });
  await bare.end();
  const meter = await promisify(execFile)(process.execPath, serverScript('lib/export-meter.ts'), { cwd: root });
  console.log(meter.stdout.trim());
  return row;
}

/** Returns a response body as a Node.js stream. */
const bodyOf = ({ body }: Response) => Readable.fromWeb(body as ReadableStream);

async function usersPerSecond(open: () => Promise<Readable>): Promise<number> {
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of await open()) bytes += (chunk as Uint8Array).length;
  if (bytes === 0) throw new Error('nothing was exported');
  return (USERS * 1000) / (performance.now() - started);
}
