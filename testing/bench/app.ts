import { spawn, type ChildProcess } from 'node:child_process';
import { get, type Agent } from 'node:http';
import { ensureBuild } from '../../scripts/lib/build';
import { freePort } from '../../scripts/lib/embedded-postgres';
import manifest from '../../package.json';
import { ended, root } from '../../scripts/lib/programs';

/** The production build, started on a free port. */
export type RunningApp = { url: string; pid: number; stop: () => Promise<void> };

/**
 * Builds the program if necessary, starts it as `npm start` does, and waits until it answers. Jobs are off unless a row measures them: the
 * messages of earlier rows, with their documents, would be sent meanwhile.
 * @param env additional variables
 */
export async function startApp(env: Record<string, string>): Promise<RunningApp> {
  await ensureBuild();
  const port = await freePort();
  const app = spawn(process.execPath, manifest.scripts.start.split(' ').slice(1), {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), MALLOC_ARENA_MAX: '2', JOBS: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = ended(app);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, app);
  return {
    url,
    pid: app.pid!,
    stop: async () => {
      app.kill('SIGTERM');
      await gone;
    },
  };
}

let requests = 0;

/** Sends a GET request, each from another address, and reads the whole response. */
export function read(url: string, agent?: Agent): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    const address = `10.${(++requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
    get(url, { agent, headers: { 'X-Forwarded-For': address } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      response.on('error', fail);
    }).on('error', fail);
  });
}

async function untilReady(url: string, app: ChildProcess): Promise<void> {
  while ((await read(`${url}/api/health`).catch(() => null))?.status !== 200) {
    if (app.exitCode !== null) throw new Error('the program did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
}
