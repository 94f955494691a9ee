import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ended, root } from '../lib/programs';

/** Starts floor-server.ts on a free port: node:http and postgres.js without a framework. */
export async function startFloorServer(): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const server = fork(join(root, 'scripts', 'lib', 'floor-server.ts'), {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
  });
  const gone = ended(server);
  const port = await new Promise<number>((done) => server.once('message', (given) => done(Number(given))));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid!,
    stop: async () => {
      server.kill('SIGTERM');
      await gone;
    },
  };
}
