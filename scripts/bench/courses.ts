import { Agent } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { read, startApp } from './app';
import { startFloorServer } from './floor';
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
  const bare = await startFloorServer();
  try {
    const [program, floor] = [app, bare].map(({ url }) => `${url}/api/courses?city=${CITY}`) as [string, string];
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
    await Promise.all([bare.stop(), app.stop()]);
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
