import { Agent } from 'node:http';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { read, startApp } from './app';
import { measureRow, rate, type Row } from './measure';

const REQUESTS = 60;
const CLIENTS = 8;
const CITY = 'Rewa';

/**
 * Pages per second with WEB_CONCURRENCY=2 compared with one process: a course list of 25 courses, whose processor time
 * is nearly all of the server. The clients and the database share the cores with both.
 */
export async function measureWorkers(): Promise<Row> {
  for (let n = 0; n < 5; n++) {
    const { id: instituteId } = await makeInstitute({ city: CITY });
    for (let course = 0; course < 5; course++) await makeCourse({ city: CITY, instituteId });
  }
  const [two, one] = [await startApp({ WEB_CONCURRENCY: '2' }), await startApp()];
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    const requests = Array.from({ length: REQUESTS }, (_, n) => n);
    const pagesOf = (url: string) => () =>
      rate(requests, CLIENTS, () =>
        read(`${url}/course-list/${CITY}/B.Tech`, agent).then(({ status }) => status === 200),
      );
    return await measureRow(
      { what: 'pages, WEB_CONCURRENCY=2 : one process', unit: 'pages/s', target: 1.2 },
      async () => ({ program: pagesOf(two.url), floor: pagesOf(one.url) }),
    );
  } finally {
    agent.destroy();
    await Promise.all([two.stop(), one.stop()]);
  }
}
