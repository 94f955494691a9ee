import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { root } from './programs';

/** Starts a script whose work is `code`. */
function start(code: string) {
  const script = `import { main } from './scripts/lib/main.ts'; await main(async () => { ${code} });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { cwd: root });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, ended };
}

test('a reader that is slower than the script gets all of it', async () => {
  const { child, ended } = start(`for (let n = 0; n < 20000; n++) console.log(String(n).padEnd(100, '.'));`);
  await pause(500);
  expect((await text(child.stdout)).trimEnd().split('\n')).toHaveLength(20_000);
  expect(await ended).toBe(0);
});

test('a script runs to its end if the reader of its output closes the pipe', async () => {
  const print = `for (let n = 0; n < 20000; n++) console.log(String(n).padEnd(100, '.'));`;
  const { child, ended } = start(`${print} await new Promise((done) => setTimeout(done, 100)); process.exit(7);`);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toBe(7);
});

test('an error is its message and exit code 1', async () => {
  const { child, ended } = start(`throw new Error('The file is missing');`);
  expect(await text(child.stderr)).toBe('The file is missing\n');
  expect(await ended).toBe(1);
});
