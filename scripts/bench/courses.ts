import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { ended, root } from '../lib/programs';
import { read, startApp } from './app';
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
  const app = await startApp();
  const bare = fork(join(root, 'scripts', 'lib', 'floor-server.ts'), {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
  });
  const gone = ended(bare);
  try {
    const barePort = await new Promise<number>((done) => bare.once('message', (given) => done(Number(given))));
    const address = (base: string) => `${base}/api/courses?city=${CITY}`;
    const [program, floor] = [address(app.url), address(`http://127.0.0.1:${barePort}`)];
    await requireSameAnswer(program, floor);

    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const asks = Array.from({ length: REQUESTS }, (_, n) => n);
    const ask = (url: string) => () => read(url, agent).then(({ status }) => status === 200);
    const row = await measureRow(
      { what: 'GET /api/courses, program : node:http', unit: 'answers/s', target: 0.4 },
      async () => ({
        program: () => rate(asks, CLIENTS, ask(program)),
        floor: () => rate(asks, CLIENTS, ask(floor)),
      }),
    );
    agent.destroy();
    return row;
  } finally {
    bare.kill('SIGTERM');
    await Promise.all([gone, app.stop()]);
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
