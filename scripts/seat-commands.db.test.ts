import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { databaseLabel } from '@/lib/platform/address';
import { fullLedger, makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { root, serverScript } from './lib/programs';

const { url } = useTestDatabase();
/** What a command says first. */
const named = `Database: ${databaseLabel(url)}\n`;

/** Runs a script with no configuration except the database. */
const run = (name: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, DATABASE_URL: process.env.DATABASE_URL };
    execFile(process.execPath, [...serverScript(name), ...args], { cwd: root, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

test('security 56: npm run pledge:release gives the seats of a pledge back, once, and wants a reason', async () => {
  const course = await makeCourse();
  const { subject, code } = await prepareAdoption([{ course, seats: 5 }]);
  const pledge = await pledgeSeats(subject, code);
  if (!pledge.ok) throw new Error(pledge.code);
  const { reference } = pledge;
  expect(await run('pledge-release.ts', reference)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--reason'),
  });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 5 });
  const released = await run('pledge-release.ts', reference.toLowerCase(), '--reason', 'a throw-away address');
  expect(released).toEqual({
    code: 0,
    out: `The pledge ${reference} is cancelled. Seats given back: 5.\n`,
    err: named,
  });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, pledged: 0 });
  expect(await run('pledge-release.ts', reference, '--reason', 'again')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no pledge'),
  });
});

test('security 56: npm run seats:limit shows and changes the limit of an e-mail address or a company', async () => {
  const email = 'hr@narmada-works.example';
  const { subject, code } = await prepareAdoption([{ course: await makeCourse(), seats: 5 }], makeSponsor({ email }));
  await pledgeSeats(subject, code);
  const own = `${email}: 5 seats without a payment, at most`;
  const domain = 'narmada-works.example: 5 seats without a payment, at most';
  const unset = 'as many as the settings say';
  expect(await run('seats-limit.ts', email)).toEqual({
    code: 0,
    err: named,
    out: `${own} ${unset}.\n${domain} ${unset}.\n`,
  });
  expect((await run('seats-limit.ts', email, '5000')).out).toBe(`${own} 5,000.\n${domain} ${unset}.\n`);
  expect((await run('seats-limit.ts', 'mail.narmada-works.example', '20000')).out).toBe(`${domain} 20,000.\n`);
  expect((await run('seats-limit.ts', email, 'default')).out).toBe(`${own} ${unset}.\n${domain} 20,000.\n`);
  expect(await run('seats-limit.ts', email, '-1')).toMatchObject({ code: 1, err: expect.stringContaining('npm run') });
});
