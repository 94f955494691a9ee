import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { COURSE_TYPES } from '@/db/schema/enums';
import { useTestDatabase } from '@/testing/db/database';
import { root, serverScript } from './lib/programs';

useTestDatabase();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seat-adoption-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(...rows: string[]): Promise<string> {
  const path = join(folder, 'courses.csv');
  await writeFile(path, ['City,College,Course,Trade,Intake,Fee', ...rows].join('\r\n'));
  return path;
}

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = [...serverScript('catalogue-import.ts'), ...args];
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: root }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const stored = () => sql()<{ seats: number }[]>`select total_seats as seats from courses order by branch`;

test('catalogue:import is a dry run without --apply, writes with it, and shows old → new for a changed file', async () => {
  const first = await file('Rewa,Government ITI,ITI,Fitter,20,"₹12,500"', 'Rewa,,ITI,Welder,20,12500');
  const made = await run(first, '--apply');
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2\s+added\s+Rewa\s+Government ITI\s+ITI\s+Fitter\s+20\s+₹12,500\.00$/m),
  });
  expect(made.out).toContain('2 added, 0 changed, 0 left as they are, 0 bad');
  expect(made.out).toContain('Imported: 2 courses added, 0 changed.');
  const before = await stored();
  expect(before).toHaveLength(2);

  const changed = await run(await file('Rewa,Government ITI,ITI,Fitter,24,13000'));
  expect(changed.out).toMatch(/changed .* 20 → 24\s+₹12,500\.00 → ₹13,000\.00/);
  expect(changed.out).toContain('Courses that are not in the file, left alone: 1.');
  expect(await stored()).toEqual(before);
});

test('catalogue:import lists invalid rows with line and reason, exits with 1 and writes nothing', async () => {
  const before = await stored();
  const path = await file(
    'Rewa,New ITI,ITI,Turner,20,12500',
    'Rewa,New ITI,B.Sc.,Civil,x,1.25 million',
    'Rewa,New ITI,ITI,turner,30,12500',
  );
  const { code, err } = await run(path, '--apply');
  expect(code).toBe(1);
  expect(err).toContain(
    `line 3: Course Type "B.Sc." is unknown; allowed are ${COURSE_TYPES.join(', ')}; Total Seats "x" is not a whole number; ` +
      'Price "1.25 million" is not an amount in rupees, such as 1,25,000, 125000.50 or 1.25 lakh',
  );
  expect(err).toContain('line 4: The same course as in line 2');
  expect([...(await stored())]).toEqual([...before]);
});

test('catalogue:import reports problems of the file', async () => {
  await writeFile(join(folder, 'wrong.csv'), 'Name,Seats\nx,1');
  expect(await run(join(folder, 'wrong.csv'))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(
      'Missing columns: City, Institute, Course Type, Branch, Price per Seat per Year. Line 1 has: "Name", "Seats".',
    ),
  });
});
