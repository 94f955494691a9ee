import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { makeCourse } from '@/testing/db/factories';
import { adopt, codesIn, newCompanyEmail, postponeMessages, startAdoptionApp } from './adopt';
import { read } from './app';
import { startFloorServer } from './floor';
import { makeMany, rate, type Row } from './measure';

const ROUNDS = 11;
/** Requests to the floor for each adoption: processor times are measured in ticks of 10 ms. */
const REQUESTS = 20;
/** Until the program is compiled: its first adoptions cost twice as much as later ones. */
const WARM_UP_ROUNDS = 8;
const ADOPTIONS = 200;
const CLIENTS = 16;
/** Linux reports processor time in ticks of this many per second. */
const TICKS = 100;

/**
 * Adoptions per second of processor time, for generate-otp and verify-otp over HTTP on the production build, 16 at a
 * time, each for a different company and client address. The server is compared with 20 requests for each adoption to a
 * server of node:http, each with a query; Postgres with the statements that create a draft, store a code and take the
 * seats. Messages about adoptions are not sent meanwhile. Linux only: processor times are read from /proc.
 */
export async function measureAdoptions(): Promise<Row[]> {
  const courses = await makeMany(ADOPTIONS, () => makeCourse({ city: 'Indore', totalSeats: 10_000 }));
  await postponeMessages(sql());
  const [app, bare] = await Promise.all([startAdoptionApp(), startFloorServer()]);
  try {
    const codes = codesIn(app);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const items = courses.map((course, n) => ({ course, n }));
    const server: Row = {
      what: 'processor time of the server, adoption : 20 requests to node:http',
      unit: 'adoptions/s',
      program: [],
      floor: [],
      target: 0.3,
    };
    const database: Row = {
      what: 'processor time of Postgres, adoption : its statements',
      unit: 'adoptions/s',
      program: [],
      floor: [],
      target: 0.55,
    };
    const perSecond = async (times: () => Promise<number>, work: () => Promise<number>) => {
      const before = await times();
      await work();
      return (ADOPTIONS * TICKS) / Math.max(1, (await times()) - before);
    };
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      // As autovacuum does every minute: connections keep the plans that they made while the tables were small.
      await sql()`analyze`;
      let postgres = 0;
      const program = await perSecond(
        () => ticksOf(app.pid),
        async () => {
          postgres = await perSecond(ticksOfPostgres, () =>
            rate(items, CLIENTS, ({ course }) => adopt(app, codes, course)),
          );
          return postgres;
        },
      );
      const requests = () =>
        rate(items, CLIENTS, async () => {
          for (let request = 0; request < REQUESTS; request++)
            if ((await read(`${bare.url}/api/courses?city=none`, agent)).status !== 200) return false;
          return true;
        });
      const floor = await perSecond(() => ticksOf(bare.pid), requests);
      const statements = await perSecond(ticksOfPostgres, () =>
        rate(items, CLIENTS, async ({ course }) => {
          const { subject, code } = await prepareAdoption(
            [{ course, seats: 1 }],
            makeSponsor({ email: newCompanyEmail() }),
          );
          return (await pledgeSeats(subject, code)).ok;
        }),
      );
      if (round < WARM_UP_ROUNDS) continue;
      server.program.push(program);
      server.floor.push(floor);
      database.program.push(postgres);
      database.floor.push(statements);
    }
    agent.destroy();
    return [server, database];
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
  }
}

/** Returns the processor time of a process in ticks. */
async function ticksOf(pid: number): Promise<number> {
  const { own } = await timesOf(pid);
  return own;
}

/** Returns the processor time of all processes of the bench's Postgres in ticks, including those that have ended. */
async function ticksOfPostgres(): Promise<number> {
  const pidFile = join(process.env.DATA_DIR!, 'postgres', 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  let ticks = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const times = await timesOf(Number(entry)).catch(() => null);
    if (Number(entry) === postmaster) ticks += times!.own + times!.ended;
    else if (times?.parent === postmaster) ticks += times.own;
  }
  return ticks;
}

/** Reads the parent, the ticks of a process and those of its ended children from /proc. */
async function timesOf(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (n: number) => Number(fields[n - 3]);
  return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
}
