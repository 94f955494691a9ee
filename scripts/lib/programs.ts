import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The root folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the arguments for node to run a program that uses lib/ and db/: 'server-only' resolves to an empty module.
 * @param path from the root of the project
 */
export const serverProgram = (path: string) => [
  '--conditions=react-server',
  '--import',
  'tsx',
  '--import',
  pathToFileURL(join(root, 'scripts/lib/typescript-workers.mjs')).href,
  join(root, path),
];

/** serverProgram of one of our scripts. */
export const serverScript = (name: string) => serverProgram(join('scripts', name));

/** Returns the path of a program of an installed package, e.g. programPath('next', 'dist/bin/next'). */
export function programPath(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
}

/** Runs node with these arguments in our terminal; rejects unless it exits with 0. */
export async function runNode(args: string[], env: Record<string, string> = {}): Promise<void> {
  await watch(
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
    args.join(' '),
  );
}

/** Runs node with these arguments, without input, and returns its exit code and output. */
export async function captureNode(args: string[]): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise((done) => child.once('close', done));
  const code = await ended(child);
  await closed;
  return { code, output: Buffer.concat(chunks).toString() };
}

/** Runs a program in our terminal, without input, for at most `limit` milliseconds; rejects unless it exits with 0. */
export async function run(program: string, args: string[], limit: number): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], timeout: limit });
  await watch(child, `${program} ${args.join(' ')}`);
}

async function watch(child: ChildProcess, what: string): Promise<void> {
  const outcome = await ended(child);
  if (outcome !== 0) throw new Error(`${what} ended with ${outcome}`);
}

/** Waits for a process to end and returns its exit code, or the name of the signal that ended it. */
export function ended(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => done(code ?? signal ?? 1));
  });
}

/** Returns the ids of the child processes of a process. Linux only, like commandOf. */
export const childrenOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

/** Returns the command line of a process; empty if it has ended. */
export function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
