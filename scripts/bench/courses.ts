import { fork, spawn, type ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { ensureBuild } from '../lib/build';
import { freePort } from '../lib/embedded-postgres';
import { ended, root } from '../lib/programs';
import { measureRow, rate, type Row } from './measure';

const REQUESTS = 600;
const CLIENTS = 16;
const CITY = 'Bhopal';

/** Responses per second with one city's courses: the production build compared with node:http and the same query. */
export async function measureCourses(): Promise<Row> {
  for (let n = 0; n < 5; n++) {
    const { id: instituteId } = await makeInstitute({ city: CITY });
    for (let course = 0; course < 5; course++) await makeCourse({ city: CITY, instituteId });
  }
  await ensureBuild();
  const port = await freePort();
  const app = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'start.ts')], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bare = fork(join(root, 'scripts', 'lib', 'floor-server.ts'), {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
  });
  const gone = Promise.all([ended(app), ended(bare)]);
  try {
    const barePort = await new Promise<number>((done) => bare.once('message', (given) => done(Number(given))));
    await untilReady(port, app);
    const address = (on: number) => `http://127.0.0.1:${on}/api/courses?city=${CITY}`;
    await requireSameAnswer(address(port), address(barePort));

    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const asks = Array.from({ length: REQUESTS }, (_, n) => n);
    const ask = (url: string) => () => read(url, agent).then(({ status }) => status === 200);
    const row = await measureRow(
      { what: 'GET /api/courses, program : node:http', unit: 'answers/s', target: 0.4 },
      async () => ({
        program: () => rate(asks, CLIENTS, ask(address(port))),
        floor: () => rate(asks, CLIENTS, ask(address(barePort))),
      }),
    );
    agent.destroy();
    return row;
  } finally {
    app.kill('SIGTERM');
    bare.kill('SIGTERM');
    await gone;
  }
}

function read(url: string, agent?: Agent): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      response.on('error', fail);
    }).on('error', fail);
  });
}

async function untilReady(port: number, app: ChildProcess): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/health`;
  while ((await read(url).catch(() => null))?.status !== 200) {
    if (app.exitCode !== null) throw new Error('the program did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function requireSameAnswer(...urls: string[]): Promise<void> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const courses = JSON.parse((await read(url)).body) as { id: string }[];
      return courses.sort((a, b) => a.id.localeCompare(b.id));
    }),
  );
  const [first, second] = answers;
  if (!first?.length || !isDeepStrictEqual(first, second)) throw new Error('the minimal server returns other courses');
}
