import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { makeCourse } from '@/testing/db/factories';
import { adopt, codesIn, newCompanyEmail, postponeMessages, startAdoptionApp } from './adopt';
import { read } from './app';
import { makeMany, rate, type Row } from './measure';

const ROUNDS = 11;
const ADOPTIONS = 200;
const CLIENTS = 16;
/** Linux reports processor time in ticks of this many per second. */
const TICKS = 100;

/**
 * Adoptions per second of processor time, for generate-otp and verify-otp over HTTP on the production build, 16 at a
 * time, each for a different company and client address. The server is compared with as many requests to
 * GET /api/health, the least that a request costs; Postgres with the statements that create a draft, store a code and
 * take the seats. Messages about adoptions are not sent meanwhile. Linux only: processor times are read from /proc.
 */
export async function measureAdoptions(): Promise<Row[]> {
  const courses = await makeMany(ADOPTIONS, () => makeCourse({ city: 'Indore', totalSeats: 10_000 }));
  await postponeMessages(sql());
  const app = await startAdoptionApp();
  try {
    const codes = codesIn(app);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const items = courses.map((course, n) => ({ course, n }));
    const server: Row = {
      what: 'processor time of the server, adoption : two GET /api/health',
      unit: 'adoptions/s',
      program: [],
      floor: [],
      target: 0.4,
    };
    const database: Row = {
      what: 'processor time of Postgres, adoption : its statements',
      unit: 'adoptions/s',
      program: [],
      floor: [],
      target: 0.5,
    };
    const perSecond = async (times: () => Promise<number>, work: () => Promise<number>) => {
      const before = await times();
      await work();
      return (ADOPTIONS * TICKS) / Math.max(1, (await times()) - before);
    };
    for (let round = 0; round <= ROUNDS; round++) {
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
      const health = () =>
        rate(items, CLIENTS, async () => {
          for (let request = 0; request < 2; request++)
            if ((await read(`${app.url}/api/health`, agent)).status !== 200) return false;
          return true;
        });
      const floor = await perSecond(() => ticksOf(app.pid), health);
      const statements = await perSecond(ticksOfPostgres, () =>
        rate(items, CLIENTS, async ({ course }) => {
          const { subject, code } = await prepareAdoption(
            [{ course, seats: 1 }],
            makeSponsor({ email: newCompanyEmail() }),
          );
          return (await pledgeSeats(subject, code)).ok;
        }),
      );
      if (round === 0) continue;
      server.program.push(program);
      server.floor.push(floor);
      database.program.push(postgres);
      database.floor.push(statements);
    }
    agent.destroy();
    return [server, database];
  } finally {
    await app.stop();
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
